/** The minimal set of permissions is enough for an account to install, upgrade and remove a package, and none of it can be left out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeObject, ObjectRef, ResolvedRevision } from '../../../lib/api';
import { bundlePermissions } from '../../../lib/cli/actions/bundle/permissions';
import type { BundlePermissionsArgs } from '../../../lib/cli/commands/bundle/permissions';
import { permissionObjects, requiredPermissions, type PermissionOptions, type PolicyRule, type ScopedRule } from '../../../lib/guards';
import { headRef } from '../../../lib/state';
import { AuditLog } from '../support/audit';
import { actions, Bench, kubeconfig, revisionOf, stored, unique } from '../support/extension';

const RBAC = 'rbac.authorization.k8s.io/v1';

/** An account that may do nothing yet, its connection, and a package for it. */
class Installation {
  private readonly made: ObjectRef[] = [];
  private constructor(readonly bench: Bench, readonly user: string, private readonly clusterRole: string) {}

  static async open(): Promise<Installation> {
    const name = unique('installer');
    const user = `system:serviceaccount:default:${name}`;
    return new Installation(await Bench.open('permissions', { as: user }), user, name);
  }

  objects(value: string): readonly (readonly KubeObject[])[] {
    const { bench } = this;
    const metadata = { name: this.clusterRole, labels: bench.labels };
    const clusterWide = (kind: string, content: object): KubeObject => ({ apiVersion: RBAC, kind, metadata, ...content });
    const subjects = [{ kind: 'ServiceAccount', name: 'app', namespace: bench.namespace }];
    const ref = (kind: string, name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name });
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'app', image: 'example.com/app:1' }] } };
    return [
      [bench.object('ServiceAccount', 'app')],
      [
        bench.object('Role', 'app', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] }, RBAC),
        clusterWide('ClusterRole', { rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }] }),
      ],
      [
        bench.object('RoleBinding', 'app', { roleRef: ref('Role', 'app'), subjects }, RBAC),
        bench.object('RoleBinding', 'view', { roleRef: ref('ClusterRole', 'view'), subjects }, RBAC),
        clusterWide('ClusterRoleBinding', { roleRef: ref('ClusterRole', this.clusterRole), subjects }),
      ],
      [bench.configMap('config', value), bench.configMap('more', value)],
      [bench.object('Deployment', 'app', { spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template } }, 'apps/v1')],
    ];
  }

  required(options: Partial<PermissionOptions> = {}): readonly ScopedRule[] {
    const { namespace: installNamespace, extension } = this.bench;
    const { rules, issues } = requiredPermissions(this.objects('1').flat(), { engine: 'command', extension, installNamespace, ...options });
    expect(issues).toEqual([]);
    return rules;
  }

  /** Gives the account these rules, and waits until the authorizer knows. */
  async grant(rules: readonly ScopedRule[]): Promise<void> {
    const [, , , account = ''] = this.user.split(':');
    const subject = { kind: 'ServiceAccount', name: account, namespace: 'default' };
    for (const object of permissionObjects(rules, { name: `${this.clusterRole}-permissions`, subject })) {
      await this.bench.otherClient.apply(object);
      const { apiVersion, kind, metadata: { name = '', namespace } } = object;
      if (namespace === undefined) this.made.push({ apiVersion, kind, name });
    }
    for (const { namespace, rule } of rules) await this.known(namespace, rule);
  }

  /** Leaves the account all that is required but this resource. */
  async withdraw(resource: string): Promise<void> {
    const isMeant = ({ rule }: ScopedRule): boolean => rule.resources?.[0] === resource;
    await this.grant(this.required().filter((rule) => !isMeant(rule)));
    for (const { namespace, rule } of this.required().filter(isMeant)) await this.known(namespace, rule, false);
  }

  /** The authorizer announces nothing: it is asked until it knows. */
  private async known(namespace: string, rule: PolicyRule, isAllowed = true): Promise<void> {
    const { apiGroups: [group = ''] = [], resources: [plural = ''] = [], resourceNames: [name] = [], verbs: [verb = ''] } = rule;
    const [resource, subresource] = plural.split('/');
    const narrower = { ...(subresource === undefined ? {} : { subresource }), ...(name === undefined ? {} : { name }) };
    const resourceAttributes = { namespace, verb, group, resource, ...narrower };
    const question = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', metadata: {}, spec: { resourceAttributes } };
    for (;;) {
      const { status } = stored(await this.bench.cluster.create(question));
      if ((status as { allowed: boolean }).allowed === isAllowed) return;
    }
  }

  revision(value: string): ResolvedRevision {
    return revisionOf(this.objects(value));
  }

  /** `complete`, or what was said instead. */
  async apply(value: string): Promise<string> {
    try {
      const { status, result, stopped } = await this.bench.apply(this.revision(value));
      if (stopped !== undefined) return stopped;
      const failed = result.phases.flatMap(({ objects }) => objects).find(({ action }) => action === 'Failed');
      return failed === undefined ? status : JSON.stringify(failed);
    } catch (error) {
      return String(error);
    }
  }

  async close(): Promise<void> {
    const { otherClient } = this.bench;
    const own = ['ClusterRole', 'ClusterRoleBinding'].map((kind) => ({ apiVersion: RBAC, kind, name: this.clusterRole }));
    for (const ref of [...own, ...this.made]) await otherClient.delete(ref);
    await this.bench.close();
  }
}

let open: Installation[] = [];
async function installation(): Promise<Installation> {
  const made = await Installation.open();
  open.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  open = [];
});

test.each(['hold', 'delegate'] as const)('installs, upgrades and removes a package; what its roles grant: %s', async (grants) => {
  const one = await installation();
  await one.grant(one.required({ grants }));
  expect(await one.apply('1')).toBe('complete');
  expect(await one.apply('2')).toBe('complete');
  const gone = await one.bench.delete();
  expect(gone.status).toBe('complete');
  expect(actions(gone).every((line) => line.endsWith(': Deleted'))).toBe(true);
});

test('the record has the name that the rules give it', async () => {
  const one = await installation();
  const names = one.required().flatMap(({ rule }) => (rule.resources?.includes('secrets') ? (rule.resourceNames ?? []) : []));
  expect(names).toEqual([headRef(one.bench.extension, one.bench.namespace).name]);
});

test('with any one of the rules left out it fails, and says that it may not', async () => {
  const count = (await installation()).required().length;
  expect(count).toBe(12);
  for (let index = 0; index < count; index += 1) {
    const one = await installation();
    const rules = one.required();
    await one.grant(rules.filter((_, position) => position !== index));
    expect([rules[index]?.reason, await one.apply('1')]).toEqual([
      rules[index]?.reason,
      expect.stringMatching(/cannot|forbidden|not currently held/),
    ]);
  }
}, 120_000);

describe('a run asks before its first write', () => {
  const checked = { checkPermissions: true } as const;

  test('for all that is missing at once: nothing is written, nothing is locked', async () => {
    const one = await installation();
    const { bench } = one;
    const rules = one.required();
    const left = rules.filter(({ rule }) => !['configmaps', 'deployments'].includes(rule.resources?.[0] ?? ''));
    await one.grant(left);
    const refused = {
      code: 'permissions-missing', category: 'server',
      message: [
        `These credentials lack permissions that extension "${bench.extension}" needs:`,
        `  in namespace ${bench.namespace}: create, delete, get, list, patch, watch configmaps (config, more)`,
        `  in namespace ${bench.namespace}: create, delete, get, list, patch, watch deployments.apps (app)`,
        'Nothing was changed.',
      ].join('\n'),
    };
    const audit = new AuditLog();
    await expect(bench.apply(one.revision('1'), checked)).rejects.toMatchObject(refused);
    await expect(bench.apply(one.revision('1'), { ...checked, dryRun: true })).rejects.toMatchObject(refused);
    const events = await audit.events(({ impersonatedUser, verb }) =>
      impersonatedUser?.username === one.user && ['create', 'patch', 'update', 'delete'].includes(verb));
    expect([...new Set(events.map(({ objectRef }) => objectRef?.resource))]).toEqual(['selfsubjectrulesreviews']);
    expect(await bench.otherClient.exists(bench.head)).toBe(false);
  });

  test.each(['hold', 'delegate'] as const)('an account with what we print passes; what roles grant: %s', async (grants) => {
    const one = await installation();
    await one.grant(one.required({ grants }));
    const { status } = await one.bench.apply(one.revision('1'), checked);
    expect(status).toBe('complete');
    expect((await one.bench.delete(checked)).status).toBe('complete');
  });

  test('what an upgrade drops has to be deleted: of a later set of rules that is missing', async () => {
    const one = await installation();
    const { bench } = one;
    const [account, roles, bindings] = one.objects('1');
    await one.grant(one.required());
    expect((await bench.apply(one.revision('1'), checked)).status).toBe('complete');
    const later = revisionOf([account ?? [], roles ?? [], bindings ?? [], [bench.configMap('config', '2')]]);
    await one.withdraw('deployments');
    await expect(bench.apply(later, checked)).rejects.toMatchObject({
      code: 'permissions-missing', message: expect.stringContaining('delete, get, list, watch deployments.apps (app)\nNothing'),
    });
    await expect(bench.delete(checked)).rejects.toMatchObject({
      code: 'permissions-missing',
      message: expect.stringContaining('deployments.apps (app)'),
    });
    expect(await bench.otherClient.exists(bench.ref('Deployment', 'app', 'apps/v1'))).toBe(true);
  });
});

describe('the command asks whether an account may', () => {
  const defaults = {
    engine: 'command', grants: 'hold', output: 'text', certificates: 'auto', dangerouslyAcceptBundlesWithoutConfigSchema: false,
    ignoreMinKubeVersion: false,
  } as const;
  let folder: string;
  let out: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'permissions-'));
    out = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  test('by what this command needs: what it prints for an account is what the account lacked', async () => {
    const one = await installation();
    const { namespace } = one.bench;
    const path = join(folder, 'web.yaml');
    const role = {
      apiVersion: RBAC,
      kind: 'Role',
      metadata: { name: 'app', namespace },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    };
    writeFileSync(path, [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'front', namespace } },
      role,
    ].map((object) => JSON.stringify(object)).join('\n---\n'));
    const [, , , account = ''] = one.user.split(':');
    const ask = (more: Partial<BundlePermissionsArgs>): Promise<number> => {
      out = [];
      return bundlePermissions({ ...defaults, path, namespace, kubeconfig, ...more });
    };
    expect(await ask({ check: one.user })).toBe(1);
    expect(out.join('').split('\n')).toEqual([
      `${one.user} may not install web with boxcutter apply; it lacks:`,
      `  in namespace ${namespace}: create, delete, get, list, patch, watch configmaps (front)`,
      `  in namespace ${namespace}: create, delete, get, list, patch, watch roles.rbac.authorization.k8s.io (app)`,
      `  in namespace ${namespace}: create, delete, get secrets`,
      `  in namespace ${namespace}: get pods`,
      `  in namespace ${namespace}: update secrets (boxcutter.web)`,
      '',
    ]);

    expect(await ask({ for: `default/${account}`, output: 'json' })).toBe(0);
    const { objects } = JSON.parse(out.join('')) as { objects: KubeObject[] };
    for (const object of objects) await one.bench.otherClient.apply(object);
    expect(await ask({ check: `default/${account}` })).toBe(0);
    expect(out.join('')).toBe(`${one.user} may install web with boxcutter apply\n`);
  });

  test('by OLM\'s algorithm when it is named: what is missing in its words, and exit code 1', async () => {
    const one = await installation();
    const { namespace } = one.bench;
    const path = join(folder, 'web.yaml');
    writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'front', namespace } }));
    const check = (output: 'text' | 'json' = 'text') => {
      out = [];
      return bundlePermissions({ ...defaults, path, namespace, engine: 'olm', check: one.user, output, kubeconfig });
    };
    expect(await check()).toBe(1);
    expect(out.join('')).toBe([
      `${one.user} may not install web with OLM:`,
      '  pre-authorization failed: service account requires the following permissions to manage cluster extension:',
      '    Namespace:"" APIGroups:[] Resources:[configmaps] Verbs:[list,watch]',
      '    Namespace:"" APIGroups:[olm.operatorframework.io] Resources:[clusterextensions/finalizers] ResourceNames:[web] Verbs:[update]',
      `    Namespace:"${namespace}" APIGroups:[] Resources:[configmaps] Verbs:[create]`,
      `    Namespace:"${namespace}" APIGroups:[] Resources:[configmaps] ResourceNames:[front] Verbs:[delete,get,patch,update]`,
      '',
    ].join('\n'));

    const everything: ScopedRule = { namespace: '', rule: { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }, reason: 'a test' };
    await one.grant([everything]);
    expect(await check()).toBe(0);
    expect(out.join('')).toBe(`${one.user} may install web with OLM\n`);
    expect(await check('json')).toBe(0);
    expect(JSON.parse(out.join(''))).toEqual({
      schema: 'boxcutter.permission-check/v1',
      extension: 'web',
      user: one.user,
      engine: 'olm',
      allowed: true,
      missing: [],
      errors: [],
    });
  });
});

/** What the credentials of a run lack for it, before it writes anything. */
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import type { Answer } from '../../../../lib/engine';
import {
  lackingOwnPermissions, permissionsError, requiredPermissions, type OwnPermissionOptions, type SelfReviewer, unknownTexts,
} from '../../../../lib/guards';
import { covers, type PolicyRule } from '../../../../lib/guards/permissions/rules';

const RBAC = 'rbac.authorization.k8s.io/v1';
const options: OwnPermissionOptions = { extension: 'web', installNamespace: 'shop', stateNamespace: 'state' };
const object = (apiVersion: string, kind: string, name: string, content: object = {}): KubeObject =>
  ({ apiVersion, kind, metadata: { name }, ...content });
const pods = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const role = object(RBAC, 'Role', 'app', { rules: [pods] });
const binding = (kind: string, name: string): KubeObject => object(RBAC, 'RoleBinding', name, { roleRef: { kind, name }, subjects: [] });
const settings = object('v1', 'ConfigMap', 'settings');

type Scoped = readonly { readonly namespace: string; readonly rule: PolicyRule }[];

interface Account {
  /** What RBAC gives it. */
  readonly rules: Scoped;
  /** What another authorizer gives it, which lists nothing. */
  readonly unlisted?: Scoped;
  readonly roles?: Readonly<Record<string, Answer>>;
}

/** An API server with reviews. */
class Server implements SelfReviewer {
  readonly asked: string[] = [];
  constructor(private readonly account: Account) {}

  create({ kind, spec }: KubeObject): Promise<Answer> {
    const { rules, unlisted = [] } = this.account;
    const { namespace, resourceAttributes } = spec as { namespace?: string; resourceAttributes?: Record<string, string> };
    this.asked.push(kind);
    if (resourceAttributes === undefined) {
      const resourceRules = rules.filter((one) => one.namespace === '' || one.namespace === namespace).map(({ rule }) => rule);
      return this.answer({ status: { resourceRules, incomplete: unlisted.length > 0 } });
    }
    const { verb = '', group = '', resource = '', name } = resourceAttributes;
    const single = { verbs: [verb], apiGroups: [group], resources: [resource], ...(name === undefined ? {} : { resourceNames: [name] }) };
    const held = [...rules, ...unlisted].filter((one) => one.namespace === '' || one.namespace === resourceAttributes['namespace']);
    return this.answer({ status: { allowed: held.some(({ rule }) => covers(rule, single)) } });
  }

  get({ name }: ObjectRef): Promise<Answer> {
    this.asked.push(`get ${name}`);
    return Promise.resolve(this.account.roles?.[name] ?? { type: 'gone' });
  }

  private answer(content: object): Promise<Answer> {
    return Promise.resolve({ type: 'object', object: object('v1', 'Review', '', content), created: true });
  }
}

const printed = (objects: readonly KubeObject[], grants: 'hold' | 'delegate' = 'hold'): Scoped =>
  requiredPermissions(objects, { ...options, engine: 'command', grants }).rules;

/** What is missing, as lines, and what was asked. */
async function lacking(objects: readonly KubeObject[], account: Account, more: Partial<OwnPermissionOptions> = {}) {
  const server = new Server(account);
  const found = await lackingOwnPermissions(objects, server, { ...options, ...more });
  const lines = permissionsError(found, 'it')?.message.split('\n').slice(1, -1).map((line) => line.trim()) ?? [];
  return { lines, errors: unknownTexts(found.unknown), asked: server.asked.sort() };
}

const OBJECTS = [settings, role, binding('Role', 'app'), binding('ClusterRole', 'view')];

test.each(['hold', 'delegate'] as const)('an account with what we print lacks nothing (%s): a request for each namespace', async (grants) => {
  expect(await lacking(OBJECTS, { rules: printed(OBJECTS, grants) })).toEqual({
    lines: [], errors: [], asked: ['SelfSubjectRulesReview', 'SelfSubjectRulesReview', 'SelfSubjectRulesReview'],
  });
});

test('an account without anything: all of it at once, by namespace, and in one error', async () => {
  const { lines } = await lacking(OBJECTS, { rules: [] });
  expect(lines).toEqual([
    'in namespace shop: bind clusterroles.rbac.authorization.k8s.io (view)',
    'in namespace shop: create, delete, get, list, patch, watch configmaps (settings)',
    'in namespace shop: create, delete, get, list, patch, watch rolebindings.rbac.authorization.k8s.io (app, view)',
    'in namespace shop: create, delete, get, list, patch, watch roles.rbac.authorization.k8s.io (app)',
    'in namespace shop: get pods',
    'in namespace state: create, delete, get secrets',
    'in namespace state: update secrets (boxcutter.web)',
  ]);
});

test('what goes to a namespace of the package is needed there, as soon as it exists', async () => {
  const brought = { ...settings, metadata: { name: 'settings', namespace: 'brought' } };
  const objects = [object('v1', 'Namespace', 'brought'), brought];
  const everywhere = printed(objects).filter(({ rule }) => rule.resources?.[0] !== 'configmaps');
  const inside = { namespace: 'brought', rule: { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] } };
  expect((await lacking(objects, { rules: [...everywhere, inside] })).lines).toEqual([]);
  expect((await lacking(objects, { rules: everywhere })).lines).toEqual(['in namespace brought: create, delete, get, list, patch, watch configmaps (settings)']);
});

test.each<[string, Partial<OwnPermissionOptions>, string]>([
  ['removed', { removed: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'old' }] }, 'in namespace shop: delete, get, list, watch configmaps (old)'],
  ['let go of', { released: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'old' }] }, 'in namespace shop: get, list, patch, watch configmaps (old)'],
  [
    'a definition that goes', { removed: [{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'oxen.example.com' }] },
    'on the whole cluster: list oxen.example.com',
  ],
  ['namespaces to make', { makesNamespaces: true }, 'on the whole cluster: create namespaces'],
])('%s: needed beside what the new objects take', async (_, more, line) => {
  const { lines } = await lacking([settings], { rules: printed([settings]) }, more);
  expect(lines).toContain(line);
});

describe('an authorizer that lists no rules', () => {
  test('is asked for what seems to be missing, and only for that', async () => {
    const [first, ...rest] = printed([settings]);
    const unlisted = first === undefined ? [] : [first];
    const { lines, asked } = await lacking([settings], { rules: rest, unlisted });
    expect(lines).toEqual([]);
    expect(asked.filter((kind) => kind === 'SelfSubjectAccessReview')).toHaveLength(6);
  });

  test('what it does not allow either is missing', async () => {
    const [first] = printed([settings]);
    const unlisted = first === undefined ? [] : [{ ...first, rule: { ...first.rule, verbs: ['get', 'list', 'watch'] } }];
    const { lines } = await lacking([settings], { rules: printed([settings]).slice(1), unlisted });
    expect(lines).toEqual(['in namespace shop: create, delete, patch configmaps (settings)']);
  });

  test('what a role grants has to be held by RBAC: of another authorizer only the right to escalate counts', async () => {
    const rules = printed([role]).filter(({ rule }) => rule.resources?.[0] !== 'pods');
    expect((await lacking([role], { rules, unlisted: [{ namespace: 'shop', rule: pods }] })).lines).toEqual(['in namespace shop: get pods']);
    const escalate = { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['escalate'] };
    expect((await lacking([role], { rules, unlisted: [{ namespace: 'shop', rule: escalate }] })).lines).toEqual([]);
  });
});

describe('a role of the cluster that the package binds', () => {
  const view = binding('ClusterRole', 'view');
  const rules = printed([view]).filter(({ rule }) => !rule.verbs.includes('bind'));
  const found = (rules: readonly PolicyRule[]): Answer => ({ type: 'object', object: object(RBAC, 'ClusterRole', 'view', { rules }), created: false });
  const forbidden: Answer = { type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'no', causes: [] } };
  const held = { namespace: 'shop', rule: pods };

  test.each<[string, Account, readonly string[]]>([
    ['all that it grants is held', { rules: [...rules, held], roles: { view: found([pods]) } }, []],
    ['something of it is not held', { rules, roles: { view: found([pods]) } }, ['in namespace shop: bind clusterroles.rbac.authorization.k8s.io (view)']],
    ['it is not there', { rules, roles: {} }, ['in namespace shop: bind clusterroles.rbac.authorization.k8s.io (view)']],
  ])('%s', async (_, account, expected) => {
    const { lines, errors, asked } = await lacking([view], account);
    expect([lines, errors, asked.filter((one) => one.startsWith('get'))]).toEqual([expected, [], ['get view']]);
  });

  test('it may not be read: that stops nothing, and it is said', async () => {
    const { lines, errors } = await lacking([view], { rules, roles: { view: forbidden } });
    expect([lines, errors]).toEqual([[], ['ClusterRole view may not be read, so it is not known whether the account has everything that it grants']]);
  });
});

test('the error: category server, rules as data, and the way to all that an installer needs', async () => {
  const found = await lackingOwnPermissions([settings], new Server({ rules: printed([settings]).slice(1) }), options);
  expect(permissionsError(found, 'extension "web"')).toMatchObject({
    code: 'permissions-missing', category: 'server',
    message: 'These credentials lack permissions that extension "web" needs:\n'
      + '  in namespace shop: create, delete, get, list, patch, watch configmaps (settings)\nNothing was changed.',
    hint: 'All that an installer needs, as roles: `requiredPermissions`.',
    details: { missing: [{ namespace: 'shop' }] },
  });
});

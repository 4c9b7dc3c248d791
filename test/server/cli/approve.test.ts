/** Several upgrades approved at once: one that is another by then, or that the account may not approve, keeps none of the others from it. */
import { loadAll } from 'js-yaml';
import { API_VERSION, type KubeObject, type ObjectRef } from '../../../lib/api';
import { startFaultProxy } from '../../../lib/testing';
import { installCrds } from '../support/controllers';
import { OtherClient, stored, unique } from '../support/extension';
import { boxcutter, commandBench, kubeconfig } from './command';
import { document } from './documents';

const bench = commandBench();
const created: ObjectRef[] = [];
let client: OtherClient;

beforeAll(async () => {
  client = new OtherClient(bench.cluster);
  await installCrds(client);
});
afterEach(() => Promise.all(created.splice(0).map((ref) => client.delete(ref))));

const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;
const content = (letter: string): string => `quay.io/acme/shop@${digest(letter)}`;

/** A team with a pending upgrade each of extensions `a`, `b`, `c`, as the controllers write them; nobody here acts on them. */
class Team {
  readonly name = unique('team');

  static async of(...extensions: readonly string[]): Promise<Team> {
    const team = new Team();
    for (const extension of extensions) await team.write(extension);
    return team;
  }

  pending(extension: string): string {
    return `${this.name}-${extension}-1.1.0`;
  }

  ref(extension: string): ObjectRef {
    return { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name: this.pending(extension) };
  }

  /** @param isSeen the controllers have looked at its content */
  async write(extension: string, isSeen = true): Promise<void> {
    created.push(this.ref(extension));
    const owner = await this.extension(`${this.name}-${extension}`);
    const [object] = loadAll(`
apiVersion: ${API_VERSION}
kind: ClusterExtensionRevision
metadata: { name: ${this.pending(extension)}, labels: { team: ${this.name}, clusterextension: ${this.name}-${extension} } }
spec:
  clusterExtensionRef: { name: ${this.name}-${extension} }
  version: 1.1.0
  bundleMetadata: { name: ${extension}.v1.1.0, version: 1.1.0 }
  availableSince: "2026-01-01T00:00:00Z"
  approved: false
`) as unknown as readonly [KubeObject];
    const { apiVersion, kind, metadata: { name = '', uid = '' } } = owner;
    const ownerReferences = [{ apiVersion, kind, name, uid, controller: true }];
    stored(await client.cluster.create({ ...object, metadata: { ...object.metadata, ownerReferences } }));
    if (isSeen) await this.see(extension, content('0'));
  }

  /** As the controllers put it down. */
  async see(extension: string, of: string): Promise<void> {
    const { metadata: { uid, resourceVersion }, ...object } = await client.get(this.ref(extension));
    const status = { upgrade: { content: of, digest: of.slice(of.indexOf('@') + 1) } };
    const metadata = { name: this.pending(extension), uid, resourceVersion };
    stored(await client.cluster.replaceStatus({ ...object, metadata, status } as unknown as KubeObject));
  }

  private async extension(name: string): Promise<KubeObject> {
    const ref = { apiVersion: API_VERSION, kind: 'ClusterExtension', name };
    if (!created.some((one) => one.name === name)) created.push(ref);
    const spec = { namespace: 'default', source: { sourceType: 'Catalog', catalog: { packageName: 'p' } } };
    return client.apply({ apiVersion: API_VERSION, kind: 'ClusterExtension', metadata: { name }, spec } as KubeObject);
  }

  /** As the controllers do it when the content under a version is another one: a new object with the same name. */
  async replace(extension: string): Promise<void> {
    await client.delete(this.ref(extension));
    await this.write(extension);
  }

  async approved(...extensions: readonly string[]): Promise<readonly (readonly [approved: unknown, by: unknown])[]> {
    return Promise.all(extensions.map(async (extension) => {
      const { metadata, spec } = await client.get(this.ref(extension)) as KubeObject & { readonly spec: { readonly approved: boolean } };
      return [spec.approved, metadata.annotations?.['olm.operatorframework.io/approved-by']] as const;
    }));
  }
}

test('those of a selector, and no other; what is approved already is not written again', async () => {
  const [team, others] = [await Team.of('a', 'b'), await Team.of('a')];
  const listed = document(await boxcutter(['upgrades', '-l', `team=${team.name}`, '-o', 'json']));
  expect(listed).toMatchObject({ schema: 'boxcutter.upgrades/v1', upgrades: ['a', 'b'].map((one) => (
    { name: team.pending(one), extension: `${team.name}-${one}`, version: '1.1.0', approved: false, state: 'waiting' })) });

  const foreseen = await boxcutter(['approve', '-l', `team=${team.name}`, '--dry-run']);
  expect([foreseen.code, foreseen.stdout]).toEqual([10, `${team.pending('a')}: would be approved\n${team.pending('b')}: would be approved\n`]);
  expect(await team.approved('a', 'b')).toEqual([[false, undefined], [false, undefined]]);

  const done = await boxcutter(['approve', '-l', `team=${team.name}`, '-o', 'json']);
  expect(done.code).toBe(0);
  expect(document(done)).toEqual({
    schema: 'boxcutter.approval/v1', dryRun: false, failures: [],
    upgrades: ['a', 'b'].map((one) => ({ name: team.pending(one), extension: `${team.name}-${one}`, version: '1.1.0', changed: true })),
  });
  expect(await team.approved('a', 'b')).toEqual([[true, expect.stringContaining('admin')], [true, expect.stringContaining('admin')]]);
  expect(await others.approved('a')).toEqual([[false, undefined]]);

  const again = await boxcutter(['approve', '-l', `team=${team.name}`]);
  expect([again.code, again.stdout]).toEqual([0, 'No upgrade waits.\n']);
  const named = await boxcutter(['approve', team.pending('a'), `${team.name}-b`]);
  expect([named.code, named.stdout]).toEqual([0, `${team.pending('a')}: approved already\n${team.pending('b')}: approved already\n`]);
  expect((await boxcutter(['approve', '-l', `team=${team.name}`, '--dry-run'])).code).toBe(0);
});

test('what nobody could look at is not approved by the way', async () => {
  const team = await Team.of('a');
  await team.write('b', false);
  const { code, stderr } = await boxcutter(['approve', '-l', `team=${team.name}`]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/What \S+-b-1\.1\.0 would install is not known yet\. Nothing was approved\.[^]*--unseen/) as string]);
  expect(await team.approved('a', 'b')).toEqual([[true, expect.anything()], [false, undefined]]);
  expect(await boxcutter(['approve', team.pending('b'), '--unseen'])).toMatchObject({ code: 0 });
  expect(await team.approved('b')).toEqual([[true, expect.anything()]]);
});

describe('with the digest of what was looked at', () => {
  test('that content is approved; another one, or one that is not known, is refused in one message', async () => {
    const team = await Team.of('b');
    await team.write('a', false);
    const unknown = await boxcutter(['approve', team.pending('a'), '--digest', digest('1')]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('is not known yet, and not sha256:1111') as string]);
    expect(unknown).toBeOneMessage();
    await team.see('a', content('1'));
    await team.see('b', content('1'));
    const other = await boxcutter(['approve', team.pending('a'), '--digest', digest('2'), '-o', 'json']);
    expect([other.code, document(other)]).toEqual([2, expect.objectContaining({
      code: 'upgrade-content-differs', details: { name: team.pending('a'), digest: digest('2'), content: content('1') },
    })]);
    expect(await team.approved('a', 'b')).toEqual([[false, undefined], [false, undefined]]);

    expect((await boxcutter(['approve', team.pending('a'), '--digest', digest('1'), '--dry-run'])).code).toBe(10);
    expect(await boxcutter(['approve', `${team.name}-a`, '--digest', digest('1')])).toMatchObject({ code: 0 });
    expect(await boxcutter(['approve', team.pending('b'), '--digest', digest('1')])).toMatchObject({ code: 0 });
    expect(await team.approved('a', 'b')).toEqual([[true, expect.anything()], [true, expect.anything()]]);
  });

  test('what is no digest, and a digest for several, is one message', async () => {
    for (const args of [['shop-1.2.0', '--digest', 'sha256:12'], ['a', 'b', '--digest', digest('1')], ['--all', '--digest', digest('1')], ['a', '--digest', content('1')]]) {
      const refused = await boxcutter(['approve', ...args]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--digest') as string]);
      expect(refused).toBeOneMessage();
    }
  });

  test('content that changes between the look and the approval is not approved', async () => {
    const team = await Team.of('a');
    await team.see('a', content('1'));
    const proxy = await startFaultProxy({ target: kubeconfig });
    proxy.addRule({
      match: { verb: 'patch', resource: 'clusterextensionrevisions.olm.operatorframework.io' }, nth: 1,
      fault: { type: 'meanwhile', at: 'arrival', act: () => team.see('a', content('2')), then: 'go on' },
    });
    try {
      const done = await boxcutter(['approve', team.pending('a'), '--digest', digest('1')], { env: { KUBECONFIG: proxy.kubeconfig } });
      expect([done.code, done.stderr]).toEqual([1, expect.stringContaining('is not there any more') as string]);
    } finally {
      await proxy.close();
    }
    expect(await team.approved('a')).toEqual([[false, undefined]]);
  });
});

describe('one is another by the time that it is approved', () => {
  /** Right before the command writes the first approval. */
  async function withReplaced(team: Team, extension: string, ...args: readonly string[]): ReturnType<typeof boxcutter> {
    const proxy = await startFaultProxy({ target: kubeconfig });
    proxy.addRule({
      match: { verb: 'patch', resource: 'clusterextensionrevisions.olm.operatorframework.io' }, nth: 1,
      fault: { type: 'meanwhile', at: 'arrival', act: () => team.replace(extension), then: 'go on' },
    });
    try {
      return await boxcutter(['approve', ...args], { env: { KUBECONFIG: proxy.kubeconfig } });
    } finally {
      await proxy.close();
    }
  }

  test('it is refused, nobody has approved it, and the others are approved', async () => {
    const team = await Team.of('a', 'b', 'c');
    const done = await withReplaced(team, 'b', '-l', `team=${team.name}`, '-o', 'json');
    expect(done.code).toBe(1);
    expect(document(done)).toMatchObject({
      upgrades: [{ name: team.pending('a'), changed: true }, { name: team.pending('c'), changed: true }],
      failures: [{ name: team.pending('b'), code: 'upgrade-changed', category: 'server', hint: 'What there is now: boxcutter upgrades' }],
    });
    expect(await team.approved('a', 'b', 'c')).toEqual([[true, expect.anything()], [false, undefined], [true, expect.anything()]]);

    const text = await withReplaced(team, 'b', team.pending('b'), team.pending('c'));
    expect([text.code, text.stdout]).toEqual([1, `${team.pending('c')}: approved already\n`]);
    expect(text.stderr).toContain(`The pending upgrade ${team.pending('b')} has changed, or is not there any more.`);
  });

  test('alone, it is the error of the command', async () => {
    const team = await Team.of('a');
    const done = await withReplaced(team, 'a', team.pending('a'));
    expect(done).toMatchObject({ code: 1 });
    expect(done).toBeOneMessage();
    expect(done.stderr).toContain('is not there any more');
    expect(await team.approved('a')).toEqual([[false, undefined]]);
  });
});

/** Rights take effect a moment after they are given. */
async function untilAllowed(user: string, name: string): Promise<void> {
  const resourceAttributes = { group: 'olm.operatorframework.io', resource: 'clusterextensionrevisions', verb: 'patch', name };
  const question = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', metadata: {}, spec: { user, resourceAttributes } };
  for (;;) {
    const { status } = stored(await client.cluster.create(question)) as KubeObject & { readonly status: { readonly allowed: boolean } };
    if (status.allowed) return;
  }
}

test('--all approves what the account may approve, and names the rest', async () => {
  const team = await Team.of('a', 'b', 'c');
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: team.name }, rules: [
    { apiGroups: ['olm.operatorframework.io'], resources: ['clusterextensionrevisions', 'clusterextensions'], verbs: ['get', 'list'] },
    { apiGroups: ['olm.operatorframework.io'], resources: ['clusterextensionrevisions'], verbs: ['patch'], resourceNames: [team.pending('a'), team.pending('c')] },
  ] };
  const lead = `${team.name}-lead`;
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: team.name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: team.name }, subjects: [{ kind: 'User', name: lead, apiGroup: 'rbac.authorization.k8s.io' }],
  };
  for (const object of [role, binding]) {
    await client.apply(object);
    created.push({ apiVersion: object.apiVersion, kind: object.kind, name: team.name });
  }
  await untilAllowed(lead, team.pending('c'));
  // Others of this cluster wait, too: those of other tests, which this account may not touch.
  const done = await boxcutter(['approve', '--all', '--as', lead, '-o', 'json']);
  expect(done.code).toBe(1);
  const { upgrades, failures } = document(done) as unknown as Readonly<Record<'upgrades' | 'failures', readonly { readonly name: string; readonly code?: string }[]>>;
  expect(upgrades.map(({ name }) => name)).toEqual([team.pending('a'), team.pending('c')]);
  expect(failures.filter(({ name }) => name.startsWith(team.name))).toEqual([expect.objectContaining({
    name: team.pending('b'), code: 'upgrade-refused', message: expect.stringContaining('cannot patch resource') as string,
  })]);
  expect(await team.approved('a', 'b', 'c')).toEqual([[true, lead], [false, undefined], [true, lead]]);
});

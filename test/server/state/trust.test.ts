/**
 * Who may write the Secrets of one namespace forges the state of an extension there; an administrator then acts on it. Each attack is shown
 * twice: refused, and, with the state trusted, what it would have done.
 */
import { refOf, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../lib/api';
import { connect, type KubeCluster } from '../../../lib/kube';
import { contentDigest } from '../../../lib/revision';
import {
  keepExtensions, recordedChoices, recoverExtension, rollbackExtension, type KeepEvent, type Outcome, type WriteOptions,
} from '../../../lib/runtime';
import { contentRef, decodeContent, decodeHead, encodeContent, encodeHead, SEAL_ANNOTATION, type Head, type StoredHead } from '../../../lib/state';
import { actions, Bench, kubeconfig, revisionOf, stored, unique } from '../support/extension';

const RBAC = 'rbac.authorization.k8s.io/v1';

let bench: Bench;
/** Admin of the namespace, nobody elsewhere. */
let tenant: KubeCluster;
/** Cluster-scoped names of this test, removed after it. */
let made: ObjectRef[];
beforeEach(async () => {
  bench = await Bench.open('trust');
  made = [];
  const subject = { kind: 'ServiceAccount', name: 'tenant', namespace: bench.namespace };
  await bench.otherClient.apply(bench.object('ServiceAccount', 'tenant'));
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' };
  await bench.otherClient.apply({ apiVersion: RBAC, kind: 'RoleBinding', metadata: { name: 'tenant', namespace: bench.namespace }, roleRef, subjects: [subject] });
  tenant = await connect({ kubeconfig, as: `system:serviceaccount:${bench.namespace}:tenant` });
  while ((await tenant.get(bench.ref('Secret', 'nothing'))).type === 'refused') { /* the authorizer learns of it a little later */ }
});
afterEach(async () => {
  for (const ref of made) await bench.otherClient.delete(ref);
  tenant.close();
  await bench.close();
});

/** A cluster-scoped object, which the tenant may not write. */
function clusterRole(name = unique('trust')): KubeObject {
  const ref = { apiVersion: RBAC, kind: 'ClusterRole', name };
  made.push(ref);
  return { apiVersion: RBAC, kind: 'ClusterRole', metadata: { name, labels: bench.labels }, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] };
}

const exists = (object: KubeObject): Promise<boolean> => bench.otherClient.exists(refOf(object));
const as = (): WriteOptions => ({ cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000) });
const rollback = (more: Partial<WriteOptions> & { readonly to?: number } = {}): Promise<Outcome> => rollbackExtension('web', { ...as(), ...more });
const untrusted = (why: string) => ({ code: 'state-untrusted', category: 'input', details: { why, extension: 'web' } });
const head = async (): Promise<StoredHead> => decodeHead(stored(await tenant.get(bench.head)));

async function forgeHead(change: (head: Head) => Head): Promise<StoredHead> {
  const before = await head();
  return decodeHead(stored(await tenant.replace(encodeHead(change(before.head), bench.namespace, before))));
}

/** Puts other content under a number; the seal of the right one is copied along, if there is one. */
async function forgeContent(number: number, change: (content: ResolvedRevision) => ResolvedRevision): Promise<void> {
  const ref = contentRef('web', bench.namespace, number);
  const real = stored(await tenant.get(ref));
  const [forged] = encodeContent(change(decodeContent([real], ref)), await head());
  await tenant.delete(ref, { uid: real.metadata.uid ?? '' });
  const seal = real.metadata.annotations?.[SEAL_ANNOTATION];
  const annotations = seal === undefined ? {} : { annotations: { [SEAL_ANNOTATION]: seal } };
  if (forged !== undefined) stored(await tenant.create({ ...forged, metadata: { ...forged.metadata, ...annotations } }));
}

const withObjects = (...objects: readonly KubeObject[]) => (content: ResolvedRevision): ResolvedRevision => {
  const phases = [{ name: 'phase-0', objects: objects.map((object) => ({ object, collisionProtection: 'None' as const })) }];
  return { ...content, phases, digest: contentDigest(phases, content.probes) };
};

test('a head and its content that another client made up: neither a rollback nor a keeper writes for them', async () => {
  const role = clusterRole();
  const contents = [1, 2].map((number) => ({ ...withObjects(role, bench.configMap('a', String(number)))(revisionOf([])), number }));
  const revisions = contents.map(({ number, digest }) => ({ number, digest, at: '2026-01-01T00:00:00Z', completeAt: '2026-01-01T00:00:00Z' })).reverse();
  const forged = decodeHead(stored(await tenant.create(encodeHead({ extension: 'web', revisions, inventory: [] }, bench.namespace))));
  for (const content of contents) for (const secret of encodeContent(content, forged)) stored(await tenant.create(secret));

  await expect(rollback()).rejects.toMatchObject(untrusted('unsealed'));
  await expect(rollback({ dryRun: true })).rejects.toMatchObject(untrusted('unsealed'));
  await forgeHead((known) => ({ ...known, revisions: known.revisions.slice(1).map(({ completeAt: _completeAt, ...open }) => open) }));
  const failed = await keptUntil((event) => event.type === 'failed');
  expect(failed).toMatchObject({ message: expect.stringContaining(`ClusterRole ${role.metadata.name}`) });
  expect(await exists(role)).toBe(false);

  await keptUntil((event) => event.type === 'rollout', { trustState: true });
  expect(await exists(role)).toBe(true);
});

/** Keeps the namespace until an event. */
async function keptUntil(isRight: (event: KeepEvent) => boolean, more: { readonly trustState?: boolean } = {}): Promise<KeepEvent> {
  const ending = new AbortController();
  let found: KeepEvent | undefined;
  await keepExtensions({
    cluster: bench.cluster, namespaces: [bench.namespace], signal: AbortSignal.any([ending.signal, AbortSignal.timeout(30_000)]), ...more,
    onEvent: (event) => {
      if (found !== undefined || !isRight(event)) return;
      found = event;
      ending.abort();
    },
  });
  if (found === undefined) throw new Error('no such event');
  return found;
}

describe('an extension that the administrator installed', () => {
  let role: KubeObject;
  let evil: KubeObject;
  beforeEach(async () => {
    [role, evil] = [clusterRole(), clusterRole()];
    await bench.apply(revisionOf([[role, bench.configMap('a', '1')]]));
    await bench.apply(revisionOf([[role, bench.configMap('a', '2')]]));
  });

  test('is rolled back without a word: its content is sealed', async () => {
    await expect(rollback()).resolves.toMatchObject({ status: 'complete', rollbackOf: 1 });
    await expect(rollback()).resolves.toMatchObject({ status: 'complete', rollbackOf: 2 });
  });

  test('replaced content, with the digest of the right one: it is not what the record names', async () => {
    await forgeContent(1, (content) => ({ ...withObjects(evil)(content), digest: content.digest }));
    await expect(rollback({ to: 1 })).rejects.toMatchObject({ code: 'rollback-target' });
    await expect(rollback({ to: 1, trustState: true })).rejects.toMatchObject({ code: 'rollback-target' });
    expect(await exists(evil)).toBe(false);
  });

  test('replaced content, and the record names it: the seal of the right one does not fit', async () => {
    await replaceContent(withObjects(evil));
    await expect(rollback({ to: 1 })).rejects.toMatchObject(untrusted('seal-wrong'));
    expect(await exists(evil)).toBe(false);
    await expect(rollback({ to: 1, trustState: true })).resolves.toMatchObject({ status: 'complete' });
    expect(await exists(evil)).toBe(true);
  });

  async function replaceContent(change: (content: ResolvedRevision) => ResolvedRevision): Promise<void> {
    const before = stored(await tenant.get(contentRef('web', bench.namespace, 1)));
    const { digest } = change(decodeContent([before], bench.head));
    await forgeContent(1, change);
    const rename = (revision: Head['revisions'][number]): Head['revisions'][number] => (revision.number === 1 ? { ...revision, digest } : revision);
    await forgeHead((known) => ({ ...known, revisions: known.revisions.map(rename) }));
  }

  test('content that leaves objects out would delete them: that counts, too', async () => {
    await replaceContent(withObjects(bench.configMap('a', '1')));
    await expect(rollback({ to: 1 })).rejects.toMatchObject(untrusted('seal-wrong'));
    expect(await exists(role)).toBe(true);
    expect(actions(await rollback({ to: 1, trustState: true }))).toContain(`${role.metadata.name}: Deleted`);
  });

  test('content from before there were seals, or that lost its seal, is sealed by the next apply, which changes nothing else', async () => {
    const secret = stored(await tenant.get(contentRef('web', bench.namespace, 2)));
    const { [SEAL_ANNOTATION]: _seal, ...annotations } = secret.metadata.annotations ?? {};
    stored(await tenant.replace({ ...secret, metadata: { ...secret.metadata, annotations } }));
    await bench.apply(revisionOf([[role, bench.configMap('a', '3')]]));
    await expect(rollback()).rejects.toMatchObject(untrusted('unsealed'));
    const newest = stored(await tenant.get(contentRef('web', bench.namespace, 3)));
    stored(await tenant.replace({ ...newest, metadata: { ...newest.metadata, annotations } }));
    await expect(bench.apply(revisionOf([[role, bench.configMap('a', '3')]]))).resolves.toMatchObject({ unchanged: true, revision: 3 });
    await bench.apply(revisionOf([[role, bench.configMap('a', '4')]]));
    await expect(rollback()).resolves.toMatchObject({ rollbackOf: 3, status: 'complete' });
  });

  test('changed choices: who installs is told, and what is made of them stays within the namespace', async () => {
    const chosen = { ...revisionOf([[role, bench.configMap('a', '3')]]), config: { admin: 'ada' } };
    await bench.apply(chosen);
    await expect(recordedChoices('web', as())).resolves.toEqual({ config: { admin: 'ada' } });
    await forgeContent(3, (content) => ({ ...content, config: { admin: 'mallory' } }));
    const found = await recordedChoices('web', as());
    expect(found).toMatchObject({ config: { admin: 'mallory' }, untrusted: { why: 'seal-wrong' } });
    const { untrusted: doubt } = found ?? {};
    if (doubt === undefined) throw new Error('trusted');
    const next = revisionOf([[role, evil, bench.configMap('a', '4')]]);
    await expect(bench.apply({ ...next, untrusted: doubt })).rejects.toMatchObject(untrusted('seal-wrong'));
    expect(await exists(evil)).toBe(false);
    const small = revisionOf([[bench.configMap('small', '4')]], { extension: 'small' });
    await expect(bench.apply({ ...small, untrusted: doubt })).resolves.toMatchObject({ status: 'complete' });
    const kept = stored(await tenant.get(contentRef('small', bench.namespace, 1)));
    expect(kept.metadata.annotations?.[SEAL_ANNOTATION]).toBeUndefined();
  });

  test('an entry in the inventory claims nothing: what does not carry the uid of the head stays', async () => {
    await bench.otherClient.apply(evil);
    await forgeHead((known) => ({ ...known, inventory: [...known.inventory, { ref: refOf(evil), order: 0, phase: 'phase-0', uid: 'x' }] }));
    await bench.apply(revisionOf([[role, bench.configMap('a', '5')]]));
    expect(await exists(evil)).toBe(true);
    await forgeHead((known) => ({ ...known, inventory: [...known.inventory, { ref: refOf(evil), order: 0, phase: 'phase-0' }] }));
    await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
    expect([await exists(evil), await exists(role)]).toEqual([true, false]);
  });

  test('a record that was deleted and made anew by another client: what the lost one had is not deleted in its name', async () => {
    const lost = await head();
    await tenant.delete(bench.head, { uid: lost.uid });
    const { revisions: _revisions, ...known } = lost.head;
    stored(await tenant.create(encodeHead({ ...known, revisions: [], formerUids: [lost.uid] }, bench.namespace)));
    const notes: string[] = [];
    // What carries the mark of the lost record is neither deleted nor called so; the record stays.
    await expect(bench.delete({ onNote: (note) => notes.push(note) })).resolves.toMatchObject({ status: 'failed' });
    expect(notes.join('\n')).toMatch(/is not sealed/);
    expect(await exists(role)).toBe(true);
    await bench.delete({ trustState: true });
    expect(await exists(role)).toBe(false);
  });

  test('a record that the administrator recovers stands in for the lost one', async () => {
    await tenant.delete(bench.head, { uid: (await head()).uid });
    await recoverExtension('web', as());
    expect((await head()).head).toMatchObject({ formerUids: [expect.any(String)], formerSeal: expect.stringMatching(/^v1\./) });
    await bench.apply(revisionOf([[role, bench.configMap('a', '2')]]));
    await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
    expect(await exists(role)).toBe(false);
  });
});

const ELSEWHERE = [['of another name', 'victim'], ['of the same name', 'web']] as const;
test.each(ELSEWHERE)('the objects of an extension %s elsewhere cannot be claimed, trusted or not', async (_, extension) => {
  const elsewhere = unique('victim');
  await bench.otherClient.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: elsewhere } });
  made.push({ apiVersion: 'v1', kind: 'Namespace', name: elsewhere });
  const role = clusterRole();
  await bench.apply(revisionOf([[role]], { extension }), { stateNamespace: elsewhere });
  const { metadata: { uid = '' } } = await bench.otherClient.get({ apiVersion: 'v1', kind: 'Secret', namespace: elsewhere, name: `boxcutter.${extension}` });
  const inventory = [{ ref: refOf(role), order: 0, phase: 'phase-0' }];
  for (const trustState of [false, true]) {
    stored(await tenant.create(encodeHead({ extension: 'web', revisions: [], inventory, formerUids: [uid] }, bench.namespace)));
    await bench.delete({ trustState });
    expect(await exists(role)).toBe(true);
  }
});

describe('an account without the key', () => {
  const apply = (target: ResolvedRevision, notes: string[] = []): Promise<Outcome> =>
    bench.apply(target, { cluster: tenant, onNote: (note) => notes.push(note) });

  test('installs, upgrades and rolls back what stays within its namespace, without a word', async () => {
    const notes: string[] = [];
    await apply(revisionOf([[bench.configMap('a', '1')]]), notes);
    await expect(apply(revisionOf([[bench.configMap('a', '2')]]), notes)).resolves.toMatchObject({ status: 'complete' });
    await expect(rollback({ cluster: tenant })).resolves.toMatchObject({ status: 'complete', rollbackOf: 1 });
    expect(notes).toEqual([]);
  });

  test('rolls back what lends rights within its namespace when it says that it trusts its state', async () => {
    const role = bench.object('Role', 'a', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }, RBAC);
    await apply(revisionOf([[role, bench.configMap('a', '1')]]));
    await apply(revisionOf([[role, bench.configMap('a', '2')]]));
    await expect(rollback({ cluster: tenant })).rejects.toMatchObject(untrusted('unsealed'));
    await expect(rollback({ cluster: tenant, trustState: true })).resolves.toMatchObject({ status: 'complete' });
  });

  test('can neither read nor replace the key', async () => {
    const key = { apiVersion: 'v1', kind: 'Secret', namespace: 'kube-system', name: 'boxcutter-state-key' };
    await bench.apply(revisionOf([[bench.configMap('a', '1')]]));
    expect(stored(await bench.cluster.get(key))).toMatchObject({ immutable: true, type: 'olm.operatorframework.io/state-key' });
    expect((await tenant.get(key)).type).toBe('refused');
    expect((await tenant.delete(key, { uid: 'x' })).type).toBe('refused');
  });
});

test('what it costs: a read of the key for each connection that installs, a create for each cluster, nothing where nothing changes', async () => {
  const stateKey = { namespace: bench.namespace, name: 'key' };
  const first = await bench.counted(() => bench.apply(revisionOf([[bench.configMap('a', '1')]]), { stateKey }));
  const upgrade = await bench.counted(() => bench.apply(revisionOf([[bench.configMap('a', '2')]]), { stateKey }));
  const again = await bench.counted(() => bench.apply(revisionOf([[bench.configMap('a', '2')]]), { stateKey }));
  const other = await connect({ kubeconfig });
  await bench.apply(revisionOf([[bench.configMap('a', '2')]]), { stateKey, cluster: other });
  const { get = 0, create = 0 } = other.requests();
  other.close();
  const of = ({ get: reads = 0, create: creates = 0 }: Readonly<Record<string, number>>): readonly number[] => [reads, creates];
  expect({ first: of(first.requests), upgrade: of(upgrade.requests), again: of(again.requests), other: [get, create] }).toEqual({
    first: [3, 3], upgrade: [1, 1], again: [2, 0], other: [2, 0],
  });
});

/**
 * Rolling back, pausing, planning and looking where things are odd: content that is lost or pruned, nothing left to apply, a teardown
 * that has begun, a package that would write over its own record.
 */
import { keyOf, LABEL_OWNER_NAME, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../../lib/api';
import { contentDigest } from '../../../../lib/revision';
import {
  applyRevision, deleteExtension, explainExtension, lookAtExtension, pauseExtension, planRevision, rollbackExtension, type Outcome,
  type WriteOptions,
} from '../../../../lib/runtime';
import { readContent, readHead, SEAL_ANNOTATION, sealsOf, type StoredHead } from '../../../../lib/state';
import { FakeCluster, refusal } from '../fake-cluster';

const NAMESPACE = 'shop';
const CONTENT: ObjectRef = { apiVersion: 'v1', kind: 'Secret', namespace: NAMESPACE, name: 'boxcutter-content.web.1' };

let server: FakeCluster;
beforeEach(() => {
  server = new FakeCluster();
});

function revision(...objects: readonly KubeObject[]): ResolvedRevision {
  const phases = objects.map((object, index) => ({ name: `p${index}`, objects: [{ object, collisionProtection: 'Prevent' as const }] }));
  return { extension: 'web', number: 1, digest: JSON.stringify(objects), probes: [], phases };
}

function object(apiVersion: string, kind: string, name: string, content: object): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace: NAMESPACE, labels: { [LABEL_OWNER_NAME]: 'web' } }, ...content };
}

const settings = (value: string): KubeObject => object('v1', 'ConfigMap', 'settings', { data: { value } });
const never = object('apps/v1', 'Deployment', 'server', { spec: { replicas: 1 } });
const options = (more: Partial<WriteOptions> = {}): WriteOptions => ({ cluster: server.cluster, stateNamespace: NAMESPACE, ...more });
const apply = (target: ResolvedRevision, more: Partial<WriteOptions> = {}): Promise<Outcome> => applyRevision(target, options(more));

async function stored(): Promise<StoredHead> {
  const found = await readHead(server.cluster, 'web', NAMESPACE);
  if (found === undefined) throw new Error('no head');
  return found;
}

describe('rollback', () => {
  test('to the oldest that is kept, broken off: the same command goes on with it, though it is older than the history keeps', async () => {
    await apply(revision(settings('1'), never), { wait: false });
    for (let number = 2; number <= 6; number += 1) await apply(revision(settings(String(number))));
    await expect(rollbackExtension('web', { ...options(), to: 1, wait: false })).resolves.toMatchObject({
      status: 'incomplete',
      revision: 7,
      rollbackOf: 1,
    });
    await expect(rollbackExtension('web', { ...options(), wait: false })).resolves.toMatchObject({ revision: 7, rollbackOf: 1 });
    await expect(rollbackExtension('web', { ...options(), to: 1, wait: false })).resolves.toMatchObject({ revision: 7, rollbackOf: 1 });
  });

  test('to a revision whose kinds are no longer served is refused: it would take everything down', async () => {
    await apply(revision(object('example.com/v1', 'Widget', 'mine', {})));
    await apply(revision(settings('2')));
    server.resolve = () => Promise.resolve(undefined as never);
    const refused = { code: 'nothing-to-apply', category: 'input' };
    await expect(rollbackExtension('web', { ...options(), skipUnserved: true })).rejects.toMatchObject(refused);
    expect(server.names()).toContain('settings');
  });
});

test('content that another client deleted is written again by the next apply, also when there is nothing else to do', async () => {
  await apply(revision(settings('1')));
  server.remove(CONTENT);
  await expect(lookAtExtension('web', options())).resolves.toMatchObject({ healthy: false });
  await expect(apply(revision(settings('1')))).resolves.toMatchObject({ status: 'complete', revision: 1 });
  await expect(readContent(server.cluster, await stored(), 1, sealsOf(server.cluster))).resolves.toMatchObject({ extension: 'web' });
  await expect(lookAtExtension('web', options())).resolves.toMatchObject({ healthy: true });
});

test('a seal that another client has changed stays where an apply has nothing to do; lost content is sealed anew', async () => {
  const kept = async (): ReturnType<typeof readContent> => readContent(server.cluster, await stored(), 1, sealsOf(server.cluster));
  const doubt = async (): Promise<unknown> => (await kept())?.untrusted?.why;
  const given = revision(settings('1'));
  const target = { ...given, digest: contentDigest(given.phases, given.probes) };
  await apply(target);
  expect(await doubt()).toBeUndefined();
  const content = server.objects.get(keyOf(CONTENT)) as KubeObject;
  server.store({
    ...content,
    metadata: { ...content.metadata, annotations: { ...content.metadata.annotations, [SEAL_ANNOTATION]: 'v1.x.y' } },
  });
  server.asked.length = 0;
  await expect(apply(target)).resolves.toMatchObject({ status: 'complete', unchanged: true });
  // It acts on nothing that is kept, so it does not read the key.
  expect(server.asked).not.toContain('get boxcutter-state-key');
  expect(await doubt()).toBe('seal-wrong');

  server.remove(CONTENT);
  await apply(target);
  expect(await doubt()).toBeUndefined();
});

test('content that a deleted head of the same name has left behind is not taken for that of the new one', async () => {
  await apply(revision(settings('former')));
  const former = [...server.objects.values()].find(({ metadata }) => metadata.name === CONTENT.name) as KubeObject;
  await deleteExtension('web', options());
  server.remove(CONTENT);
  await apply(revision(settings('1')));
  server.remove(CONTENT);
  server.store(former);
  await expect(readContent(server.cluster, await stored(), 1, sealsOf(server.cluster))).resolves.toBeUndefined();
  await apply(revision(settings('1')));
  const content = { phases: [{ objects: [{ object: { data: { value: '1' } } }] }] };
  await expect(readContent(server.cluster, await stored(), 1, sealsOf(server.cluster))).resolves.toMatchObject(content);
});

test('an integer that may have been rounded when it was read is refused before anything is asked', async () => {
  const box = object('example.com/v1', 'Box', 'box', JSON.parse('{"spec":{"sizes":[1,9007199254740993]}}') as object);
  await expect(apply(revision(settings('1'), box))).rejects.toMatchObject({
    code: 'content-invalid',
    category: 'input',
    message: expect.stringMatching(/^The integer at spec\.sizes\[1\] of Box\S* shop\/box of extension "web" is beyond 2\^53/),
  });
  expect(server.asked).toEqual([]);
  const largest = object('example.com/v1', 'Box', 'box', { spec: { size: Number.MAX_SAFE_INTEGER, share: 0.1, more: 1e300 } });
  await expect(apply(revision(largest))).resolves.toMatchObject({ status: 'complete' });
});

describe('a package that has a Secret of its own record among its objects', () => {
  test.each(['boxcutter.web', 'boxcutter.other', 'boxcutter-content.web.1'])('%s is refused before anything is asked', async (name) => {
    const target = revision(settings('1'), object('v1', 'Secret', name, {}));
    await expect(apply(target)).rejects.toMatchObject({
      code: 'state-in-package',
      category: 'input',
      message: expect.stringContaining(name),
    });
    await expect(planRevision(target, options())).rejects.toMatchObject({ code: 'state-in-package' });
    expect(server.asked).toEqual([]);
  });

  test.each([
    ['that of an extension elsewhere', 'elsewhere', 'boxcutter.web'],
    ['the key of the seals', 'kube-system', 'boxcutter-state-key'],
    ['the key that is named', 'safe', 'key'],
  ])('%s is refused, too', async (_what, namespace, name) => {
    const target = revision({ ...object('v1', 'Secret', name, {}), metadata: { name, namespace } });
    await expect(apply(target, { stateKey: { namespace: 'safe', name: 'key' } })).rejects.toMatchObject({ code: 'state-in-package' });
    expect(server.asked).toEqual([]);
  });

  test('a Secret of another name is one like any other', async () => {
    const target = revision({ ...object('v1', 'Secret', 'key', {}), metadata: { name: 'key', namespace: 'elsewhere' } });
    await expect(apply(target, { dryRun: true })).resolves.toMatchObject({ dryRun: true });
  });
});

describe('paused', () => {
  beforeEach(() => {
    server.list = () => Promise.resolve({ objects: [] }) as never;
  });

  test('a delete reports what would go, and so says that it is paused, also where data would go', async () => {
    const claim = object('v1', 'PersistentVolumeClaim', 'data', { spec: { volumeName: 'pv' }, status: { phase: 'Bound' } });
    await apply(revision(claim));
    await expect(deleteExtension('web', options({ dryRun: true }))).rejects.toMatchObject({ category: 'data-loss' });
    await pauseExtension('web', options());
    await expect(deleteExtension('web', options())).resolves.toMatchObject({ paused: true, status: 'incomplete' });
  });

  test('a new revision whose objects are all as they are is something to do all the same', async () => {
    await apply(revision(settings('1')));
    await pauseExtension('web', options());
    await expect(apply({ ...revision(settings('1')), digest: 'other' })).resolves.toMatchObject({
      paused: true,
      status: 'incomplete',
      unchanged: false,
    });
    await expect(apply(revision(settings('1')))).resolves.toMatchObject({ paused: true, status: 'complete', unchanged: true });
  });

  test('so is a revision that says it of itself: nothing is written, no guard has to stop it, and the extension has no pause', async () => {
    const outcome = await apply({ ...revision(settings('1')), lifecycleState: 'Paused' });
    expect(outcome).toMatchObject({ paused: true, dryRun: true, status: 'incomplete', newRevision: false });
    expect(outcome.pause).toBeUndefined();
    expect(server.names()).toEqual([]);
  });
});

test('an extension whose teardown has begun is not healthy, although everything of it is still there', async () => {
  await apply(revision(settings('1')));
  server.intercept = (verb, name) => (verb === 'delete' && name === 'settings' ? refusal(403, 'no') : undefined);
  await deleteExtension('web', options());
  expect((await stored()).head.deleting).toBe(true);
  await expect(lookAtExtension('web', options())).resolves.toMatchObject({ healthy: false });
});

test('explain says what it could not read, instead of taking it for gone', async () => {
  await apply(revision(settings('1')));
  server.remove(CONTENT);
  server.list = () => Promise.resolve({ objects: [] }) as never;
  server.intercept = (verb, name) => (verb === 'get' && name === 'settings'
    ? refusal(403, 'configmaps "settings" is forbidden')
    : undefined);
  const { well, notes } = await explainExtension('web', options());
  expect(well).toBe(false);
  const note = 'ConfigMap shop/settings could not be looked at: configmaps "settings" is forbidden.';
  expect(notes).toContainEqual(expect.stringContaining(note));
});

describe('what a user wants to have a look at before the first write', () => {
  test('is asked once, with the extension held and nothing written; a refusal leaves the record as it was', async () => {
    await apply(revision(settings('1')));
    const before = (await stored()).head;
    const held: unknown[] = [];
    const confirm = async (): Promise<void> => {
      held.push((await stored()).head.lock?.purpose);
      throw new Error('not as it was shown');
    };
    await expect(apply(revision(settings('2')), { confirm })).rejects.toThrow('not as it was shown');
    expect(held).toEqual(['apply revision 2']);
    expect((await stored()).head).toEqual(before);
    expect(server.names()).not.toContain('boxcutter-content.web.2');
  });

  test('is not asked when nothing is written', async () => {
    await apply(revision(settings('1')));
    const confirm = (): Promise<void> => Promise.reject(new Error('asked'));
    await expect(apply(revision(settings('1')), { confirm })).resolves.toMatchObject({ unchanged: true });
    await expect(apply(revision(settings('2')), { confirm, dryRun: true })).resolves.toMatchObject({ dryRun: true });
  });

  test('a plan made then is the plan made before, as far as nothing has changed', async () => {
    const target = revision(settings('2'), object('v1', 'ConfigMap', 'new', {}));
    await apply(revision(settings('1'), object('v1', 'ConfigMap', 'old', {})));
    const shown = await planRevision(target, options());
    const digests: string[] = [];
    const confirm = async (): Promise<void> => void digests.push((await planRevision(target, options())).digest);
    await expect(apply(target, { confirm })).resolves.toMatchObject({ status: 'complete' });
    expect(digests).toEqual([shown.digest]);
  });

  test('of an extension that is not there yet, too', async () => {
    const target = revision(settings('1'));
    const shown = await planRevision(target, options());
    const digests: string[] = [];
    await apply(target, { confirm: async () => void digests.push((await planRevision(target, options())).digest) });
    expect(digests).toEqual([shown.digest]);
  });
});

/**
 * The record of a run: what it says when writing it fails, what it keeps, and what a run does that has lost it.
 */
import { keyOf, LABEL_OWNER_NAME, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../../lib/api';
import { defined } from '../../../../lib/defined';
import {
  applyRevision, beginRecord, beginRecordAmong, deleteExtension, type BegunRecord, type Outcome, type WriteOptions,
} from '../../../../lib/runtime';
import { readHead } from '../../../../lib/state';
import { settledOf, viewIn } from '../../../../lib/engine/core/state/entry';
import { FakeCluster, refusal } from '../fake-cluster';

const NAMESPACE = 'shop';
const HEAD: ObjectRef = { apiVersion: 'v1', kind: 'Secret', namespace: NAMESPACE, name: 'boxcutter.web' };
const DEPLOYMENT: ObjectRef = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: NAMESPACE, name: 'server' };

let server: FakeCluster;
beforeEach(() => {
  server = new FakeCluster();
});
afterEach(() => jest.restoreAllMocks());

function revision(...objects: readonly KubeObject[]): ResolvedRevision {
  const phases = objects.map((object, index) => ({ name: `p${index}`, objects: [{ object, collisionProtection: 'Prevent' as const }] }));
  return { extension: 'web', number: 1, digest: JSON.stringify(objects), probes: [], phases };
}

function object(apiVersion: string, kind: string, name: string, content: object): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace: NAMESPACE, labels: { [LABEL_OWNER_NAME]: 'web' } }, ...content };
}

const settings = (value: string): KubeObject => object('v1', 'ConfigMap', 'settings', { data: { value } });
const deployment = object('apps/v1', 'Deployment', 'server', { spec: { replicas: 1 } });

const options = (more: Partial<WriteOptions> = {}): WriteOptions => ({ cluster: server.cluster, stateNamespace: NAMESPACE, ...more });
const apply = (target: ResolvedRevision, more: Partial<WriteOptions> = {}): Promise<Outcome> => applyRevision(target, options(more));
const history = async (): Promise<readonly number[]> => ((await readHead(server.cluster, 'web', NAMESPACE))?.head.revisions ?? []).map(({ number }) => number);

/** The process was stopped for so long: one of its clocks says so. */
function sleep(seconds: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);
}

/** Runs until the deployment is there and waited for, then does something. */
async function whileWaiting(target: ResolvedRevision, act: () => void): Promise<Outcome> {
  let done = false;
  return apply(target, {
    signal: AbortSignal.timeout(5000),
    onProgress: ({ preflight, entries }) => {
      const isWaiting = [...entries.values()].some((entry) => settledOf(entry)?.action === 'Created' && !['pass', undefined].includes(viewIn(entry)?.ready.status));
      if (done || preflight !== 'passed' || !isWaiting) return;
      done = true;
      queueMicrotask(act);
    },
  });
}

describe('a run that wakes up after another one took over and deleted everything', () => {
  test.each<[string, () => void]>([
    ['does not make again what was deleted', () => server.remove(DEPLOYMENT)],
    ['does not begin the next phase', () => void server.store({ ...(server.objects.get(keyOf(DEPLOYMENT)) as KubeObject), status: READY })],
  ])('%s', async (_, happened) => {
    const outcome = await whileWaiting(revision(deployment, settings('1')), () => {
      sleep(63);
      server.remove(HEAD);
      happened();
    });
    expect(outcome).toMatchObject({ status: 'incomplete', stopped: 'extension "web" was deleted by another run', unrecorded: { category: 'locked' } });
    expect(server.asked.filter((request) => request.startsWith('apply'))).toEqual(['apply server']);
  });

  const READY = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1, conditions: [{ type: 'Available', status: 'True' }] };
});

test('awake all the time, creates and updates ask nothing', async () => {
  await expect(apply(revision(settings('1')))).resolves.toMatchObject({ status: 'complete' });
  expect(server.asked).toEqual([
    'get boxcutter.web', 'create boxcutter.web', 'get boxcutter-state-key', 'create boxcutter-state-key', 'create boxcutter-content.web.1', 'apply settings',
    'replace boxcutter.web',
  ]);
});

describe('the content of a revision that is applied again is asked for once', () => {
  const CONTENT_READ = 'get boxcutter-content.web.1';
  const READ = 'get boxcutter.web';

  test('where nothing is to be done', async () => {
    await apply(revision(settings('1')));
    server.asked.length = 0;
    await expect(apply(revision(settings('1')))).resolves.toMatchObject({ status: 'complete', unchanged: true });
    expect(server.asked).toEqual([READ, CONTENT_READ]);
  });

  test('where something is made again', async () => {
    await apply(revision(settings('1')));
    server.remove({ apiVersion: 'v1', kind: 'ConfigMap', namespace: NAMESPACE, name: 'settings' });
    server.asked.length = 0;
    await expect(apply(revision(settings('1')))).resolves.toMatchObject({ status: 'complete', unchanged: false });
    expect(server.asked.filter((request) => request === CONTENT_READ)).toHaveLength(1);
  });

  test('that it cannot be read matters only where nothing else is to be done', async () => {
    await apply(revision(settings('1')));
    server.intercept = (verb, name) => (verb === 'get' && name.includes('content') ? refusal(403, 'no') : undefined);
    await expect(apply(revision(settings('1')))).rejects.toMatchObject({ code: 'state-refused' });
  });
});

describe('a record that was read before', () => {
  const begin = (): Promise<BegunRecord> => beginRecord('web', options());
  const READ = 'get boxcutter.web';

  test('is not read again', async () => {
    await apply(revision(settings('1')));
    const begun = begin();
    await begun;
    server.asked.length = 0;
    await expect(apply(revision(settings('1')), { begun })).resolves.toMatchObject({ unchanged: true });
    expect(server.asked).not.toContain(READ);
  });

  test('says that there is none, too', async () => {
    const begun = await begin();
    server.asked.length = 0;
    await expect(apply(revision(settings('1')), { begun })).resolves.toMatchObject({ status: 'complete', revision: 1 });
    expect(server.asked).not.toContain(READ);
  });

  test.each<[string, (begun: BegunRecord) => BegunRecord | undefined]>([
    ['of another extension', (begun) => ({ ...begun, extension: 'other' })],
    ['of another namespace', (begun) => ({ ...begun, stateNamespace: 'other' })],
    ['two seconds ago', (begun) => ({ ...begun, askedAt: begun.askedAt - 2001 })],
    ['in vain', () => undefined],
  ])('%s does not count', async (_, change) => {
    await apply(revision(settings('1')));
    const begun = change(await begin());
    server.asked.length = 0;
    await expect(apply(revision(settings('1')), { begun: Promise.resolve(begun) })).resolves.toMatchObject({ unchanged: true });
    expect(server.asked).toContain(READ);
  });

  test('and was changed since is found out when it is written: nothing is done', async () => {
    await apply(revision(settings('1')));
    const begun = await begin();
    await apply(revision(settings('2')));
    await expect(apply(revision(settings('3')), { begun })).rejects.toMatchObject({ code: 'state-conflict' });
  });

  test('together with those of others: a deletion reads it no more', async () => {
    await apply(revision(settings('1')));
    server.listable.add('Secret');
    const { installed, begun } = await beginRecordAmong('web', options());
    expect(installed.map(({ extension }) => extension)).toEqual(['web']);
    server.asked.length = 0;
    await expect(deleteExtension('web', options({ ...defined({ begun }) }))).resolves.toMatchObject({ status: 'complete' });
    expect(server.asked).not.toContain(READ);
  });

  test('of one that the list does not show is not known', async () => {
    server.listable.add('Secret');
    await expect(beginRecordAmong('web', options())).resolves.toEqual({ installed: [] });
  });
});

describe('what cannot be put on record is no success', () => {
  test.each<[string, ReturnType<typeof refusal>, string]>([
    ['refused', refusal(403, 'no'), 'server'],
    ['taken by another run', refusal(404, 'secrets "boxcutter.web" not found'), 'locked'],
  ])('apply: %s', async (_, answer, category) => {
    server.intercept = (verb) => (verb === 'replace' ? answer : undefined);
    const notes: string[] = [];
    const outcome = await apply(revision(settings('1')), { onNote: (note) => notes.push(note) });
    expect(outcome).toMatchObject({ status: 'incomplete', stopped: expect.stringContaining('could not be recorded'), unrecorded: { category }, result: { complete: true } });
    expect(notes).toEqual([expect.stringMatching(/could not be recorded.*Run the command again/)]);
  });

  test('delete: the head stays, without a lock, and the next one finishes it', async () => {
    await apply(revision(settings('1')));
    server.intercept = (verb, name) => (verb === 'delete' && name === HEAD.name ? refusal(403, 'no') : undefined);
    await expect(deleteExtension('web', options())).resolves.toMatchObject({ status: 'incomplete', unrecorded: { category: 'server' } });
    expect((await readHead(server.cluster, 'web', NAMESPACE))?.head).toMatchObject({ deleting: true, inventory: [] });
    expect((await readHead(server.cluster, 'web', NAMESPACE))?.head.lock).toBeUndefined();
    server.intercept = () => undefined;
    await expect(deleteExtension('web', options())).resolves.toMatchObject({ status: 'complete' });
    expect(server.names()).not.toContain(HEAD.name);
  });
});

test('a fault in a teardown gives the lock back', async () => {
  await apply(revision(settings('1')));
  await expect(deleteExtension('web', options({ onProgress: () => { throw new Error('listener'); } }))).rejects.toThrow('listener');
  expect((await readHead(server.cluster, 'web', NAMESPACE))?.head.lock).toBeUndefined();
});

describe('the history', () => {
  test('keeps the newest and five before it, also for an account that may not list; the record comes first', async () => {
    for (let number = 1; number <= 7; number += 1) await apply(revision(settings(String(number))));
    expect(server.names()).not.toContain('boxcutter-content.web.1');
    expect(server.asked.slice(-3)).toEqual(['replace boxcutter.web', 'get boxcutter-content.web.1', 'delete boxcutter-content.web.1']);
    expect(await history()).toEqual([7, 6, 5, 4, 3, 2]);
  });

  test('content that cannot be removed is noted, and the run is complete all the same', async () => {
    server.intercept = (verb, name) => (verb === 'delete' && name.includes('content') ? refusal(403, 'no') : undefined);
    const notes: string[] = [];
    let last: Outcome | undefined;
    for (let number = 1; number <= 7; number += 1) last = await apply(revision(settings(String(number))), { onNote: (note) => notes.push(note) });
    expect(last).toMatchObject({ status: 'complete' });
    expect(await history()).toEqual([7, 6, 5, 4, 3, 2]);
    expect(notes).toEqual([expect.stringContaining('The content of revision 1 is no longer used')]);
  });

  test('revisions that never complete do not pile up, and the newest complete one stays', async () => {
    await apply(revision(settings('0')));
    for (let number = 1; number <= 9; number += 1) await apply(revision(settings('0'), { ...deployment, spec: { replicas: number } }), { wait: false });
    expect(await history()).toEqual([10, 9, 8, 7, 6, 5, 1]);
    expect(server.names().filter((name) => name.includes('content'))).toHaveLength(7);
  });
});

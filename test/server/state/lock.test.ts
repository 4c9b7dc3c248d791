/**
 * Two runs on one extension never interleave: the lock, what happens to it when its holder dies, and the fence before deletes.
 */
import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import type { ResolvedRevision } from '../../../lib/api';
import { ExtensionLock, newLock, readHead, replaceHead, summariseHeads, type Lock } from '../../../lib/state';
import { planRevision, recoverExtension } from '../../../lib/runtime';
import { actions, Bench, revisionOf, stored } from '../support/extension';
import { ageStamps } from '../support/silent-head';

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('lock');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await bench.close();
});

async function putLock(change: Partial<Lock>): Promise<void> {
  const head = await readHead(bench.otherClient.cluster, bench.extension, bench.namespace);
  if (head === undefined) throw new Error('no head');
  const now = new Date();
  await replaceHead(bench.otherClient.cluster, head, {
    ...head.head,
    lock: { ...newLock('apply revision 2', 'ada', randomUUID(), now), ...change },
  });
}
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
/** A process that has certainly ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

const one = () => revisionOf([[bench.configMap('a', '1')], [bench.configMap('b', '1')]]);
const planOf = (revision: ResolvedRevision) => planRevision(revision, { cluster: bench.cluster, stateNamespace: bench.namespace });
const two = () => revisionOf([[bench.configMap('a', '2')]]);

test('a second run fails at once, naming holder and age, and writes nothing', async () => {
  await bench.apply(one());
  await putLock({ host: 'elsewhere', since: ago(130), renewed: ago(5) });
  const before = await bench.otherClient.get(bench.head);
  for (const attempt of [() => bench.apply(two()), () => bench.apply(two(), { breakLock: true }), () => bench.delete()]) {
    await expect(attempt()).rejects.toMatchObject({
      category: 'locked',
      message: expect.stringMatching(/held by ada@.+ which began "apply revision 2" 2 min ago/),
    });
  }
  expect(await bench.otherClient.get(bench.head)).toEqual(before);
  // Looking whether there is anything to do takes no lock.
  await expect(bench.apply(one())).resolves.toMatchObject({ unchanged: true });
});

test('two at the same moment: one of them does it', async () => {
  const outcomes = await Promise.allSettled([bench.apply(one()), bench.apply(one()), bench.apply(one())]);
  const done = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ category: 'locked' });
});

test('an expired lock is taken only by who says so; that of a dead process on this machine by anybody', async () => {
  await bench.apply(one());
  await putLock({ host: 'elsewhere' });
  await ageStamps(bench.otherClient.cluster, bench.head, 90);
  await expect(bench.apply(two())).rejects.toMatchObject({ category: 'locked', hint: expect.stringContaining('`breakLock: true`') });
  await expect(bench.apply(two(), { breakLock: true })).resolves.toMatchObject({ status: 'complete', revision: 2 });
  await putLock({ pid: deadPid() });
  await expect(bench.apply(one())).resolves.toMatchObject({ status: 'complete', revision: 3 });
});

test.each<[string, number]>([['slow', 300], ['fast', -300]])('the clock of the holder is five minutes %s: what counts is when the server stored its last write', async (_, slow) => {
  await bench.apply(one());
  await putLock({ host: 'elsewhere', since: ago(slow + 10), renewed: ago(slow) });
  await expect(bench.apply(two(), { breakLock: true })).rejects.toMatchObject({
    code: 'locked',
    details: { ageSeconds: expect.any(Number), expired: false },
  });
  await expect(planOf(two())).resolves.toMatchObject({ lock: { state: 'held' } });
  await ageStamps(bench.otherClient.cluster, bench.head, 62);
  await expect(planOf(two())).resolves.toMatchObject({ lock: { state: 'expired' } });
  await expect(bench.apply(two(), { breakLock: true })).resolves.toMatchObject({ status: 'complete', revision: 2 });
});

test('a head that lost its label is labelled again by an apply that has nothing to do, in one write; then nothing is written', async () => {
  await bench.apply(one());
  stored(await bench.otherClient.cluster.patch(bench.head, [{
    op: 'remove',
    path: '/metadata/labels/olm.operatorframework.io~1state',
  }], 'somebody'));
  const heads = () => summariseHeads(bench.cluster, { namespace: bench.namespace }, (stored) => stored);
  await expect(heads()).resolves.toEqual([]);
  const notes: string[] = [];
  const before = bench.cluster.requests()['update'] ?? 0;
  await expect(bench.apply(one(), { onNote: (note) => notes.push(note) })).resolves.toMatchObject({ unchanged: true });
  await expect(bench.apply(one(), { onNote: (note) => notes.push(note) })).resolves.toMatchObject({ unchanged: true });
  expect([notes.length, (bench.cluster.requests()['update'] ?? 0) - before]).toEqual([1, 1]);
  await expect(heads()).resolves.toMatchObject([{ head: { extension: bench.extension } }]);
});

test('asleep while another client takes over, a run stops before it deletes: an object that the new holder keeps unchanged lives', async () => {
  await bench.apply(one());
  const uid = await bench.uids(bench.ref('ConfigMap', 'b'));
  let stolen: Promise<void> | undefined;
  const outcome = await bench.apply(two(), {
    // Its last write but the deletes: the machine sleeps for two minutes, and another client takes over.
    onProgress: ({ preflight }) => {
      if (preflight !== 'passed' || stolen !== undefined) return;
      const now = Date.now.bind(Date);
      jest.spyOn(Date, 'now').mockImplementation(() => now() + 120_000);
      stolen = putLock({ host: 'elsewhere' });
    },
    cluster: delayed(bench, () => stolen),
  });
  jest.restoreAllMocks();
  expect(outcome).toMatchObject({ status: 'incomplete', stopped: expect.stringMatching(/holds the lock of extension "web" now/) });
  expect(actions(outcome)).toContain('b: Waiting');
  expect(await bench.uids(bench.ref('ConfigMap', 'b'))).toEqual(uid);
});

/** The same cluster, but reads of the head wait, also those on a lane of their own, as a lock has one. */
function delayed({ cluster, head }: Pick<Bench, 'cluster' | 'head'>, until: () => Promise<void> | undefined): Bench['cluster'] {
  return new Proxy(cluster, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name === 'lane') {
        return (...args: Parameters<typeof target.lane>) => delayed({ cluster: target.lane(...args) as typeof target, head }, until);
      }
      if (name !== 'get') return member.bind(target) as unknown;
      return async (ref: typeof head) => {
        if (ref.name === head.name) await until();
        return target.get(ref);
      };
    },
  });
}

test('the holder of the lock may be written to by others (a backup tool): it goes on', async () => {
  await bench.apply(one());
  let touched: Promise<unknown> | undefined;
  const outcome = await bench.apply(two(), {
    onProgress: ({ preflight }) => {
      if (preflight === 'passed') {
        touched ??= bench.otherClient.cluster.patch(bench.head, [{ op: 'add', path: '/metadata/annotations/backup', value: 'yes' }], 'backup');
      }
    },
    onNote: (note) => {
      throw new Error(note);
    },
  });
  await touched;
  expect(outcome.status).toBe('complete');
  const after = await readHead(bench.cluster, bench.extension, bench.namespace);
  expect(after?.head).toMatchObject({ revisions: [{ number: 2, completeAt: expect.any(String) }, { number: 1 }] });
  expect(after?.head.lock).toBeUndefined();
});

test('a head that another client holds by now is not deleted at the end of a teardown', async () => {
  await bench.apply(one());
  const head = await readHead(bench.cluster, bench.extension, bench.namespace);
  const lost: string[] = [];
  const hold = await ExtensionLock.take(
    {
      cluster: bench.cluster,
      extension: bench.extension,
      namespace: bench.namespace,
      purpose: 'delete',
      breakLock: false,
      onLost: (message) => lost.push(message),
    },
    head, (current) => current,
  );
  await putLock({ host: 'elsewhere' });
  await expect(hold.remove()).rejects.toMatchObject({ category: 'locked' });
  await expect(bench.otherClient.exists(bench.head)).resolves.toBe(true);
});

test('a lost head is rebuilt from the objects; nothing is made anew, and everything can be taken down', async () => {
  await bench.apply(one());
  const refs = [bench.ref('ConfigMap', 'a'), bench.ref('ConfigMap', 'b')];
  const uids = await bench.uids(...refs);
  await bench.otherClient.delete(bench.head);
  const options = { cluster: bench.cluster, stateNamespace: bench.namespace };
  const recovered = await recoverExtension(bench.extension, options);
  expect(recovered.objects.map(({ ref }) => ref.name)).toEqual(['a', 'b']);
  await expect(recoverExtension(bench.extension, options)).rejects.toMatchObject({ code: 'recover-needless' });
  await expect(bench.apply(one())).resolves.toMatchObject({ status: 'complete', revision: 1 });
  expect(await bench.uids(...refs)).toEqual(uids);
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
});

test('objects that still name the lost head are ours: a teardown after a half-done recovery deletes them', async () => {
  await bench.apply(one());
  const marks = stored(await bench.otherClient.cluster.get(bench.ref('ConfigMap', 'a'))).metadata.annotations?.['olm.operatorframework.io/owners'] ?? '';
  await bench.otherClient.delete(bench.head);
  await recoverExtension(bench.extension, { cluster: bench.cluster, stateNamespace: bench.namespace });
  const path = '/metadata/annotations/olm.operatorframework.io~1owners';
  stored(await bench.otherClient.cluster.patch(bench.ref('ConfigMap', 'a'), [{ op: 'replace', path, value: marks }], 'somebody'));
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
  await expect(bench.otherClient.exists(bench.ref('ConfigMap', 'a'))).resolves.toBe(false);
});

import { defined } from '../../../../lib/defined';
import { encodeHead, ExtensionLock, newLock, readHead, type Head, type StoredHead } from '../../../../lib/state';
import { FakeCluster, refusal } from '../../runtime/fake-cluster';

/** Holding an extension against a server that answers as it is told. */
let server: FakeCluster;
let lost: string[];
beforeEach(() => {
  jest.useFakeTimers();
  server = new FakeCluster();
  lost = [];
});
afterEach(() => jest.useRealTimers());

const HEAD = { apiVersion: 'v1', kind: 'Secret', namespace: 's', name: 'boxcutter.web' };
const take = (): Promise<ExtensionLock> =>
  ExtensionLock.take({ cluster: server.cluster, extension: 'web', namespace: 's', purpose: 'apply', breakLock: false, onLost: (message) => lost.push(message) }, undefined, (head) => head);
const stored = async (): Promise<StoredHead> => (await readHead(server.cluster, 'web', 's')) as StoredHead;
const count = (request: string): number => server.asked.filter((asked) => asked === request).length;
const same = (head: Head): Head => head;

/** Another client's lock in the same head. */
async function steal(): Promise<void> {
  const live = await stored();
  server.store(encodeHead({ ...live.head, lock: { ...newLock('delete', 'eve', 'theirs', new Date()), holder: 'eve@there' } }, 's', live));
}

test('a renewal that finds the head gone ends the run', async () => {
  await take();
  server.remove(HEAD);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(lost).toEqual(['The state of extension "web" is gone: another run has deleted it.']);
});

test('a renewal that gets no answer does not', async () => {
  const hold = await take();
  server.intercept = () => ({ type: 'lost', message: 'connection reset' });
  await jest.advanceTimersByTimeAsync(60_000);
  server.intercept = () => undefined;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(lost).toEqual([]);
  await hold.release(same);
});

describe('the fence', () => {
  test('before a write, renewals are proof enough: no request', async () => {
    const hold = await take();
    await jest.advanceTimersByTimeAsync(190_000);
    server.asked.length = 0;
    await expect(hold.fence('write')).resolves.toMatchObject({ held: true });
    expect(server.asked).toEqual([]);
    await expect(hold.fence('delete')).resolves.toMatchObject({ held: true });
    expect(server.asked).toEqual(['get boxcutter.web']);
    await hold.release(same);
  });

  test.each<[string, () => Promise<void> | void, string]>([
    ['another run has it', steal, 'eve@there holds the lock of extension "web" now'],
    ['it is gone', () => server.remove(HEAD), 'extension "web" was deleted by another run'],
  ])('a process that slept finds out before it writes: %s', async (_, happened, message) => {
    const hold = await take();
    await happened();
    jest.setSystemTime(Date.now() + 63_000); // Timers did not run: it was stopped.
    await expect(hold.fence('write')).resolves.toEqual({ held: false, message });
  });

  test('a read proves it for a second only: while renewals fail, another client may take the lock right after it', async () => {
    const hold = await take();
    jest.setSystemTime(Date.now() + 63_000);
    await expect(hold.fence('write')).resolves.toMatchObject({ held: true });
    await steal();
    jest.setSystemTime(Date.now() + 2_000);
    await expect(hold.fence('write')).resolves.toEqual({ held: false, message: 'eve@there holds the lock of extension "web" now' });
  });

  test('questions at the same moment share one read', async () => {
    const hold = await take();
    jest.setSystemTime(Date.now() + 63_000);
    server.asked.length = 0;
    await Promise.all([hold.fence('write'), hold.fence('write'), hold.fence('delete')]);
    expect(server.asked).toEqual(['get boxcutter.web']);
  });

  test('asleep during its own question, it asks again', async () => {
    const hold = await take();
    jest.setSystemTime(Date.now() + 63_000);
    server.asked.length = 0;
    server.intercept = () => {
      if (server.asked.length === 1) jest.setSystemTime(Date.now() + 63_000);
      return undefined;
    };
    await expect(hold.fence('delete')).resolves.toMatchObject({ held: true });
    expect(count('get boxcutter.web')).toBe(2);
  });

  test('that it cannot be asked is not "no"', async () => {
    const hold = await take();
    jest.setSystemTime(Date.now() + 63_000);
    server.intercept = () => refusal(500, 'no leader');
    await expect(hold.fence('write')).rejects.toMatchObject({ category: 'server' });
  });
});

test('a write whose answers are lost while reads work is given up after three tries', async () => {
  const hold = await take();
  server.intercept = (verb) => (verb === 'replace' ? { type: 'lost', message: 'connection reset' } : undefined);
  const written = expect(hold.update((head) => ({ ...head, deleting: true }))).rejects.toMatchObject({ code: 'state-unreachable', category: 'server' });
  await jest.advanceTimersByTimeAsync(2000);
  await written;
  expect(count('replace boxcutter.web')).toBe(3);
});

test('what others put on the head stays', async () => {
  const hold = await take();
  const live = server.objects.get([...server.objects.keys()][0] ?? '');
  if (live === undefined) throw new Error('no head');
  const { metadata } = live;
  const others = {
    labels: { team: 'a' },
    annotations: { backup: 'yes' },
    finalizers: ['backup.example.com/keep'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'o' }],
  };
  const labels = { ...metadata.labels, ...others.labels };
  const annotations = { ...metadata.annotations, ...others.annotations };
  server.store({ ...live, metadata: { ...metadata, ...others, labels, annotations } });
  await hold.release(same);
  const after = server.objects.get([...server.objects.keys()][0] ?? '');
  expect(after?.metadata).toMatchObject(others);
  expect(after?.metadata.annotations).not.toHaveProperty(['olm.operatorframework.io/locked-by']);
});

describe('a lock whose silence the server does not tell is watched before it is taken over', () => {
  const breakLock = (known: StoredHead, notes: string[] = [], signal?: AbortSignal): Promise<ExtensionLock> => ExtensionLock.take({
    cluster: server.cluster, extension: 'web', namespace: 's', purpose: 'apply', breakLock: true,
    onLost: (message) => lost.push(message), onNote: (note) => notes.push(note), ...defined({ signal }),
  }, known, same);
  /** Held elsewhere, by a clock that is five minutes slow. */
  async function heldElsewhere(): Promise<StoredHead> {
    await take().then((hold) => hold.release(same));
    await steal();
    const live = await stored();
    const lock = { ...newLock('delete', 'eve', 'theirs', new Date(Date.now() - 300_000)), host: 'there' };
    server.store(encodeHead({ ...live.head, lock }, 's', live));
    server.asked.length = 0;
    return stored();
  }

  test('unchanged for the full time: taken, whatever others put on the head meanwhile', async () => {
    const notes: string[] = [];
    const known = await heldElsewhere();
    const taken = breakLock(known, notes);
    await jest.advanceTimersByTimeAsync(55_000);
    expect(count('replace boxcutter.web')).toBe(0);
    server.store(encodeHead(known.head, 's', { ...known, foreign: { labels: { team: 'a' } } }));
    await jest.advanceTimersByTimeAsync(15_000);
    const hold = await taken;
    expect([notes.length, count('replace boxcutter.web'), (await stored()).foreign]).toEqual([1, 1, { labels: { team: 'a' } }]);
    await hold.release(same);
  });

  test('a sign of life meanwhile: refused', async () => {
    const known = await heldElsewhere();
    const refused = expect(breakLock(known)).rejects.toMatchObject({ code: 'locked' });
    await jest.advanceTimersByTimeAsync(45_000);
    const { lock } = known.head;
    if (lock === undefined) throw new Error('no lock');
    server.store(encodeHead({ ...known.head, lock: { ...lock, renewed: new Date(Date.now() - 300_000).toISOString() } }, 's', known));
    await jest.advanceTimersByTimeAsync(20_000);
    await refused;
    expect(count('replace boxcutter.web')).toBe(0);
  });

  test('an interrupt ends the watching', async () => {
    const abort = new AbortController();
    const ended = expect(breakLock(await heldElsewhere(), [], abort.signal)).rejects.toMatchObject({ code: 'interrupted' });
    await jest.advanceTimersByTimeAsync(5_000);
    abort.abort();
    await ended;
  });

  test('without --break-lock nothing is watched', async () => {
    const known = await heldElsewhere();
    const options = { cluster: server.cluster, extension: 'web', namespace: 's', purpose: 'apply', breakLock: false, onLost: () => undefined };
    await expect(ExtensionLock.take(options, known, same)).rejects.toMatchObject({ code: 'locked' });
  });
});

describe('a creation whose answer is lost, and that arrives after the head is deleted', () => {
  /** The first creation comes to nothing, at first. Ends before the second look. */
  async function removed(): Promise<{ readonly head: Head; readonly done: Promise<void> }> {
    let isLost = false;
    server.intercept = (verb) => {
      if (verb !== 'create' || isLost) return undefined;
      isLost = true;
      return { type: 'lost', message: 'no answer' };
    };
    const taking = take();
    await jest.advanceTimersByTimeAsync(300);
    const hold = await taking;
    const { head } = await stored();
    const done = hold.remove();
    for (let turn = 0; (await readHead(server.cluster, 'web', 's')) !== undefined; turn += 1) expect(turn).toBeLessThan(50);
    return { head, done };
  }

  test('is deleted, too: no run is behind it', async () => {
    const { head, done } = await removed();
    server.store(encodeHead(head, 's'));
    await jest.advanceTimersByTimeAsync(2_000);
    await done;
    await expect(readHead(server.cluster, 'web', 's')).resolves.toBeUndefined();
  });

  test('what another run has made there meanwhile stays', async () => {
    const { done } = await removed();
    server.store(encodeHead({ extension: 'web', revisions: [], inventory: [], lock: newLock('apply', 'eve', 'theirs', new Date()) }, 's'));
    await jest.advanceTimersByTimeAsync(2_000);
    await done;
    expect((await stored()).head.lock?.id).toBe('theirs');
  });
});

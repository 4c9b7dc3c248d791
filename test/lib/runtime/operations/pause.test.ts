/** Pausing an extension that another run seems to hold, against a server that does not tell for how long that run has been silent. */
import { pauseExtension, resumeExtension } from '../../../../lib/runtime';
import { encodeHead, newLock, type Head } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

let server: FakeCluster;
beforeEach(() => {
  jest.useFakeTimers();
  server = new FakeCluster();
});
afterEach(() => jest.useRealTimers());

const marks = { pauseExtension, resumeExtension };

/** The lock of a run elsewhere; to be resumed, it has to be paused. */
function held(by: keyof typeof marks): void {
  const lock = { ...newLock('apply revision 1', 'eve', 'theirs', new Date()), host: 'there' };
  const paused = { since: '2026-01-01T10:00:00.000Z', by: 'eve@there' };
  const head: Head = { extension: 'web', revisions: [], inventory: [], lock, ...(by === 'resumeExtension' ? { paused } : {}) };
  server.store(encodeHead(head, 's'));
}

describe.each(['pauseExtension', 'resumeExtension'] as const)('%s with breakLock', (name) => {
  const mark = (signal: AbortSignal, notes: string[] = []): ReturnType<typeof pauseExtension> =>
    marks[name]('web', { cluster: server.cluster, stateNamespace: 's', breakLock: true, signal, onNote: (note) => notes.push(note) });

  test('ends at once when it is interrupted while it watches the lock, and nothing is written', async () => {
    held(name);
    const abort = new AbortController();
    const notes: string[] = [];
    const ended = expect(mark(abort.signal, notes)).rejects.toMatchObject({ code: 'interrupted', category: 'interrupted' });
    await jest.advanceTimersByTimeAsync(5_000);
    abort.abort();
    await ended;
    expect([jest.getTimerCount(), server.asked, notes.length]).toEqual([0, ['get boxcutter.web'], 1]);
  });

  test('takes the lock when it was silent for the full time', async () => {
    held(name);
    const marked = expect(mark(new AbortController().signal)).resolves.toMatchObject({ changed: true });
    await jest.advanceTimersByTimeAsync(75_000);
    await marked;
    expect(server.asked.at(-1)).toBe('replace boxcutter.web');
  });
});

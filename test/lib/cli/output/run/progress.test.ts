/** What a run says where there is no terminal. */
import { startProgress } from '../../../../../lib/cli/output/run/progress';
import type { ObjectView, State, WaitingCause } from '../../../../../lib/engine';
import { initialEntry } from '../../../../../lib/engine/core/state/entry';
import { absent, draftOf, FAIL, item, PASS, present, settled, task } from '../../../engine/core/scene';

const settledCreated = (ready: ObjectView['ready']) => ({ ...present({ ready }), ...settled('Created') });

async function said(state: State): Promise<string> {
  const written: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const progress = await startProgress('lines', 'Applying shop');
    progress.show(state);
    await progress.end();
  } finally {
    write.mockRestore();
  }
  return written.join('');
}

test('nothing is begun as long as there is nothing to show', async () => {
  const write = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const progress = await startProgress('lines', 'Deleting nope');
  await progress.end();
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});

const waitingFor = (waiting: WaitingCause): State => {
  const draft = draftOf(task([item('a')]), {}, { preflight: 'running' });
  draft.wait('a', waiting);
  return { ...draft.state, entries: draft.entries };
};

test('before the first write: why the server cannot be asked about an object', async () => {
  const text = await said(waitingFor({ type: 'refused', message: 'unable to create new content in namespace n because it is being terminated' }));
  expect(text).toBe(
    'Applying shop\n  ConfigMap n/a: cannot be checked yet: unable to create new content in namespace n because it is being terminated\n',
  );
});

test('that it is being asked is no news', async () => {
  expect(await said(waitingFor({ type: 'being-checked' }))).toBe('Applying shop\n');
});

describe('how far a long preflight is', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Three objects: one is created without a question, of one the question is answered, of one it is not. */
  const asked = (): State => draftOf(
    task([item('a', { dependent: true }), item('b'), item('c')]),
    { b: [absent(true), { dryRun: 'passed' }], c: [absent(true)] },
    { preflight: 'running' },
  ).finish().state;

  test('is said now and then, with the number of objects', async () => {
    const written: string[] = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const progress = await startProgress('lines', 'Applying shop');
    progress.show(asked());
    jest.advanceTimersByTime(1_000);
    expect(written.join('')).toBe('Applying shop\n');
    for (let second = 0; second < 4; second += 1) {
      progress.show(asked());
      jest.advanceTimersByTime(1_000);
    }
    await progress.end();
    jest.restoreAllMocks();
    expect(written.join('')).toBe('Applying shop\nchecking 2 of 3 objects: nothing is written yet\n');
  });
});

describe('a run of several looks', () => {
  test('says each object once, and what it waits for when that changes', async () => {
    jest.useFakeTimers();
    const written: string[] = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    try {
      const progress = await startProgress('lines', 'Applying shop');
      const two = task([item('a'), item('b')]);
      const start = draftOf(two, { a: [settledCreated(PASS)], b: [settledCreated(FAIL)] }, { preflight: 'passed' }).finish().state;
      for (const b of [settledCreated(FAIL), settledCreated({ ...FAIL, message: 'half of it' }), settledCreated(PASS)]) {
        progress.show({ ...start, entries: start.entries.with('b', { ...initialEntry(undefined), ...b }) });
        jest.advanceTimersByTime(200);
      }
      await progress.end();
    } finally {
      jest.restoreAllMocks();
      jest.useRealTimers();
    }
    expect(written.join('').split('\n').slice(1, -1)).toEqual([
      '  ConfigMap n/a: created',
      '  ConfigMap n/b: created, waiting: not ready',
      '  ConfigMap n/b: created, waiting: half of it',
      '  ConfigMap n/b: ready',
      'phase phase-0: complete',
    ]);
  });
});

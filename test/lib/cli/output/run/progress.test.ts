/** What a run says where there is no terminal. */
import { progressMode, startProgress } from '../../../../../lib/cli/output/run/progress';
import type { ObjectView, State, WaitingCause } from '../../../../../lib/engine';
import { type Entry, initialEntry } from '../../../../../lib/engine/core/state/entry';
import { absent, draftOf, FAIL, FAILED, item, PASS, present, settled, task } from '../../../engine/core/scene';

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

describe('a few lines for each phase', () => {
  const written: string[] = [];
  beforeEach(() => {
    written.length = 0;
    jest.useFakeTimers();
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  const keys = Array.from({ length: 30 }, (_, index) => `o${index}`);
  const where = (of: (index: number) => readonly Partial<Entry>[]): State => draftOf(
    task(keys.map((key) => item(key))),
    Object.fromEntries(keys.map((key, index) => [key, of(index)])),
    { preflight: 'passed' },
  ).finish().state;
  const ready = [settledCreated(PASS)];
  const unready = [settledCreated(FAIL)];

  test('say when it begins, every ten seconds how far it is, and what was done', async () => {
    const progress = await startProgress('phases', 'Applying shop');
    progress.show(where(() => unready));
    jest.advanceTimersByTime(9_000);
    progress.show(where((index) => (index < 25 ? ready : unready)));
    jest.advanceTimersByTime(12_000);
    progress.show(where(() => ready));
    await progress.end();
    expect(written.join('').split('\n').slice(0, -1)).toEqual([
      'Applying shop',
      'phase phase-0: 30 objects',
      'phase phase-0: 25 of 30 done, waiting: ConfigMap n/o25: not ready; ConfigMap n/o26: not ready; ConfigMap n/o27: not ready; 2 more',
      'phase phase-0: complete: 30 created',
    ]);
  });

  test('name what fails once, and no more than twenty of them', async () => {
    const progress = await startProgress('phases', 'Applying shop');
    progress.show(where((index) => (index < 2 ? [FAILED] : unready)));
    jest.advanceTimersByTime(200);
    progress.show(where((index) => (index < 25 ? [FAILED] : unready)));
    jest.advanceTimersByTime(200);
    await progress.end();
    const lines = written.join('').split('\n').slice(0, -1);
    expect(lines.filter((line) => line.startsWith('  ConfigMap'))).toHaveLength(20);
    expect(lines.filter((line) => line.startsWith('  ConfigMap n/o0:'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('and more objects fail'))).toHaveLength(1);
  });

  test('say nothing of a phase in which nothing was to be done', async () => {
    const progress = await startProgress('phases', 'Applying shop');
    progress.show(where(() => [{ ...present({ ready: PASS }), ...settled('Unchanged') }]));
    await progress.end();
    expect(written.join('')).toBe('Applying shop\n');
  });
});

test.each([
  ['auto', false, true, 'tree'],
  ['auto', false, false, 'lines'],
  ['auto', true, true, 'silent'],
  ['phases', true, true, 'phases'],
  ['lines', false, true, 'lines'],
  ['none', false, true, 'silent'],
] as const)('progress %s, for programs %s, on a terminal %s: %s', (choice, isForPrograms, isTerminal, mode) => {
  expect(progressMode(choice, isForPrograms, isTerminal)).toBe(mode);
});

test('a run that is ending says what it still creates, for how long, and how it ends at once', async () => {
  const finishing = { keys: ['a'], mark: 1, withinMs: 30_000 };
  const stopped = draftOf(task([item('a')]), {}, { preflight: 'passed', stopping: 'interrupted', finishing }).finish().state;
  expect(await said(stopped)).toContain(
    'Stopping: interrupted. Before it ends, the run creates again what it has deleted in order to replace it: ConfigMap n/a. '
    + 'This takes 30 s at most. Another Ctrl-C ends it at once.\n',
  );
  const failed = draftOf(task([item('a')]), {}, { preflight: 'passed', ending: true, finishing }).finish().state;
  expect(await said(failed)).toContain('The run has failed. Before it ends, ');
});

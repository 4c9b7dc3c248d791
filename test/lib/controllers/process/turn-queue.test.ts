/** Turns of keys: one at a time each, in their order, again after failures, and nothing while nothing happens. */
import { TurnQueue, type TurnEnd, type TurnFailure } from '../../../../lib/controllers/process';
import { ManualClock, settled } from '../manual-clock';

interface Begun {
  readonly key: string;
  readonly signal: AbortSignal;
  end(end?: TurnEnd): void;
  fail(error: Error): void;
}

function bench(places = 2) {
  const clock = new ManualClock();
  const begun: Begun[] = [];
  const failures: (TurnFailure & { readonly key: string })[] = [];
  const queue = new TurnQueue({
    places, clock, random: () => 0.5,
    perform: (key, signal) => new Promise((resolve, reject) => begun.push({ key, signal, end: resolve, fail: reject })),
    onError: (key, _error, failure) => failures.push({ key, ...failure }),
  });
  const keys = (): string[] => begun.map(({ key }) => key);
  return { clock, queue, begun, failures, keys };
}

test('keys get their turns in the order in which they came, as many at once as there are places', async () => {
  const { queue, begun, keys } = bench();
  for (const key of ['a', 'b', 'c', 'a']) queue.add(key);
  await settled();
  expect(keys()).toEqual(['a', 'b']);
  expect(queue.depth).toBe(1);
  begun[0]?.end();
  await settled();
  expect(keys()).toEqual(['a', 'b', 'c']);
});

test('a turn that waits beside leaves its place to others, however many do', async () => {
  const waiting: (() => void)[] = [];
  const ended: string[] = [];
  const queue = new TurnQueue({
    places: 2, clock: new ManualClock(),
    perform: async (key, _signal, aside) => {
      if (key.startsWith('slow')) await aside(() => new Promise<void>((resolve) => waiting.push(resolve)));
      ended.push(key);
    },
  });
  for (const key of ['slow 1', 'slow 2', 'slow 3', 'a', 'b', 'c']) queue.add(key);
  await settled();
  expect(ended).toEqual(['a', 'b', 'c']);
  expect(queue.underWay).toBe(3);
  for (const resolve of waiting) resolve();
  await queue.idle();
  expect(ended.slice(3).sort()).toEqual(['slow 1', 'slow 2', 'slow 3']);
});

test('a key that is added during its turn gets one more, after it', async () => {
  const { queue, begun, keys } = bench();
  queue.add('a');
  await settled();
  queue.add('a');
  queue.add('a');
  await settled();
  expect(keys()).toEqual(['a']);
  begun[0]?.end();
  await settled();
  expect(keys()).toEqual(['a', 'a']);
  begun[1]?.end();
  await queue.idle();
  expect(keys()).toEqual(['a', 'a']);
});

test('of several times the earliest counts, and a turn before that does not take it back', async () => {
  const { clock, queue, begun, keys } = bench();
  queue.addAfter('a', 5_000);
  queue.addAfter('a', 2_000);
  queue.addAfter('a', 9_000);
  expect([queue.later, clock.waiting]).toEqual([1, 1]);
  await clock.advance(1_999);
  expect(keys()).toEqual([]);
  await clock.advance(1);
  expect(keys()).toEqual(['a']);
  begun[0]?.end({ againInMs: 1_000 });
  await clock.advance(1_000);
  expect(keys()).toEqual(['a', 'a']);
});

test('failures wait 1 s, 2 s, 4 s … up to 5 min; a turn that succeeds begins anew', async () => {
  const { clock, queue, begun, failures } = bench();
  queue.add('a');
  for (let turn = 0; turn < 11; turn += 1) {
    await settled();
    begun[turn]?.fail(new Error('no'));
    await settled();
    await clock.advance(failures[turn]?.againInMs ?? 0);
  }
  expect(failures.map(({ againInMs }) => againInMs / 1000)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  begun[11]?.end();
  await settled();
  queue.add('a');
  await settled();
  begun[12]?.fail(new Error('no'));
  await settled();
  expect(failures.at(-1)).toEqual({ key: 'a', failures: 1, againInMs: 1_000 });
});

test('an event brings the next turn of a failed key forward, but not into a loop', async () => {
  const { clock, queue, begun, keys } = bench();
  queue.add('a');
  for (let turn = 0; turn < 6; turn += 1) {
    await clock.advance(300_000);
    begun[turn]?.fail(new Error('no'));
    await settled();
  }
  queue.add('a');
  await settled();
  expect(keys()).toHaveLength(6);
  await clock.advance(1_000);
  expect(keys()).toHaveLength(7);
});

test('a key that fails takes no turn from the others', async () => {
  const { queue, begun, keys } = bench(1);
  queue.add('broken');
  queue.add('good');
  await settled();
  begun[0]?.fail(new Error('no'));
  await settled();
  expect(keys()).toEqual(['broken', 'good']);
});

test('what throws before it waits is a failure, too', async () => {
  const errors: unknown[] = [];
  const queue = new TurnQueue({
    places: 1,
    clock: new ManualClock(),
    perform: () => {
      throw new Error('at once');
    },
    onError: (_key, error) => errors.push(error),
  });
  queue.add('a');
  await queue.idle();
  expect(errors).toEqual([new Error('at once')]);
});

test('a key that is forgotten gets no turn and has no failures', async () => {
  const { clock, queue, begun, failures, keys } = bench();
  queue.add('a');
  await settled();
  begun[0]?.fail(new Error('no'));
  await settled();
  queue.forget('a');
  await clock.advance(600_000);
  expect(keys()).toEqual(['a']);
  queue.add('a');
  await settled();
  begun[1]?.fail(new Error('no'));
  await settled();
  expect(failures.at(-1)?.failures).toBe(1);
});

test('draining begins nothing more, lets turns end, and after the grace tells them to', async () => {
  const { clock, queue, begun, keys } = bench(1);
  queue.add('a');
  queue.add('b');
  queue.addAfter('c', 10);
  await settled();
  let drained = false;
  const done = queue.drain(5_000).then(() => (drained = true));
  queue.add('d');
  await clock.advance(4_999);
  expect([begun[0]?.signal.aborted, drained]).toEqual([false, false]);
  await clock.advance(1);
  expect(begun[0]?.signal.aborted).toBe(true);
  begun[0]?.end({ againInMs: 1 });
  await done;
  await clock.advance(60_000);
  expect(keys()).toEqual(['a']);
  expect(clock.waiting).toBe(0);
});

test('draining without grace tells turns at once', async () => {
  const { queue, begun } = bench();
  queue.add('a');
  await settled();
  const done = queue.drain();
  expect(begun[0]?.signal.aborted).toBe(true);
  begun[0]?.fail(new Error('interrupted'));
  await done;
});

test('its observer learns how long keys waited and turns took', async () => {
  const clock = new ManualClock();
  const seen: string[] = [];
  const ends: (() => void)[] = [];
  const queue = new TurnQueue({
    places: 1, clock,
    perform: () => new Promise((resolve) => ends.push(resolve)),
    observer: { begun: (ms) => seen.push(`waited ${ms}`), ended: (ms, result) => seen.push(`${result} ${ms}`) },
  });
  queue.add('a');
  queue.add('b');
  await clock.advance(30);
  ends[0]?.();
  await clock.advance(5);
  ends[1]?.();
  await queue.idle();
  expect(seen).toEqual(['waited 0', 'done 30', 'waited 30', 'done 5']);
});

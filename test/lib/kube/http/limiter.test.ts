import { ConcurrencyLimiter } from '../../../../lib/kube/http/limiter';

const good = (): boolean => false;
const bad = (): boolean => true;
const now = (): Promise<void> => Promise.resolve();

test('one more is allowed after as many successes as are allowed', async () => {
  const limiter = new ConcurrencyLimiter(4, 2, 6, slower());
  for (let i = 0; i < 4; i += 1) await limiter.run(now, good);
  expect(limiter.limit).toBe(5);
  for (let i = 0; i < 50; i += 1) await limiter.run(now, good);
  expect(limiter.limit).toBe(6);
});

/** A clock by which each task takes longer than twice the one before. */
function slower(): () => number {
  let [time, step] = [0, 1];
  return () => {
    step *= 2;
    return time += step;
  };
}

describe('on a long way, where answers are as late as the way is long', () => {
  /** Rounds of as many requests as may be under way, while as many wait; each takes what the clock says. */
  async function rounds(limiter: ConcurrencyLimiter, clock: { now: number }, took: readonly number[]): Promise<number[]> {
    const limits: number[] = [];
    for (const ms of took) {
      const before = limiter.limit;
      let [release, finish] = [(): void => {}, (): void => {}];
      const gate = new Promise<void>((resolve) => { release = resolve; });
      const others = new Promise<void>((resolve) => { finish = resolve; });
      const asked = Array.from({ length: before }, () => limiter.run(() => gate, good));
      const waiting = Array.from({ length: 64 }, () => limiter.run(() => others, good));
      clock.now += ms;
      release();
      await Promise.all(asked);
      limits.push(limiter.limit);
      // What came late says nothing.
      clock.now += 100 * ms;
      finish();
      await Promise.all(waiting);
    }
    return limits;
  }

  test('each round allows about twice as many, to the most', async () => {
    const clock = { now: 0 };
    const limits = await rounds(new ConcurrencyLimiter(8, 2, 32, () => clock.now), clock, [50, 60, 55, 50]);
    expect(limits[0]).toBeGreaterThanOrEqual(15);
    expect(limits.slice(2)).toEqual([32, 32]);
  });

  test('answers that come twice as late as the quickest allow only one more a round', async () => {
    const clock = { now: 0 };
    const limiter = new ConcurrencyLimiter(8, 2, 32, () => clock.now);
    await limiter.run(() => { clock.now += 2; return now(); }, good);
    expect(await rounds(limiter, clock, [10])).toEqual([9]);
  });

  test('requests one after the other allow no more, however quick they are', async () => {
    const clock = { now: 0 };
    const limiter = new ConcurrencyLimiter(8, 2, 32, () => clock.now);
    for (let i = 0; i < 7; i += 1) await limiter.run(now, good);
    expect(limiter.limit).toBe(8);
  });

  test('once the server has asked for less, only one more a round', async () => {
    const clock = { now: 0 };
    const limiter = new ConcurrencyLimiter(16, 2, 32, () => clock.now);
    await limiter.run(now, bad);
    expect(await rounds(limiter, clock, [50])).toEqual([9]);
  });
});

test('half is allowed after congestion, but never less than the least', async () => {
  const limiter = new ConcurrencyLimiter(16, 2, 32);
  await limiter.run(now, bad);
  expect(limiter.limit).toBe(8);
  for (let i = 0; i < 10; i += 1) await limiter.run(now, bad);
  expect(limiter.limit).toBe(2);
});

test('requests that were under way together halve only once', async () => {
  const limiter = new ConcurrencyLimiter(16, 2, 32);
  await Promise.all(Array.from({ length: 16 }, () => limiter.run(now, bad)));
  expect(limiter.limit).toBe(8);
});

test('tasks wait for room and run in order; a failing task gives its place back', async () => {
  const limiter = new ConcurrencyLimiter(1, 1, 1);
  const order: number[] = [];
  const tasks = [1, 2, 3].map((n) =>
    limiter.run(() => {
      order.push(n);
      return n === 2 ? Promise.reject(new Error('x')) : Promise.resolve();
    }, good),
  );
  await expect(Promise.allSettled(tasks)).resolves.toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }, { status: 'fulfilled' }]);
  expect(order).toEqual([1, 2, 3]);
});

describe('lanes', () => {
  /** Tasks that note their start and end only when they are let go. */
  function desk(limiter: ConcurrencyLimiter) {
    const started: string[] = [];
    const release = new Map<string, () => void>();
    return {
      started,
      ask: (name: string, lane: { lane: string; urgent?: boolean }): void => {
        const task = (): Promise<void> => {
          started.push(name);
          return new Promise((resolve) => release.set(name, resolve));
        };
        void limiter.run(task, good, lane);
      },
      finish: async (name: string): Promise<void> => {
        release.get(name)?.();
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }
  const a = { lane: 'a' };
  const b = { lane: 'b' };
  const c = { lane: 'c' };
  const urgent = { lane: 'lease', urgent: true };

  test('take turns, each in its own order; a later request waits for one of each, not for all', async () => {
    const { ask, started, finish } = desk(new ConcurrencyLimiter(1, 1, 1));
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, a);
    for (const name of ['b1', 'b2']) ask(name, b);
    await finish('a1');
    ask('c1', c);
    for (const name of ['a2', 'b1', 'a3', 'c1', 'b2']) await finish(name);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4']);
  });

  test('one with 5,000 requests and 999 with one each: all of the 999 are served within their first turn', async () => {
    const limiter = new ConcurrencyLimiter(8, 8, 8);
    const order: string[] = [];
    const tasks: Promise<void>[] = [];
    const ask = (lane: string): void => {
      const task = async (): Promise<void> => {
        order.push(lane);
        await now();
      };
      tasks.push(limiter.run(task, good, { lane }));
    };
    for (let i = 0; i < 5_000; i += 1) ask('big');
    for (let i = 0; i < 999; i += 1) ask(`small-${i}`);
    await Promise.all(tasks);
    expect(order).toHaveLength(5_999);
    // 8 places are taken at once; then each small one has its turn before the big one has its second.
    expect(order.slice(0, 9).every((lane) => lane === 'big')).toBe(true);
    expect(order.slice(9, 9 + 999)).toEqual(Array.from({ length: 999 }, (_, i) => `small-${i}`));
  });

  test('an urgent request does not wait: two more than allowed may run, and further ones go before all others', async () => {
    const { ask, started, finish } = desk(new ConcurrencyLimiter(1, 1, 1));
    for (const name of ['a1', 'a2']) ask(name, a);
    for (const name of ['u1', 'u2', 'u3']) ask(name, urgent);
    expect(started).toEqual(['a1', 'u1', 'u2']);
    await finish('u1');
    expect(started).toEqual(['a1', 'u1', 'u2', 'u3']);
    await finish('a1');
    // Three less one under way is still more than the one that is allowed.
    expect(started).toEqual(['a1', 'u1', 'u2', 'u3']);
    await finish('u2');
    await finish('u3');
    expect(started).toEqual(['a1', 'u1', 'u2', 'u3', 'a2']);
  });
});

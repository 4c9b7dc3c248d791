import { ConcurrencyLimiter } from '../../../lib/kube/limiter';

const good = (): boolean => false;
const bad = (): boolean => true;
const now = (): Promise<void> => Promise.resolve();

test('one more is allowed after as many successes as are allowed', async () => {
  const limiter = new ConcurrencyLimiter(4, 2, 6);
  for (let i = 0; i < 4; i += 1) await limiter.run(now, good);
  expect(limiter.limit).toBe(5);
  for (let i = 0; i < 50; i += 1) await limiter.run(now, good);
  expect(limiter.limit).toBe(6);
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

/** The last look of the caller. */
import { confirmGuard } from '../../../../lib/runtime/run/confirm-guard';
import type { CheckedRun } from '../../../../lib/runtime/run/guard';

const run = (dryRun: boolean): CheckedRun => ({ dryRun }) as CheckedRun;

test('asked once before the first write, and never before a run that writes nothing', async () => {
  let asked = 0;
  const guard = confirmGuard(() => {
    asked += 1;
    return Promise.resolve();
  });
  await expect(guard.beforeWrites?.(run(true))).resolves.toEqual({});
  expect(asked).toBe(0);
  await expect(guard.beforeWrites?.(run(false))).resolves.toEqual({});
  expect(asked).toBe(1);
});

test('what it rejects with ends the run', async () => {
  const guard = confirmGuard(() => Promise.reject(new Error('The user said no.')));
  await expect(guard.beforeWrites?.(run(false))).rejects.toThrow('The user said no.');
});

test('a caller that asks nothing is in no way', async () => {
  await expect(confirmGuard(undefined).beforeWrites?.(run(false))).resolves.toEqual({});
});

/** The clocks of a child of the fault runs are those that its parent has set: otherwise no jump would be tested. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followClocks, shiftClocks } from '../../faults/clocks';

const HOUR = 3_600_000;
const before = { date: globalThis.Date, now: Date.now, monotonic: performance.now };
const folder = mkdtempSync(join(tmpdir(), 'clocks-'));
afterAll(() => {
  globalThis.Date = before.date;
  Date.now = before.now;
  performance.now = before.monotonic;
  rmSync(folder, { recursive: true });
});

test('a wall clock that is set jumps for every reader, and the monotonic one goes on', () => {
  const file = join(folder, 'clocks.json');
  const real = Date.now.bind(Date);
  followClocks(file);
  const [wall, monotonic] = [Date.now(), performance.now()];
  expect(wall).toBeLessThanOrEqual(real());
  shiftClocks(file, { wallMs: -HOUR, monotonicMs: 0 });
  expect(Date.now() - wall).toBeLessThan(-HOUR / 2);
  expect(new Date().getTime() - wall).toBeLessThan(-HOUR / 2);
  expect(new Date('2026-01-01T00:00:00Z').getUTCFullYear()).toBe(2026);
  expect(performance.now() - monotonic).toBeLessThan(HOUR / 2);
  shiftClocks(file, { wallMs: HOUR, monotonicMs: HOUR });
  expect(Date.now() - wall).toBeGreaterThan(HOUR / 2);
  expect(performance.now() - monotonic).toBeGreaterThan(HOUR / 2);
});

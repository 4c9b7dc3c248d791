import { onceMore } from '../../faults/matrix';
import type { PointResult } from '../../faults/run-point';

const PASSED: PointResult = { reached: true, ended: 'complete', repetitions: 0, violations: [] };

test('a run whose set-up fails once is begun once more, and that is told', async () => {
  const answers = [() => Promise.reject(new Error('busy')), () => Promise.resolve(PASSED)];
  const told: string[] = [];
  await expect(onceMore(() => (answers.shift() as () => Promise<PointResult>)(), (why) => void told.push(why))).resolves.toBe(PASSED);
  expect(told).toEqual(['busy']);
});

test('a run that cannot be set up twice is a violation, and ends no other run', async () => {
  const found = await onceMore(() => Promise.reject(new Error('busy')), () => undefined);
  expect(found.violations).toEqual(['it could not be set up: busy']);
});

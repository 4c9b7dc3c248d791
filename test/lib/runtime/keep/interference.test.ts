import { afterRepair, allowedAt, interferers, isOver, offencesOf, type History, type Offence } from '../../../../lib/runtime/keep/interference';

const MINUTE = 60_000;
const image: Offence = { path: 'spec.image', manager: 'hpa' };
const size: Offence = { path: 'spec.size', manager: 'hpa' };

/** Repairs at these minutes; gives when the next one is allowed, in seconds after the last. */
function pauseAfter(minutes: readonly number[], offences: readonly Offence[] = [image]): number {
  const history = minutes.reduce<History | undefined>((before, minute) => afterRepair(before, offences, minute * MINUTE), undefined);
  const last = (minutes.at(-1) ?? 0) * MINUTE;
  return Math.max(0, (allowedAt(history) - last) / 1000);
}

const table: readonly (readonly [name: string, minutes: readonly number[], seconds: number])[] = [
  ['once: at once again', [0], 0],
  ['twice: at once again', [0, 1], 0],
  ['three times within ten minutes: half a minute', [0, 4, 10], 30],
  ['three times in more than ten minutes: at once', [0, 6, 11], 0],
  ['the fourth time: a minute', [0, 1, 2, 3], 60],
  ['the fifth: two', [0, 1, 2, 3, 4], 120],
  ['ever again: an hour at most', [...Array(20).keys()], 3600],
  ['slowed down, the repairs are further apart than the window: still longer', [0, 1, 2, 3, 5, 8, 13, 22], 960],
  ['quiet for ten minutes after the pause: forgotten', [0, 1, 2, 13], 0],
];

test.each(table)('The same thing repaired %s', (_name, minutes, seconds) => {
  expect(pauseAfter(minutes)).toBe(seconds);
});

test('Different fields, or different managers, are different things', () => {
  let history = afterRepair(undefined, [image], 0);
  history = afterRepair(history, [size], MINUTE);
  history = afterRepair(history, [{ ...image, manager: 'kubectl' }], 2 * MINUTE);
  expect(allowedAt(history)).toBe(0);
  expect(interferers(history)).toEqual([]);
});

test('Who interferes is named with all of its fields and how often, the most frequent first', () => {
  let history: History | undefined;
  for (const minute of [0, 1, 2]) history = afterRepair(history, [image, size, { path: 'metadata.labels.a', manager: 'once' }].slice(0, minute === 0 ? 3 : 2), minute * MINUTE);
  for (const minute of [3, 4, 5]) history = afterRepair(history, [{ path: 'spec.mode', manager: 'other' }], minute * MINUTE);
  history = afterRepair(history, [image, size], 6 * MINUTE);
  expect(interferers(history as History)).toEqual([
    { manager: 'hpa', paths: ['spec.image', 'spec.size'], count: 4 },
    { manager: 'other', paths: ['spec.mode'], count: 3 },
  ]);
});

test('Deleting an object again and again is interference, too, by nobody that the server names', () => {
  let history: History | undefined;
  for (const minute of [0, 1, 2]) history = afterRepair(history, offencesOf({ action: 'Created' }), minute * MINUTE);
  expect(interferers(history as History)).toEqual([{ paths: ['the whole object'], count: 3 }]);
});

test('What is no repair is no offence', () => {
  expect(offencesOf({ action: 'Unchanged' })).toEqual([]);
  expect(offencesOf({ action: 'Updated' })).toEqual([]);
});

test('What is remembered of one object is bounded, and is over ten minutes after the last repair or pause', () => {
  let history: History | undefined;
  for (let index = 0; index < 1000; index += 1) history = afterRepair(history, [{ path: `data.${index}`, manager: 'm' }], index);
  expect(history?.offenders.length).toBeLessThanOrEqual(20);
  expect(isOver(history as History, 999 + 10 * MINUTE - 1)).toBe(false);
  expect(isOver(history as History, 999 + 10 * MINUTE)).toBe(true);
});

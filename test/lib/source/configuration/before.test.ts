/** What was configured the last time, at an upgrade. */
import type { JsonObject, RecordedChoices } from '../../../../lib/api';
import { configuredBefore, leftOut, refuseBoth } from '../../../../lib/source/configuration/before';

const recorded = (config?: JsonObject): RecordedChoices => ({ packageName: 'shop', ...(config === undefined ? {} : { config }) });
const old = { size: 3, web: { image: 'a', labels: {} }, hosts: ['x', 'y'] };

type Reuse = Parameters<typeof configuredBefore>[3];

test.each<[what: string, recorded: RecordedChoices | undefined, given: boolean, reuse: Reuse, expected: JsonObject | undefined]>([
  ['it is not installed', undefined, false, { reuseConfig: true }, undefined],
  ['nothing was configured', recorded(), false, {}, undefined],
  ['an empty configuration', recorded({}), false, {}, undefined],
  ['another one is given', recorded(old), true, {}, undefined],
  ['it is to be reused', recorded(old), true, { reuseConfig: true }, old],
  ['it is to be dropped', recorded(old), false, { resetConfig: true }, undefined],
])('what the configuration goes over: %s', (_what, before, given, reuse, expected) => {
  expect(configuredBefore('shop', before, given, reuse)).toEqual(expected);
});

test('without a configuration now it is refused: with the keys of before, never their values', () => {
  expect(() => configuredBefore('shop', recorded(old), false, {})).toThrow(expect.objectContaining({
    code: 'config-not-given', category: 'input',
    message: expect.stringContaining('(size, web.image, web.labels, hosts)') as string,
    details: { extension: 'shop', keys: ['size', 'web.image', 'web.labels', 'hosts'] },
  }));
});

test('what is not on record cannot be reused', () => {
  expect(() => configuredBefore('shop', recorded(), true, { reuseConfig: true }))
    .toThrow(expect.objectContaining({ code: 'config-unknown' }));
});

test.each<[what: string, before: JsonObject | undefined, now: JsonObject | undefined, reset: boolean, note: string | undefined]>([
  ['all is there', old, { ...old, more: 1 }, false, undefined],
  ['a value is another one', old, { ...old, size: 4 }, false, undefined],
  [
    'two are missing',
    old,
    { size: 3, hosts: [] },
    false,
    'No longer configured: web.image, web.labels. (--reuse-config keeps the recorded configuration.)',
  ],
  ['all are missing, on request', old, undefined, true, undefined],
  ['nothing was configured', undefined, { size: 1 }, false, undefined],
  [
    'ten are missing', Object.fromEntries([...'abcdefghij'].map((key) => [key, 1])), {}, false,
    'No longer configured: a, b, c, d, e, f, g, h and 2 more. (--reuse-config keeps the recorded configuration.)',
  ],
])('what is left out: %s', (_what, before, now, resetConfig, note) => {
  expect(leftOut(recorded(before), now, { resetConfig })).toBe(note);
});

test('to reuse it and to drop it are opposites', () => {
  expect(() => refuseBoth({ reuseConfig: true, resetConfig: true })).toThrow(expect.objectContaining({ code: 'usage-config' }));
  expect(() => refuseBoth({ reuseConfig: true })).not.toThrow();
});

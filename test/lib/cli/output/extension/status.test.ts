import { defined } from '../../../../../lib/defined';
/** `status`: what is said of a lock, and what `--watch` says of changes. */
import picocolors from 'picocolors';
import type { ObjectResult } from '../../../../../lib/engine';
import { describeLock } from '../../../../../lib/cli/output/extension/state-word';
import { statusChanges, statusDocument, statusLines } from '../../../../../lib/cli/output/extension/status';
import type { Look } from '../../../../../lib/runtime';
import { newLock, type Head } from '../../../../../lib/state';

const paint = picocolors.createColors(false);
const ref = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name });
const ready = (name: string): ObjectResult => ({
  ref: ref(name),
  phase: 'p',
  action: 'Unchanged',
  ready: { status: 'pass', message: '', terminal: false },
});
const missing = (name: string): ObjectResult => ({ ref: ref(name), phase: 'p', action: 'Created', wouldBe: true });
const AT = '2026-01-01T10:00:00Z';

function look(objects: readonly ObjectResult[], head: Partial<Head> = {}, healthy = true): Look {
  const stored = {
    head: { extension: 'shop', revisions: [{ number: 2, digest: 'x', at: AT, completeAt: AT }], inventory: [], ...head },
    uid: 'u',
    resourceVersion: '1',
    ref: { apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'boxcutter.shop' },
  };
  return {
    stored,
    revision: 2,
    healthy,
    vitals: new Map(),
    result: { phases: [{ name: 'p', status: 'running', objects }], removed: [], complete: false, failed: false },
  };
}

describe('what has changed since the last look', () => {
  test.each<[string, Look, Look, readonly string[]]>([
    ['nothing that can be seen', look([ready('a')]), look([ready('a')]), []],
    ['an object', look([ready('a'), ready('b')]), look([ready('a'), missing('b')], {}, false), [
      'shop revision 2: not as it should be, record says complete', 'ConfigMap shop/b: it does not exist',
    ]],
    ['an object of a new revision, and one that it has no more', look([ready('a')]), look([ready('b')]), [
      'ConfigMap shop/b: it is as it should be', 'ConfigMap shop/a: it is not part of the extension any more',
    ]],
    ['a pause', look([ready('a')]), look([ready('a')], { paused: { since: AT, by: 'ada@desk', reason: 'freeze' } }), [
      'shop revision 2: healthy, record says paused; paused by ada@desk (freeze)',
    ]],
    ['content that was lost', look([ready('a')]), { ...look([]), healthy: false }, [
      'shop revision 2: not as it should be, record says complete', 'ConfigMap shop/a: it is not part of the extension any more',
    ]],
  ])('%s', (_what, before, after, lines) => {
    expect(statusChanges(before, after)).toEqual(lines);
  });
});

describe('a lock', () => {
  const now = new Date();
  const lock = { ...newLock('apply revision 2', 'ada', 'id', now), host: 'elsewhere' };
  const at = performance.now();
  test.each<[string, Head['lock'], number, RegExp | undefined]>([
    ['none', undefined, 0, undefined],
    ['held', lock, 0, /^held by ada@.* for "apply revision 2" since .*, so it may change$/],
    [
      'not heard of for two minutes',
      lock,
      120_000,
      /^ada@.* was cut off while doing "apply revision 2" .*--break-lock$/,
    ],
  ])('%s', (_what, held, silentMs, says) => {
    const head: Head = { extension: 'shop', revisions: [], inventory: [], ...defined({ lock: held }) };
    const said = describeLock({ head, observed: { silentMs, at } });
    if (says === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(says);
  });
});

test('on a terminal it fits: finished phases fold, lines are cut', () => {
  const objects = Array.from({ length: 50 }, (_, index) => ready(`a-very-long-name-of-a-config-map-${index}`));
  const lines = statusLines(look(objects), { paint, room: { height: 10, width: 40 } });
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(Math.max(...lines.slice(2).map(({ length }) => length))).toBeLessThanOrEqual(40);
});

describe('the next step', () => {
  const explain = 'boxcutter explain shop -n shop';
  test('what is not as it should be names the command that says why', () => {
    expect(statusLines(look([missing('a')], {}, false), { paint, explain }).at(-1)).toBe(`Why, and what to do: ${explain}`);
  });

  test('what is healthy names none', () => {
    expect(statusLines(look([ready('a')]), { paint, explain }).join('\n')).not.toContain('explain');
  });

  test('on a terminal it has room below the objects', () => {
    const objects = Array.from({ length: 30 }, (_, index) => missing(`m${index}`));
    const lines = statusLines(look(objects, {}, false), { paint, explain, room: { height: 10, width: 80 } });
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.at(-1)).toContain(explain);
  });
});

test('what is there has its replicas and its age', () => {
  const deployment = { ...ready('web'), ref: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' } };
  const createdAt = new Date(Date.now() - 5 * 60_000).toISOString();
  const vitals = new Map([['apps/Deployment/shop/web', { replicas: { ready: 2, wanted: 3 }, createdAt }]]);
  const shown = { ...look([deployment, missing('gone')]), vitals };
  expect(statusLines(shown, { paint })).toEqual(expect.arrayContaining([
    '  ✓ Deployment shop/web  2/3, 5 min old  unchanged', expect.stringMatching(/ConfigMap shop\/gone {2}(?!.* old)/),
  ]));
  const objects = [{ name: 'web', replicas: { ready: 2, wanted: 3 }, createdAt }, { name: 'gone' }];
  expect(statusDocument(shown)).toMatchObject({ phases: [{ objects }] });
});

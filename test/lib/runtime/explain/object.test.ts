/** What is said of one object: from a live read, or from what kept it from being read. */
import type { KubeObject } from '../../../../lib/api';
import type { Answer, ObjectResult } from '../../../../lib/engine';
import { explainObject, sight, unreadFor, type Sighting } from '../../../../lib/runtime/explain/object';
import { COMMAND_WORDS } from '../../../../lib/cli/command-line/hints';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const live: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop', uid: 'u' } };
const ready = { status: 'pass', message: '' } as const;
const result = (more: Partial<ObjectResult>): ObjectResult => ({ action: 'Unchanged', ref, phase: 'deploy', ready, ...more }) as ObjectResult;
const events = { of: () => [] };
const explained = (sighting: Sighting, words?: typeof COMMAND_WORDS) => explainObject(sighting, events, words);
const refused: Answer = { type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'it may not be read.', causes: [] } };

test.each<[string, Answer, object]>([
  ['is there', { type: 'object', object: live, created: false }, { live }],
  ['is gone', { type: 'gone' }, {}],
  ['may not be read', refused, { refused: 'ConfigMap shop/settings could not be looked at: it may not be read.' }],
])('an object that %s', async (_, answer, expected) => {
  const list = (): Promise<never> => Promise.reject(new Error('no Pods are looked for'));
  expect(await sight(result({}), { list }, { get: () => Promise.resolve(answer) })).toEqual({ result: result({}), ...expected });
});

test('the reason of what could not be read ends with one full stop', () => {
  expect(unreadFor(ref, refused as Extract<Answer, { type: 'refused' }>)).toBe('ConfigMap shop/settings could not be looked at: it may not be read.');
});

test('what is as it should be: well, and nothing to do', () => {
  expect(explained({ result: result({}), live })).toMatchObject({ ref, phase: 'deploy', well: true, exists: true, action: 'Unchanged', hints: [] });
});

test('what is not there does not exist, and has no managers', () => {
  expect(explained({ result: result({ action: 'Created' } as never) })).toMatchObject({ exists: false, managers: [], changed: [], conditions: [] });
});

test('what is being deleted is not well, and its finalizers are what it waits for', () => {
  const leaving = { ...live, metadata: { ...live.metadata, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/hold'] } };
  const said = explained({ result: result({}), live: leaving });
  expect([said.well, said.deletion?.finalizers, said.hints.map(({ code }) => code)]).toEqual([false, ['example.com/hold'], ['finalizer']]);
});

test('a collision: the way out, in the words of who asks', () => {
  const collision = result({ action: 'Collision', cause: { type: 'unmanaged' } } as never);
  const hints = (words?: typeof COMMAND_WORDS) => explained({ result: collision, live }, words).hints;
  expect(hints()).toEqual([{ code: 'collision', text: expect.stringContaining("`collisionProtection: 'IfNoController'`") }]);
  expect(hints(COMMAND_WORDS)).toEqual([{ code: 'collision', text: expect.stringContaining('--collision-protection IfNoController') }]);
});

test('a field that cannot be changed: what to do with this kind, and not the general words', () => {
  const status = { code: 422, reason: 'Invalid', message: 'data: field is immutable when `immutable` is set', causes: [{ reason: 'FieldValueForbidden', field: 'data', message: 'field is immutable' }] };
  const failed = result({ action: 'Failed', cause: { type: 'refused', ref: result({ action: 'Created' }).ref, request: 'update', status } });
  const [hint] = explained({ result: failed, live }).hints;
  expect(hint?.code).toBe('immutable');
  expect(hint?.text).not.toContain('planRevision');
});

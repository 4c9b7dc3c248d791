/** What is stored decides how bad a change is: a server in memory that counts what it is asked. */
import type { JsonObject, KubeObject } from '../../../../lib/api';
import { BoxcutterError } from '../../../../lib/errors';
import { compareWithStored, crdUpgradeError, type CrdCheckOptions, type CrdReader } from '../../../../lib/guards';
import { definition, field, specOf } from './definitions';

const string = { type: 'string' };
const widget = (name: string, spec: JsonObject): KubeObject =>
  ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name, namespace: 'shop' }, spec }) as KubeObject;

function serverWith(objects: readonly KubeObject[], says: 'counts' | 'no-count' | 'forbidden' = 'counts') {
  const asked: { apiVersion: string; metadataOnly?: boolean; atMost?: number }[] = [];
  const reader: CrdReader = {
    get: () => Promise.resolve({ type: 'gone' }),
    list: ({ apiVersion }, options) => {
      asked.push({ apiVersion, ...options });
      if (says === 'forbidden') return Promise.reject(new BoxcutterError('server-refused', 'server', 'widgets is forbidden'));
      const { atMost = objects.length } = options;
      const rest = objects.length - atMost;
      return Promise.resolve({
        objects: objects.slice(0, atMost),
        ...(rest > 0 ? { remaining: says === 'counts' ? rest : 'unknown' as const } : {}),
      });
    },
  };
  return { reader, asked };
}

async function judge(
  old: JsonObject, next: JsonObject, objects: readonly KubeObject[], options: CrdCheckOptions = {}, says?: 'no-count' | 'forbidden',
) {
  const { reader, asked } = serverWith(objects, says);
  const pair = { live: old as unknown as KubeObject, next: next as unknown as KubeObject };
  const upgrade = await compareWithStored(pair, reader, options);
  return {
    severities: upgrade.issues.map(({ severity, check }) => `${severity} ${check}`),
    stored: upgrade.stored,
    asked,
    error: crdUpgradeError([upgrade]),
  };
}

const wide = field({ ...string, enum: ['a', 'b'] });
const narrow = field({ ...string, enum: ['a'] });

test('with nothing stored, what endangers stored objects is a warning: one request, for metadata of one object', async () => {
  const { severities, stored, asked, error } = await judge(wide, narrow, []);
  expect({ severities, stored, error }).toEqual({ severities: ['warning enum'], stored: { count: 0 }, error: undefined });
  expect(asked).toEqual([{ apiVersion: 'example.com/v1', metadataOnly: true, atMost: 1 }]);
});

test('few objects are held against the new schema, and one that breaks it is shown', async () => {
  const { severities, stored, asked, error } = await judge(wide, narrow, [
    widget('one', { x: 'a' }),
    widget('two', { x: 'b' }),
    widget('three', { x: 'b' }),
  ]);
  expect(severities).toEqual(['error enum']);
  expect(stored).toMatchObject({
    count: 3,
    breaking: { count: 2, example: 'shop/two', reason: expect.stringContaining('spec.x') as string },
  });
  expect(asked.map(({ atMost }) => atMost)).toEqual([1, 100]);
  expect(error?.message)
    .toContain('  widgets.example.com: 3 objects are stored; the new schema would not take 2 of them, such as shop/two (spec.x: ');
});

test('a field that is gone, a missing one', async () => {
  const gone = await judge(definition({ v1: specOf({ x: string, y: string }) }), field(string), [widget('one', { x: 'a', y: 'b' })]);
  expect(gone).toMatchObject({ severities: ['error existingFieldRemoval'], stored: { count: 1, breaking: { example: 'shop/one' } } });
  const missing = await judge(field(string), definition({ v1: specOf({ x: string }, { required: ['x'] }) }), [widget('one', {})]);
  expect(missing).toMatchObject({ severities: ['error required'], stored: { count: 1, breaking: { example: 'shop/one' } } });
});

test('of many only the number is asked for', async () => {
  const { stored, asked, error } = await judge(wide, narrow, Array.from({ length: 250 }, (_, index) => widget(`w${index}`, { x: 'b' })));
  expect([stored, asked.length]).toEqual([{ count: 250 }, 1]);
  expect(error?.message).toContain('widgets.example.com: 250 objects are stored\n');
});

test.each(['no-count', 'forbidden'] as const)('what cannot be counted stays an error: %s', async (says) => {
  const { severities, stored, error } = await judge(wide, narrow, [widget('a', {}), widget('b', {})], {}, says);
  expect([severities, stored]).toEqual([['error enum'], { count: 'unknown' }]);
  expect(error?.message).toContain('how many objects are stored is not known');
});

test.each<[string, JsonObject, JsonObject, CrdCheckOptions, string]>([
  ['what the server refuses', definition({ v1: specOf({}) }), definition({ v1: specOf({}) }, { scope: 'Cluster' }), {}, 'error scope'],
  [
    'what differs between served versions',
    definition({ v1: specOf({ x: string }) }),
    definition({ v1: specOf({ x: string }), v2: specOf({ x: { type: 'integer' } }) }),
    {},
    'error type',
  ],
])('%s stays an error, and nothing is asked', async (_what, old, next, options, expected) => {
  const { severities, asked } = await judge(old, next, [], options);
  expect([severities, asked]).toEqual([[expected], []]);
});

test('the policy strict, and what the caller decided, stay errors', async () => {
  expect((await judge(wide, narrow, [], { policy: 'strict' })).severities).toEqual(['error enum']);
  expect((await judge(wide, narrow, [], { checks: { enum: 'error' } })).severities).toEqual(['error enum']);
});

test('a change without an error asks nothing; tightening in the status alone is none', async () => {
  const status = (x: JsonObject, more: JsonObject = {}) =>
    definition({ v1: { type: 'object', properties: { status: { type: 'object', properties: { x }, ...more } } } });
  expect(await judge(field(string), narrow, [widget('one', {})])).toMatchObject({ severities: ['warning enum'], asked: [] });
  expect(await judge(status({ ...string, enum: ['a', 'b'] }), status({ ...string, enum: ['a'] }), [widget('one', {})]))
    .toMatchObject({ severities: ['warning enum'], asked: [] });
  expect(await judge(status(string), status(string, { required: ['x'] }), []))
    .toMatchObject({ severities: ['warning required'], asked: [] });
  expect((await judge(status(string), status({ type: 'integer' }), [widget('one', {})])).severities).toEqual(['error type']);
});

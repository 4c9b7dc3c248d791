/** Served versions are compared with each other, in the order of Kubernetes, unless a webhook converts; old troubles do not count. */
import type { JsonObject } from '../../../../lib/api';
import { checkCrdUpgrade, formatCrdIssue } from '../../../../lib/guards';
import { compareVersions } from '../../../../lib/guards/crd-safety/version-order';
import { definition, specOf } from './definitions';

const lines = (old: JsonObject, next: JsonObject): readonly string[] => checkCrdUpgrade(old, next).map(formatCrdIssue);
const version = (...values: readonly string[]): JsonObject => specOf({ mode: { type: 'string', enum: values } });

test('the order of versions', () => {
  const ordered = ['foo10', 'foo1', 'v1alpha1', 'v1alpha2', 'v11alpha2', 'v1beta1', 'v3beta1', 'v10beta3', 'v1', 'v2', 'v10', 'v99999999999999999999'];
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
});

test('from the older to the newer, whatever the order in the file, every pair', () => {
  const old = definition({ v1: version('a', 'b') });
  const next = definition({ v1: version('a', 'b'), v1beta1: version('a', 'b', 'c'), v2: version('a') });
  expect(lines(old, next)).toEqual([
    'v1beta1 -> v1: ^.spec.mode: enum: allowed enum values removed : ["c"]',
    'v1beta1 -> v2: ^.spec.mode: enum: allowed enum values removed : ["b" "c"]',
    'v1 -> v2: ^.spec.mode: enum: allowed enum values removed : ["b"]',
  ]);
});

test('a field that the newer version does not have', () => {
  const next = definition({ v1: specOf({ x: { type: 'integer', minimum: 1 } }), v2: specOf({}) });
  expect(lines(definition({ v1: specOf({ x: { type: 'integer', minimum: 1 } }) }), next)).toEqual(['v1 -> v2: ^.spec.x: type: type changed : "integer" -> ""']);
});

test('versions that are not served are only compared with themselves', () => {
  const next = definition({ v1: version('a', 'b'), v2: version('a') }, { unserved: ['v1'] });
  expect(lines(definition({ v1: version('a', 'b') }, { unserved: ['v1'] }), next)).toEqual([]);
});

describe('conversion', () => {
  const old = definition({ v1: version('a', 'b') });
  const versions = { v1: version('a', 'b'), v2: version('a') };

  test('by a webhook: served versions may differ', () => {
    expect(lines(old, definition(versions, { conversion: 'Webhook' }))).toEqual([]);
  });

  test('by none, also where the old definition had a webhook', () => {
    expect(lines(definition(versions, { conversion: 'Webhook' }), definition({ ...versions, v3: version() }, { conversion: 'None' }))).toContain(
      'v1 -> v3: ^.spec.mode: enum: allowed enum values removed : ["a" "b"]',
    );
  });

  test('a webhook excuses nothing within one version', () => {
    expect(lines(old, definition({ v1: version('a') }, { conversion: 'Webhook' }))).toEqual(['v1: ^.spec.mode: enum: allowed enum values removed : ["b"]']);
  });
});

describe('what the old definition had already', () => {
  const both = (extra: JsonObject): JsonObject => definition({ v1: specOf({ mode: { enum: ['a', 'b'] }, extra: { type: 'boolean' } }), v2: specOf({ mode: { enum: ['a'] }, extra }) });
  const boolean = { type: 'boolean' };

  test('is not reported again', () => {
    expect(lines(both(boolean), both(boolean))).toEqual([]);
  });

  test('does not hide what is new', () => {
    expect(lines(both(boolean), both({ type: 'string' }))).toEqual([
      'v2: ^.spec.extra: type: type changed : "boolean" -> "string"',
      'v1 -> v2: ^.spec.extra: type: type changed : "boolean" -> "string"',
    ]);
  });

  test('does not hide the same trouble made worse', () => {
    expect(lines(definition({ v1: version('a', 'b'), v2: version('a') }), definition({ v1: version('a', 'b', 'c'), v2: version('a') })))
      .toEqual(['v1 -> v2: ^.spec.mode: enum: allowed enum values removed : ["b" "c"]']);
  });

  test('counts only where both were served', () => {
    const old = definition({ v1: version('a', 'b'), v2: version('a') }, { unserved: ['v2'] });
    expect(lines(old, definition({ v1: version('a', 'b'), v2: version('a') }))).toEqual(['v1 -> v2: ^.spec.mode: enum: allowed enum values removed : ["b"]']);
  });
});

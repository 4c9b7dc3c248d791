/** Every check of CRD upgrade safety, in each direction: what changed at `spec.x`, and what is said of it. */
import type { JsonObject } from '../../../../lib/api';
import { checkCrdUpgrade, crdFindingOf, CRD_CHECKS, formatCrdIssue, type CrdCheck, type CrdCheckOptions } from '../../../../lib/guards';
import { definition, field, specOf } from './definitions';

const string = { type: 'string' };
const integer = { type: 'integer' };
const lines = (old: JsonObject, next: JsonObject, options?: CrdCheckOptions): readonly string[] =>
  checkCrdUpgrade(old, next, options).map(formatCrdIssue);

type Row = readonly [check: CrdCheck, change: string, old: JsonObject, next: JsonObject, message: string | undefined];

const limits = (['maximum', 'maxItems', 'maxLength', 'maxProperties'] as const).flatMap((check): Row[] => [
  [check, 'added', {}, { [check]: 3 }, 'maximum constraint added when there was none previously : 3'],
  [check, 'lowered', { [check]: 5 }, { [check]: 3 }, 'maximum decreased : 5 -> 3'],
  [check, 'lowered to nothing', { [check]: 5 }, { [check]: 0 }, 'maximum decreased : 5 -> 0'],
  [check, 'raised', { [check]: 3 }, { [check]: 5 }, undefined],
  [check, 'removed', { [check]: 3 }, {}, undefined],
]).concat((['minimum', 'minItems', 'minLength', 'minProperties'] as const).flatMap((check): Row[] => [
  [check, 'added', {}, { [check]: 2 }, 'minimum constraint added when there was none previously : 2'],
  [check, 'raised', { [check]: 1 }, { [check]: 2 }, 'minimum increased : 1 -> 2'],
  [check, 'lowered', { [check]: 2 }, { [check]: 0 }, undefined],
  [check, 'removed', { [check]: 2 }, {}, undefined],
]));

const rows: readonly Row[] = [
  ['default', 'added', string, { ...string, default: 'foo' }, 'default added when there was none previously : "\\"foo\\""'],
  ['default', 'removed', { ...string, default: 'foo' }, string, 'default value removed : "\\"foo\\""'],
  ['default', 'changed', { ...integer, default: 1 }, { ...integer, default: 2 }, 'default value changed : "1" -> "2"'],
  ['default', 'false for nothing', {}, { default: false }, 'default added when there was none previously : "false"'],
  ['default', 'keys in another order', { default: { a: 1, b: 2 } }, { default: { b: 2, a: 1 } }, undefined],
  ['default', 'a member that is called description', { default: { description: 'a' } }, { default: { description: 'b' } },
    'default value changed : "{\\"description\\":\\"a\\"}" -> "{\\"description\\":\\"b\\"}"'],
  ['description', 'changed: off unless asked for', { description: 'a' }, { description: 'b' }, undefined],
  ['enum', 'added', string, { ...string, enum: ['a', 'b'] }, 'enum constraint added when there was none previously : ["a" "b"]'],
  ['enum', 'value removed', { enum: ['a', 'b', 'c'] }, { enum: ['b', 'a'] }, 'allowed enum values removed : ["c"]'],
  ['enum', 'values exchanged', { enum: ['a'] }, { enum: ['b'] }, 'allowed enum values removed : ["a"]'],
  ['enum', 'removed', { enum: ['a'] }, {}, 'allowed enum values removed : ["a"]'],
  ['enum', 'value added', { enum: ['a'] }, { enum: ['a', 'b'] }, undefined],
  ['enum', 'another order', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, undefined],
  ...limits,
  ['nullable', 'added', {}, { nullable: true }, 'nullable added : false -> true'],
  ['nullable', 'removed', { nullable: true }, { nullable: false }, 'nullable removed : true -> false'],
  ['nullable', 'written out', {}, { nullable: false }, undefined],
  ['oneOf', 'added', {}, { oneOf: [{ required: ['a'] }] }, 'oneOf constraint added when there was none previously: [{"required":["a"]}]'],
  ['oneOf', 'schema removed', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { oneOf: [{ required: ['a'] }] },
    'allowed oneOf schemas removed: [{"required":["b"]}]'],
  ['oneOf', 'schema added', { oneOf: [{ required: ['a'] }] }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    'allowed oneOf schemas added: [{"required":["b"]}]'],
  ['oneOf', 'other descriptions, another order', { oneOf: [{ required: ['a'], description: 'old' }, { required: ['b'] }] },
    { oneOf: [{ required: ['b'] }, { required: ['a'], description: 'new' }] }, undefined],
  ['pattern', 'added', string, { ...string, pattern: 'b' }, 'pattern added : "" -> "b"'],
  ['pattern', 'removed', { pattern: 'b' }, {}, 'pattern removed : "b" -> ""'],
  ['pattern', 'changed', { pattern: 'a' }, { pattern: 'b' }, 'pattern changed : "a" -> "b"'],
  ['required', 'added', {}, { required: ['b', 'a'] }, 'new required fields: [a b]'],
  ['required', 'one more', { required: ['a'] }, { required: ['a', 'b'] }, 'new required fields: [b]'],
  ['required', 'removed', { required: ['a', 'b'] }, { required: ['b'] }, undefined],
  ['type', 'changed', integer, string, 'type changed : "integer" -> "string"'],
  ['type', 'removed', integer, {}, 'type changed : "integer" -> ""'],
  ['unhandled', 'format added', string, { ...string, format: 'email' }, 'unhandled changes found (Format "" -> "email")'],
  ['unhandled', 'several', { format: 'int32', uniqueItems: true }, { multipleOf: 2 },
    'unhandled changes found (Format "int32" -> ""; MultipleOf nil -> 2; UniqueItems true -> false)'],
  ['unhandled', 'unknown fields no longer kept', { 'x-kubernetes-preserve-unknown-fields': true }, {},
    'unhandled changes found (x-kubernetes-preserve-unknown-fields true -> false)'],
  ['unhandled', 'rule added', {}, { 'x-kubernetes-validations': [{ rule: 'self.a' }] },
    'unhandled changes found (x-kubernetes-validations nil -> [{"rule":"self.a"}])'],
  ['unhandled', 'not changed', { not: { required: ['a'] } }, { not: { required: ['b'] } }, 'unhandled changes found (Not {"required":["a"]} -> {"required":["b"]})'],
  ['unhandled', 'anything allowed no longer', { additionalProperties: true }, {}, 'unhandled changes found (AdditionalProperties true -> false)'],
  ['unhandled', 'another number of alternatives', { anyOf: [integer, string] }, { anyOf: [integer] },
    'unhandled changes found (AnyOf [{"type":"integer"},{"type":"string"}] -> [{"type":"integer"}])'],
  ['unhandled', 'empty for absent', { 'x-kubernetes-list-map-keys': [], 'uniqueItems': false, 'format': '' }, {}, undefined],
  ['unhandled', 'title and example', { title: 'a', example: { a: 1 } }, { title: 'b', externalDocs: { url: 'https://example.com' } }, undefined],
];

test.each(rows)('%s: %s', (check, _change, old, next, message) => {
  expect(lines(field(old), field(next))).toEqual(message === undefined ? [] : [`v1: ^.spec.x: ${check}: ${message}`]);
});

test('scope, both directions', () => {
  const [namespaced, cluster] = [definition({ v1: {} }), definition({ v1: {} }, { scope: 'Cluster' })];
  expect(lines(cluster, namespaced)).toEqual(['scope: scope changed : "Cluster" -> "Namespaced"']);
  expect(lines(namespaced, cluster)).toEqual(['scope: scope changed : "Namespaced" -> "Cluster"']);
});

describe('existingFieldRemoval', () => {
  test('a field, its items or its values: reported once, for the place that is gone', () => {
    expect(lines(definition({ v2: specOf({ x: { type: 'object', properties: { y: integer } } }) }), definition({ v2: specOf({}) })))
      .toEqual(['existingFieldRemoval: removed field : v2.^.spec.x']);
    expect(lines(field({ type: 'array', items: string }), field({ type: 'array' }))).toEqual(['existingFieldRemoval: removed field : v1.^.spec.x.items']);
    expect(lines(field({ additionalProperties: string }), field({}))).toEqual(['existingFieldRemoval: removed field : v1.^.spec.x.additionalProperties']);
  });

  test('a new optional field, new items and new values are safe', () => {
    expect(lines(definition({ v1: specOf({}) }), field(string))).toEqual([]);
    expect(lines(field({}), field({ items: string, additionalProperties: string }))).toEqual([]);
  });

  test('fields with names that every JavaScript object has', () => {
    const evil = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as JsonObject;
    expect(lines(definition({ v1: specOf(evil) }), definition({ v1: specOf({}) })))
      .toEqual(['existingFieldRemoval: removed field : v1.^.spec.__proto__', 'existingFieldRemoval: removed field : v1.^.spec.constructor']);
  });
});

describe('storedVersionRemoval', () => {
  const old = definition({ v1: {}, v1beta1: {} }, { storedVersions: ['v1', 'v1beta1'] });

  test('versions of the status', () => {
    expect(lines(old, definition({ v2: {} }))).toEqual(['storedVersionRemoval: stored versions removed : [v1beta1 v1]']);
    expect(lines(old, definition({ v1: {} }))).toEqual(['storedVersionRemoval: stored versions removed : [v1beta1]']);
  });

  test('a version that is not stored may go', () => {
    expect(lines(definition({ v1: {}, v1beta1: {} }, { storedVersions: ['v1'], unserved: ['v1beta1'] }), definition({ v1: {} }))).toEqual([]);
  });

  test('without a status, as in a file: the storage version; and whatever the caller knows better', () => {
    expect(lines(definition({ v1: {}, v1beta1: {} }), definition({ v1beta1: {} }))).toEqual(['storedVersionRemoval: stored versions removed : [v1]']);
    expect(lines(old, definition({ v1: {} }), { storedVersions: ['v1'] })).toEqual(['servedVersionRemoval: versions no longer served : [v1beta1]']);
  });
});

test('servedVersionRemoval: a version that is gone, or switched off, is a warning for its clients under every policy', () => {
  const old = definition({ v1: {}, v1beta1: {}, v1alpha1: {} }, { storedVersions: ['v1'] });
  for (const policy of ['enforce', 'strict', 'warn'] as const) {
    const issues = checkCrdUpgrade(old, definition({ v1: {}, v1beta1: {} }, { unserved: ['v1beta1'] }), { policy });
    expect(issues.map((issue) => `${issue.severity} ${formatCrdIssue(issue)}`)).toEqual(['warning servedVersionRemoval: versions no longer served : [v1alpha1 v1beta1]']);
  }
  expect(lines(definition({ v1: {} }, { unserved: ['v1'] }), definition({ v1: {} }))).toEqual([]);
});

test('changes below items, values and alternatives are found where they are', () => {
  const deep = (leaf: JsonObject): JsonObject => field({ items: { additionalProperties: { allOf: [leaf], anyOf: [leaf, string] } } });
  expect(lines(deep({ minLength: 1 }), deep({ minLength: 2 }))).toEqual([
    'v1: ^.spec.x.items.additionalProperties.allOf[0]: minLength: minimum increased : 1 -> 2',
    'v1: ^.spec.x.items.additionalProperties.anyOf[0]: minLength: minimum increased : 1 -> 2',
  ]);
});

test('the checks that are off by default, and their opposites', () => {
  expect(lines(field({ description: 'a' }), field({}), { checks: { description: 'warning' } })).toEqual(['v1: ^.spec.x: description: description changed : "a" -> ""']);
  expect(lines(field({ enum: ['a'] }), field({ enum: ['a', 'b'] }), { enumAdditions: 'refuse' }))
    .toEqual(['v1: ^.spec.x: enum: allowed enum values added : ["b"]']);
  expect(lines(field(integer), field(string), { checks: { type: 'off' } })).toEqual([]);
});

test('every check has a row, and every issue the safe alternative', () => {
  const apart: readonly CrdCheck[] = ['scope', 'existingFieldRemoval', 'storedVersionRemoval', 'servedVersionRemoval'];
  expect(new Set([...apart, ...rows.map(([check]) => check)])).toEqual(new Set(CRD_CHECKS));
  expect(CRD_CHECKS).toHaveLength(21);
  for (const [, , old, next] of rows) for (const { hint } of checkCrdUpgrade(field(old), field(next)).map(crdFindingOf)) expect(hint).toMatch(/^[A-Z].{40,}\.$/);
});

/** Definitions from strangers: however large, deep or tangled, the answer comes soon, and what was not compared is not called safe. */
import type { JsonObject, JsonValue } from '../../../../lib/api';
import { checkCrdUpgrade, crdFindingOf, formatCrdErrors, type CrdFinding } from '../../../../lib/guards';
import { Budget } from '../../../../lib/guards/crd-safety/budget';
import { checkWithin } from '../../../../lib/guards/crd-safety/check';
import { definition, field, specOf } from './definitions';

/** Generous: such a definition takes a second at most, and without a bound for ever. */
const SOON_MS = 15_000;

function timed(old: JsonObject, next: JsonObject): readonly CrdFinding[] {
  const begun = performance.now();
  const issues = checkCrdUpgrade(old, next).map(crdFindingOf);
  expect(performance.now() - begun).toBeLessThan(SOON_MS);
  return issues;
}

function nested(depth: number, leaf: JsonObject): JsonObject {
  let schema = leaf;
  for (let level = 0; level < depth; level += 1) schema = { properties: { a: schema } };
  return schema;
}

test('deep: 30,000 levels', () => {
  const issues = timed(field(nested(30_000, { type: 'integer' })), field(nested(30_000, { type: 'string' })));
  expect(issues.map(({ check, message }) => [check, message])).toEqual([['type', 'type changed : "integer" -> "string"']]);
  expect(issues[0]?.path.length).toBeLessThan(1000);
});

test('a deep default, enumeration or alternative', () => {
  const deep = (leaf: JsonValue): JsonObject => nested(10_000, { default: leaf });
  for (const key of ['default', 'not']) {
    const [issue] = timed(field({ [key]: deep(1) }), field({ [key]: deep(2) }));
    expect(issue?.message.length).toBeLessThan(1000);
  }
  for (const key of ['enum', 'oneOf']) expect(timed(field({ [key]: [deep(1)] }), field({ [key]: [deep(2)] })).length).toBeGreaterThan(0);
});

test('wide: 10 MB of fields, one of which changes', () => {
  const wide = (last: string): JsonObject => {
    const text = { type: 'string', maxLength: 3, description: 'What is said of the field. '.repeat(7) };
    const properties = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`field${index}`, { ...text }]));
    return definition({ v1: specOf({ ...properties, last: { type: last } }) });
  };
  const [old, next] = [wide('string'), wide('integer')];
  expect(JSON.stringify(old).length).toBeGreaterThan(10_000_000);
  expect(timed(old, next).map(({ path }) => path)).toEqual(['^.spec.last']);
});

test('very many changes: the first are reported, and that there are more', () => {
  const many = (type: string): JsonObject => definition({ v1: specOf(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, { type }]))) });
  const issues = timed(many('string'), many('integer'));
  expect(issues).toHaveLength(501);
  expect(issues.at(-1)).toMatchObject({ check: 'unhandled', severity: 'error', message: 'more than 500 changes: the rest was not checked' });
  expect(Buffer.byteLength(formatCrdErrors('widgets.example.com', issues) ?? '')).toBeLessThan(32_768);
});

const TOO_LARGE = [['error', 'the schemas are too large to be compared']];

test('a part that contains itself', () => {
  const itself = (type: string): JsonObject => {
    const schema: Record<string, unknown> = { type };
    schema['properties'] = { again: schema };
    return schema as JsonObject;
  };
  expect(timed(field(itself('object')), field(itself('object'))).map(({ severity, message }) => [severity, message])).toEqual(TOO_LARGE);
});

test('parts that are used again and again, as YAML anchors make them: in all, 10^18 places', () => {
  const tangled = (): JsonObject => {
    let schema: JsonObject = {};
    for (let level = 0; level < 60; level += 1) schema = { properties: { a: schema, b: schema } };
    return schema;
  };
  const bounded = (old: JsonObject, next: JsonObject, options = {}): unknown =>
    checkWithin(new Budget(10_000), field(old), field(next), options).map(crdFindingOf).map(({ severity, message }) => [severity, message]);
  expect(bounded(tangled(), tangled())).toEqual(TOO_LARGE);
  expect(bounded({ not: tangled() }, { not: tangled() })).toEqual(TOO_LARGE);
  expect(bounded({ enum: [tangled()] }, { enum: [tangled()] })).toEqual(TOO_LARGE);
  // No waiver, and no switch, makes that safe.
  expect(bounded(tangled(), tangled(), { checks: { unhandled: 'off' }, waivers: [{ check: 'unhandled' }] })).toEqual(TOO_LARGE);
});

test('many served versions', () => {
  const versions = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`v${index + 1}`, specOf({ [`f${index}`]: { type: 'string' } })]));
  expect(timed(definition({ v1: specOf({}) }), definition(versions)).length).toBe(501);
});

test('a reference has no check of its own, and is not followed', () => {
  expect(timed(field({ $ref: '#/a' }), field({ $ref: '#/b' })).map(({ message }) => message)).toEqual(['unhandled changes found ($ref "#/a" -> "#/b")']);
});

test.each<[string, JsonObject]>([
  ['nothing', {}], ['no versions', { spec: {} }], ['versions that are no list', { spec: { versions: 'v1' } }], ['versions of nothing', { spec: { versions: [null, 1, {}] } }],
  ['no schema', { spec: { versions: [{ name: 'v1' }] } }], ['a schema of lists', { spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: [] } }] } }],
  ['properties of text', definition({ v1: { properties: { spec: 'x' } } })], ['a status of text', { status: { storedVersions: 'v1' } }],
  ['keywords of any type', field({ type: 1, enum: 'a', required: {}, minimum: 'x', oneOf: 1, allOf: {}, pattern: [], properties: [], items: 1, default: null })],
])('not a definition: %s', (_, broken) => {
  expect(checkCrdUpgrade(broken, broken)).toEqual([]);
  expect(() => [checkCrdUpgrade(broken, field({ type: 'string' })), checkCrdUpgrade(field({ type: 'string' }), broken)]).not.toThrow();
});

test('control characters of names and values do not reach a terminal', () => {
  const issues = checkCrdUpgrade(definition({ v1: specOf({ 'a\u001b[2J': {} }) }), definition({ v1: specOf({}) }));
  expect(formatCrdErrors('widgets.example.com', issues)).toMatch(/removed field : v1\.\^\.spec\.a\ufffd\[2J$/);
});

/** What a schema may cost is counted before the validator is asked; within the limits it stays within seconds and a small memory. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { checkConfigSchema, configWording, validateConfig } from '../../../../lib/config';
import { inWords } from '../../in-words';
import { cpuMilliseconds } from '../../../support/cpu-time';

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const map = (count: number, make: (index: number) => unknown): object =>
  Object.fromEntries(times(count, (index) => [`k${index}`, make(index)]));
const latest = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

test.each<[string, object, RegExp]>([
  ['schemas', { properties: map(4001, () => ({})) }, /more than 4000 schemas/],
  ['schemas, combined', { anyOf: times(100, () => ({ anyOf: times(90, (n) => ({ required: [`a${n}`] })) })) }, /more than 4000 schemas/],
  [
    'keywords',
    { properties: map(900, () => ({
      type: 'string',
      minLength: 1,
      maxLength: 5,
      minimum: 1,
      maximum: 2,
      multipleOf: 3,
      minItems: 1,
      maxItems: 4,
      required: ['a'],
      minProperties: 1,
      maxProperties: 5,
      const: 'x',
      exclusiveMinimum: 1,
      exclusiveMaximum: 2,
    })) },
    /more than 12000 keywords/,
  ],
  [
    'references',
    { definitions: map(1001, () => ({ type: 'string' })), properties: map(1001, (n) => ({ $ref: `#/definitions/k${n}` })) },
    /\$ref more than 1000 times/,
  ],
  [
    'required keys in many forms',
    { oneOf: times(200, () => ({ required: times(100, (n) => `a${n}`) })) },
    /lists \(required, enum, dependencies\) have more than 10000 entries/,
  ],
  ['dependencies', { dependencies: map(6000, (n) => [`a${n}`]) }, /more than 10000 entries/],
  ['dependent required keys', { ...latest, dependentRequired: map(6000, (n) => [`a${n}`]) }, /more than 10000 entries/],
  ['values of an enum', { properties: { a: { enum: times(100_000, (n) => `e${n}`) } } }, /more than 10000 entries/],
  [
    'large values of an enum',
    { properties: { a: { enum: times(2000, (n) => times(50, (m) => n + m)) } } },
    /the enum at #\/properties\/a is so large/,
  ],
  ['patterns', { patternProperties: map(1001, () => ({})) }, /more than 1000 patterns/],
  [
    'schemas beside unevaluatedProperties',
    { ...latest, allOf: times(500, () => ({})), unevaluatedProperties: false },
    /uses unevaluatedProperties or unevaluatedItems, and has more than 500/,
  ],
])('too many %s are refused at once', (_what, schema, why) => {
  const startedAt = cpuMilliseconds();
  for (const issues of [validateConfig(schema, {}, { bundle: 'web' }).issues, checkConfigSchema(schema, { bundle: 'web' })]) {
    expect(inWords(issues, configWording).map(({ message }) => message)).toEqual([expect.stringMatching(why)]);
  }
  expect(cpuMilliseconds() - startedAt).toBeLessThan(2_000);
});

test.each<[string, object, object]>([
  [
    'a list whose items are long, and must differ',
    { properties: { a: { uniqueItems: true } } },
    { a: times(3000, (n) => ({ n, more: times(10, (m) => m) })) },
  ],
  ['names of keys in a long enum', { propertyNames: { enum: times(1000, (n) => `k${n}`) } }, map(20_000, () => 1)],
])('%s: checking it would take too long', (_what, schema, config) => {
  const startedAt = cpuMilliseconds();
  const { issues } = validateConfig(schema, config, { bundle: 'web' });
  expect(inWords(issues, configWording).map(({ message }) => message).join()).toMatch(/take too long/);
  expect(cpuMilliseconds() - startedAt).toBeLessThan(2_000);
});

test('tens of thousands of unknown keys beside thousands of known ones are told apart in seconds', () => {
  const startedAt = cpuMilliseconds();
  const config = Object.fromEntries(times(20_000, (n) => [`z${n}`, 1]));
  const { issues } = validateConfig({
    properties: map(2000, () => ({ type: 'string' })),
    additionalProperties: false,
  }, config, { bundle: 'web' });
  expect(issues).toMatchObject([{ code: 'invalid-config' }]);
  // Each beside each takes minutes.
  expect(cpuMilliseconds() - startedAt).toBeLessThan(20_000);
});

/** In a process of its own, whose memory ends where it is too much. */
test('schemas as large as is allowed need less than 256 MB', () => {
  const script = `
    const { validateConfig } = require('./lib/config');
    const properties = Object.fromEntries(Array.from({ length: 18 }, (_, n) => ['k' + n, { type: 'string' }]));
    const schemas = [
      { anyOf: Array.from({ length: 200 }, () => ({ properties })) },
      { allOf: Array.from({ length: 3900 }, (_, n) => ({ type: 'object', required: ['x' + n] })) },
    ];
    console.log(JSON.stringify(schemas.map((schema) => validateConfig(schema, {}, { bundle: 'web' }).issues.map(({ code }) => code))));
  `;
  const output = execFileSync(
    process.execPath, ['--max-old-space-size=256', '--require', 'tsx/cjs', '--input-type=commonjs', '-e', script],
    { cwd: join(__dirname, '..', '..', '..', '..'), encoding: 'utf8', timeout: 60_000 },
  );
  expect(JSON.parse(output)).toEqual([[], ['invalid-config']]);
});

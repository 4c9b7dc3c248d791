/** How mistakes are worded, as one table: schema of a field `x`, what was given for it, and what is said. */
import { configWording, validateConfig } from '../../../../lib/config';
import { inWords } from '../../in-words';

const definitions = {
  text: { type: 'string', minLength: 3 },
  disk: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'], additionalProperties: false },
  tree: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/definitions/tree' } }, name: { type: 'string' } }, required: ['name'], additionalProperties: false },
};

function say(x: unknown, given: unknown, dialect?: string): string {
  const schema = { ...(dialect === undefined ? {} : { $schema: dialect }), type: 'object', properties: { x }, additionalProperties: false, definitions };
  const { issues } = validateConfig(schema, given === undefined ? {} : { x: given }, { bundle: 'web.v1.0.0', installNamespace: 'web-system' });
  return inWords(issues, configWording).filter(({ severity }) => severity === 'error').map(({ message }) => message.replace('invalid bundle configuration: ', '')).join('\n');
}

const storage = {
  oneOf: [
    { type: 'object', properties: { type: { const: 's3' }, bucket: { type: 'string' } }, required: ['type', 'bucket'], additionalProperties: false },
    { type: 'object', properties: { type: { const: 'disk' }, size: { type: 'integer' } }, required: ['type', 'size'], additionalProperties: false },
  ],
};
const untagged = { anyOf: [{ type: 'object', required: ['host', 'port'], properties: { host: { type: 'string' } } }, { type: 'object', required: ['socket', 'mode'] }] };
const either = { oneOf: [{ required: ['inline'] }, { required: ['secretRef'] }] };
const D2020 = 'https://json-schema.org/draft/2020-12/schema';

describe('references', () => {
  test.each<[string, unknown, unknown, string]>([
    ['speaks of the field, not of the definition', { $ref: '#/definitions/text' }, 'a', `invalid value for field 'x' must have at least 3 characters but got "a"`],
    ['in items', { type: 'array', items: { $ref: '#/definitions/disk' } }, [{ size: 1 }, {}], "missing required field 'x[1].size'"],
    ['keywords beside it count', { $ref: '#/definitions/text', maxLength: 4 }, 'abcde', `invalid value for field 'x' must have at most 4 characters but got "abcde"`],
    ['recursion', { $ref: '#/definitions/tree' }, { name: 'a', children: [{ name: 'b', children: [{}] }] }, "missing required field 'x.children[0].children[0].name'"],
  ])('%s', (_, schema, given, message) => expect(say(schema, given)).toBe(message));
});

describe('anyOf and oneOf', () => {
  test.each<[string, unknown, unknown, string]>([
    ['only types', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, [], "invalid type for field 'x' got array expected string or integer"],
    ['only values', { oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, 'd', `invalid value for field 'x' must be one of ["a", "b", "c"] but got "d"`],
    ['the form of the right type', { anyOf: [{ type: 'string' }, { $ref: '#/definitions/disk' }] }, { sise: 1 }, "missing required field 'x.size'; unknown key 'x.sise'"],
    ['the form that a fixed value tells', storage, { type: 's3' }, `missing required field 'x.bucket' (as 'x.type' is "s3")`],
    ['all that is wrong with that form', storage, { type: 'disk', size: '9', bucket: 'b' }, `unknown key 'x.bucket' (as 'x.type' is "disk"); invalid type for field 'x.size' got string expected integer (as 'x.type' is "disk")`],
    ['a fixed value that no form has', storage, { type: 'nfs' }, `invalid value for field 'x.type' must be one of ["s3", "disk"] but got "nfs"`],
    ['a fixed value that is missing', storage, {}, `missing required field 'x.type', which must be one of ["s3", "disk"]`],
    ['the closest form', untagged, { host: 'h' }, "invalid value for field 'x' must be one of: an object with host and port, or an object with socket and mode but got object (closest: missing required field 'x.port')"],
    ['no form is closer', untagged, {}, "invalid value for field 'x' must be one of: an object with host and port, or an object with socket and mode but got object"],
    ['one of several keys', either, {}, "missing required field 'x.inline' or 'x.secretRef'"],
    ['only one of several keys', either, { inline: 1, secretRef: 2 }, "invalid value for field 'x' must have only one of the fields 'x.inline' and 'x.secretRef'"],
    ['more than one form', { oneOf: [{ title: 'port', type: 'integer' }, { title: 'number', type: 'number' }] }, 1, "invalid value for field 'x' must be only one of: port, or number but got 1"],
    ['combinations within combinations', { anyOf: [{ type: 'null' }, { type: 'array', items: storage }] }, [{ type: 's3', bucket: 'b' }, { type: 'disk' }], `missing required field 'x[1].size' (as 'x[1].type' is "disk")`],
    ['what lies beside is kept', { anyOf: [{ type: 'string' }, { type: 'integer' }], enum: ['a', 1] }, true, `invalid type for field 'x' got boolean expected string or integer; invalid value for field 'x' must be one of ["a", 1] but got true`],
    ['no forms, other rules', { anyOf: [{ minimum: 10 }, { maximum: 2 }] }, 5, "invalid value for field 'x' must be one of: form 1, or form 2 but got 5"],
  ])('%s', (_, schema, given, message) => {
    const problems = say(schema, given).split('; ').sort();
    expect(problems).toEqual(message.split('; ').sort());
  });
});

describe('other keywords', () => {
  test.each<[string, unknown, unknown, string]>([
    ['if, then', { type: 'object', if: { properties: { tls: { const: true } }, required: ['tls'] }, then: { required: ['cert'] } }, { tls: true }, "missing required field 'x.cert'"],
    ['dependencies', { dependencies: { cert: ['key'] } }, { cert: 'c' }, "missing required field 'x.key', which 'x.cert' needs"],
    ['not', { not: { enum: ['root', 'admin'] } }, 'root', `invalid value for field 'x' must not be "root" or "admin" but got "root"`],
    ['not a rule', { not: { pattern: '^kube-' } }, 'kube-a', `invalid value for field 'x' must not be pattern "^kube-" but got "kube-a"`],
    ['uniqueItems', { type: 'array', uniqueItems: true }, [{ a: 1 }, 2, { a: 1 }], "invalid value for field 'x' must not hold the same item twice, as items 0 and 2 are"],
    ['contains', { type: 'array', contains: { type: 'integer' } }, ['a'], "invalid value for field 'x' must hold at least 1 item of the form: an integer"],
    ['propertyNames', { propertyNames: { pattern: '^[a-z]+$' } }, { Ab: 1 }, `invalid key 'x.Ab' must match pattern "^[a-z]+$"`],
    ['patternProperties', { patternProperties: { '^v': { type: 'integer' } }, additionalProperties: false }, { v1: 'a', w: 1 }, "unknown key 'x.w'; invalid type for field 'x.v1' got string expected integer"],
    ['more items than places', { type: 'array', items: [{ type: 'integer' }], additionalItems: false }, [1, 2], "invalid value for field 'x' must have at most 1 item but got 2"],
    ['a key that is forbidden', { properties: { old: false } }, { old: 1 }, "unknown key 'x.old'"],
    ['minProperties', { minProperties: 1 }, {}, "invalid value for field 'x' must have at least 1 key but got 0"],
    ['multipleOf', { multipleOf: 512 }, 100, "invalid value for field 'x' must be a multiple of 512 but got 100"],
    ['keys with dots', { additionalProperties: { type: 'string' } }, { 'a.b/c': 1 }, `invalid type for field 'x["a.b/c"]' got number expected string`],
    ['keys that are numbers', { additionalProperties: { type: 'string' } }, { 0: 1 }, "invalid type for field 'x.0' got number expected string"],
    ['lists in lists', { items: { items: { type: 'string' } } }, [['a'], ['b', 2]], "invalid type for field 'x[1][1]' got number expected string"],
    ['null', { type: 'string' }, null, "invalid type for field 'x' got null expected string"],
  ])('%s', (_, schema, given, message) => expect(say(schema, given).split('; ').sort()).toEqual(message.split('; ').sort()));

  test.each<[string, unknown, unknown, string]>([
    ['unevaluatedProperties', { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1, b: 1 }, "unknown key 'x.b'"],
    ['unevaluatedProperties beside anyOf', { anyOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: {} }, required: ['b'] }], unevaluatedProperties: false }, { b: 1, c: 1 }, "unknown key 'x.c'"],
    ['dependentRequired', { dependentRequired: { cert: ['key'] } }, { cert: 'c' }, "missing required field 'x.key', which 'x.cert' needs"],
    ['prefixItems', { prefixItems: [{ type: 'integer' }], items: false }, ['a', 2], "invalid type for field 'x[0]' got string expected integer; invalid value for field 'x' must have at most 1 item but got 2"],
    ['maxContains', { contains: { const: 1 }, minContains: 1, maxContains: 2 }, [1, 1, 1], "invalid value for field 'x' must hold at least 1 item and at most 2 of the form: 1"],
    ['$dynamicRef', { $ref: '#/definitions/tree' }, { name: 1 }, "invalid type for field 'x.name' got number expected string"],
  ])('%s (2020-12)', (_, schema, given, message) => expect(say(schema, given, D2020).split('; ').sort()).toEqual(message.split('; ').sort()));
});

test('a thousand mistakes are no thousand lines', () => {
  const message = say({ additionalProperties: { type: 'string' } }, Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1])));
  expect(message).toMatch(/; and 900 more$/);
  expect(message.length).toBeLessThan(8000);
});

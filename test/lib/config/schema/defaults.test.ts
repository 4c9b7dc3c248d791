import { checkConfigSchema, configWording, validateConfig } from '../../../../lib/config';
import { inWords } from '../../in-words';

const options = { bundle: 'web.v1.0.0' };
const filled = (schema: unknown, config: unknown = {}): unknown => validateConfig(schema, config, options).value;

describe('defaults are filled in', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['in properties, and below what was filled in', { properties: { a: { default: {}, properties: { b: { default: 1 } } } } }, {}, { a: { b: 1 } }],
    ['in items', { properties: { l: { items: { properties: { n: { default: 1 } } } } } }, { l: [{}, { n: 2 }] }, { l: [{ n: 1 }, { n: 2 }] }],
    ['in further properties and those of a pattern', { patternProperties: { '^p': { properties: { n: { default: 1 } } } }, additionalProperties: { properties: { m: { default: 2 } } } }, { p: {}, q: {} }, { p: { n: 1 }, q: { m: 2 } }],
    ['from what a property refers to', { properties: { a: { $ref: '#/definitions/d' } }, definitions: { d: { default: 1 } } }, {}, { a: 1 }],
    ['beside a reference, which goes before', { properties: { a: { $ref: '#/definitions/d', default: 2 } }, definitions: { d: { default: 1 } } }, {}, { a: 2 }],
    ['in allOf', { allOf: [{ properties: { a: { default: 1 } } }, { properties: { a: { default: 2 }, b: { default: 3 } } }] }, {}, { a: 1, b: 3 }],
    ['but not over null or false', { properties: { a: { default: 1 }, b: { default: true } } }, { a: null, b: false }, { a: null, b: false }],
    ['but not under a condition', { anyOf: [{ properties: { a: { default: 1 } } }], if: {}, then: { properties: { b: { default: 1 } } } }, {}, {}],
  ])('%s', (_, schema, config, expected) => expect(filled(schema, config)).toEqual(expected));

  test('as copies: what is changed in one is not changed in the next', () => {
    const schema = { properties: { a: { default: { list: [1] } } } };
    const first = filled(schema) as { a: { list: number[] } };
    first.a.list.push(2);
    expect(filled(schema)).toEqual({ a: { list: [1] } });
  });

  test('unless that is not wanted', () => {
    expect(validateConfig({ properties: { a: { default: 1 } } }, {}, { ...options, fillDefaults: false }).value).toEqual({});
  });
});

describe('defaults that do not fit', () => {
  const schema = { type: 'object', additionalProperties: false, properties: { a: { type: 'string', default: 1 }, b: { type: 'integer' } } };

  test('are the mistake of the author, not of the user', () => {
    expect(inWords(validateConfig(schema, { b: 'x' }, options).issues, configWording).map(({ code, message }) => [code, message])).toEqual([
      ['invalid-config', "invalid bundle configuration: invalid type for field 'b' got string expected integer"],
      ['invalid-config-schema', "bundle 'web.v1.0.0' is invalid: its configuration schema cannot be used: its defaults do not fit it: invalid type for field 'a' got number expected string"],
    ]);
    expect(validateConfig(schema, { a: 'x' }, options).issues).toEqual([]);
  });

  test('what a default leaves for the user to give, is missing from the configuration', () => {
    const open = { properties: { tls: { default: {}, required: ['cert'] } } };
    expect(inWords(validateConfig(open, {}, options).issues, configWording)[0]).toMatchObject({ code: 'invalid-config', message: "invalid bundle configuration: missing required field 'tls.cert'" });
  });

  test('are not shown where they are secrets', () => {
    const secret = { properties: { deep: { properties: { p: { format: 'password', minLength: 9, default: 'hunter2' } }, default: { p: 'hunter2' } } } };
    const issues = [...checkConfigSchema(secret, options), ...validateConfig(secret, {}, options).issues];
    const said = JSON.stringify([issues, inWords(issues, configWording)]);
    expect(said).toContain('another (not shown)');
    expect(said).not.toContain('hunter2');
  });

  test('are found without a configuration, too', () => {
    expect(inWords(checkConfigSchema(schema, options), configWording)).toMatchObject([{ code: 'invalid-config-schema', message: expect.stringContaining('the default at #/properties/a does not fit: invalid type got number expected string') as string }]);
  });
});

test('defaults that are never filled in are told to the author', () => {
  const schema = { type: 'object', additionalProperties: false, properties: { a: { anyOf: [{ type: 'string', default: 'x' }, { type: 'null' }] }, b: { default: 1 } } };
  expect(inWords(checkConfigSchema(schema, options), configWording)).toEqual([
    expect.objectContaining({ code: 'unused-config-default', severity: 'warning', path: '/properties/a/anyOf/0', message: "the default at #/properties/a/anyOf/0 of the configuration schema of bundle 'web.v1.0.0' is never filled in" }),
  ]);
});

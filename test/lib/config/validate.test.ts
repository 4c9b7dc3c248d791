import { configWording, validateConfig } from '../../../lib/config';
import { inWords } from '../in-words';

const options = { bundle: 'web.v1.0.0', installNamespace: 'web-system' };

/** The messages of errors, without the prefix that all have. */
function problems(schema: unknown, config: unknown): string[] {
  const { issues, value } = validateConfig(schema, config, options);
  const findings = inWords(issues, configWording);
  const errors = findings.filter((finding) => finding.severity === 'error');
  expect(value === undefined).toBe(errors.length > 0);
  return errors.map((finding) => finding.message.replace(/^invalid bundle configuration: /, ''));
}

const closed = (properties: Record<string, unknown>, rest: Record<string, unknown> = {}): unknown => ({ type: 'object', properties, additionalProperties: false, ...rest });

describe('a configuration that fits', () => {
  test('is given back with defaults, as a copy', () => {
    const given = { level: 'debug' };
    const schema = closed({
      level: { type: 'string' },
      replicas: { type: 'integer', default: 2 },
      tls: { type: 'object', default: {}, properties: { on: { type: 'boolean', default: true } }, additionalProperties: false },
    });
    const { value, issues } = validateConfig(schema, given, options);
    expect(issues).toEqual([]);
    expect(value).toEqual({ level: 'debug', replicas: 2, tls: { on: true } });
    expect(given).toEqual({ level: 'debug' });
  });

  test('may be left out where nothing is required', () => {
    expect(validateConfig(closed({ a: { type: 'string', default: 'x' } }), undefined, options).value).toEqual({ a: 'x' });
  });
});

describe('wording', () => {
  test('carries the prefix and names everything at once', () => {
    const schema = closed({ bar: { type: 'integer' } }, { required: ['bar', 'baz'] });
    expect(inWords(validateConfig(schema, { foo: 1, fizz: 2 }, options).issues, configWording)).toEqual([
      {
        code: 'invalid-config',
        severity: 'error',
        path: '',
        message: "invalid bundle configuration: missing required field 'bar'; missing required field 'baz'; unknown key 'foo'; unknown key 'fizz'",
        parts: ["missing required field 'bar'", "missing required field 'baz'", "unknown key 'foo'", "unknown key 'fizz'"]
          .map((message) => ({ message })),
      },
    ]);
  });

  test.each<[string, unknown, unknown, string]>([
    ['unknown key, nested', closed({ a: closed({}) }), { a: { b: 1 } }, "unknown key 'a.b'"],
    ['missing field, nested in a list', closed({ a: { type: 'array', items: closed({ n: {} }, { required: ['n'] }) } }), { a: [{}] }, "missing required field 'a[0].n'"],
    ['type', closed({ fizz: { type: 'string' } }), { fizz: true }, "invalid type for field 'fizz' got boolean expected string"],
    ['type, one of several', closed({ f: { type: ['string', 'null'] } }), { f: [] }, "invalid type for field 'f' got array expected string or null"],
    ['type, by anyOf', closed({ f: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }), { f: {} }, "invalid type for field 'f' got object expected string or integer"],
    ['type of the whole', closed({ a: {} }), true, 'invalid type got boolean expected object'],
    ['less than', closed({ bar: { exclusiveMaximum: 10 } }), { bar: 11 }, "invalid value for field 'bar' must be less than 10 but got 11"],
    ['at most', closed({ bar: { maximum: 10 } }), { bar: 11 }, "invalid value for field 'bar' must be <= 10 but got 11"],
    ['greater than', closed({ bar: { exclusiveMinimum: 1 } }), { bar: 1 }, "invalid value for field 'bar' must be greater than 1 but got 1"],
    ['at least', closed({ bar: { minimum: 1 } }), { bar: 0 }, "invalid value for field 'bar' must be >= 1 but got 0"],
    ['enum', closed({ a: { enum: ['Turtle', 'Elephant'] } }), { a: 'Lion' }, `invalid value for field 'a' must be one of ["Turtle", "Elephant"] but got "Lion"`],
    ['const', closed({ a: { const: 'x' } }), { a: 'y' }, `invalid value for field 'a' must be "x" but got "y"`],
    ['format', closed({ a: { type: 'string', format: 'uri' } }), { a: 'no' }, `invalid value for field 'a' must be a valid url but got "no"`],
    ['pattern', closed({ a: { pattern: '^x' } }), { a: 'y' }, `invalid value for field 'a' must match pattern "^x" but got "y"`],
    ['length', closed({ a: { minLength: 1 } }), { a: '' }, `invalid value for field 'a' must have at least 1 character but got ""`],
    ['items', closed({ a: { maxItems: 2 } }), { a: [1, 2, 3] }, "invalid value for field 'a' must have at most 2 items but got 3"],
    ['oneOf', closed({ a: { oneOf: [{ const: 1 }, { required: ['b'], type: 'object' }] } }), { a: 2 }, "invalid value for field 'a' must be one of: 1, or an object with b but got 2"],
    ['name of a namespace', closed({ a: { format: 'namespaceName' } }), { a: 'Team A' }, `invalid value for field 'a' must be a valid name of a namespace but got "Team A"`],
    ['name of a namespace, which has no dots', closed({ a: { format: 'namespaceName' } }), { a: 'a.b' }, `invalid value for field 'a' must be a valid name of a namespace but got "a.b"`],
    ['install namespace', closed({ a: { format: 'isInstallNamespace' } }), { a: 'other' }, `invalid value for field 'a' must be the install namespace "web-system" but got "other"`],
    ['other namespace', closed({ a: { format: 'isNotInstallNamespace' } }), { a: 'web-system' }, `invalid value for field 'a' must be the name of a namespace other than the install namespace "web-system" but got "web-system"`],
    ['no configuration', closed({}), { a: 1 }, "bundle 'web.v1.0.0' does not support configuration"],
  ])('%s', (_, schema, config, message) => {
    expect(problems(schema, config)).toEqual([message]);
  });

  test('branches reached by $ref are summed up, what lies beside them is kept', () => {
    const schema = closed(
      { a: { anyOf: [{ $ref: '#/definitions/text' }, { type: 'integer' }] }, b: { type: 'string' } },
      { definitions: { text: { type: 'string' } }, required: ['b', 'c'] },
    );
    expect(problems(schema, { a: true })).toEqual(["missing required field 'b'; missing required field 'c'; invalid type for field 'a' got boolean expected string or integer"]);
  });

  test('a secret value is not shown, a long one cut', () => {
    expect(problems(closed({ p: { type: 'string', format: 'password', minLength: 9 } }), { p: 'hunter2' })[0]).not.toContain('hunter2');
    expect(problems(closed({ p: { maxLength: 9 } }), { p: 'x'.repeat(500) })[0]!.length).toBeLessThan(150);
  });

  test.each<[string, unknown, unknown]>([
    ['an object', { enum: ['none'] }, { password: 'hunter2' }],
    ['a list', { enum: ['none'] }, ['hunter2', 'hunter2']],
    ['one of several forms', { oneOf: [{ required: ['user'], type: 'object', minProperties: 2 }, { const: 1 }], enum: [1] }, { user: 'hunter2', b: 1 }],
    ['a secret in one of several forms', { anyOf: [{ format: 'password', minLength: 9 }, { const: 1 }] }, 'hunter2'],
  ])('nothing of what may hold a secret is shown: %s', (_, property, value) => {
    const [message] = problems(closed({ p: property }), { p: value });
    expect(message?.split('; ')[0]).toMatch(/^invalid value for field 'p' .* but got (object|array|another \(not shown\))$/);
    expect(message).not.toContain('hunter2');
  });

  test('no configuration is no mistake where none is supported', () => {
    expect(problems(closed({}), undefined)).toEqual([]);
    expect(problems(closed({}), {})).toEqual([]);
  });
});

describe('the schema itself', () => {
  test('that cannot be compiled makes the bundle invalid', () => {
    expect(validateConfig({ type: 'objekt' }, {}, options).issues[0]).toMatchObject({ code: 'invalid-config-schema' });
  });

  test('where unknown keys pass, there is a warning with the place', () => {
    const { issues, value } = validateConfig({ properties: { a: { properties: { b: {} } } } }, { x: 1 }, options);
    expect(inWords(issues, configWording).map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ['open-config-schema', 'warning', ''],
      ['open-config-schema', 'warning', 'a'],
    ]);
    expect(value).toEqual({ x: 1 });
  });
});

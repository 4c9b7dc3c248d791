/** Schemas and configurations that want to take all time or memory, and those that look like it and are none. */
import { checkConfigSchema, configWording, validateConfig } from '../../../../lib/config';
import { inWords } from '../../in-words';

const options = { bundle: 'web.v1.0.0', installNamespace: 'web-system' };

/** What is wrong, in one line; empty when nothing is. */
function verdict(schema: unknown, config: unknown = {}): string {
  // Of the processor: how long other programs make it wait says nothing.
  const before = process.cpuUsage();
  const findings = inWords(validateConfig(schema, config, options).issues, configWording);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
  return findings.filter(({ severity }) => severity === 'error').map(({ message }) => message).join('\n');
}

const unusable = (why: string): string => `bundle 'web.v1.0.0' is invalid: its configuration schema cannot be used: ${why}`;
const nested = (levels: number, inner: unknown, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: levels }).reduce((result) => wrap(result), inner);

describe('references', () => {
  test('recursion through a field is fine', () => {
    const schema = { type: 'object', properties: { child: { $ref: '#' } }, additionalProperties: false };
    expect(verdict(schema, nested(50, {}, (child) => ({ child })))).toBe('');
    expect(verdict(schema, { child: { other: 1 } })).toContain("unknown key 'child.other'");
  });

  test.each<[string, unknown]>([
    ['to itself', { $ref: '#' }],
    ['in a circle', { $ref: '#/definitions/a', definitions: { a: { $ref: '#/definitions/b' }, b: { allOf: [{ $ref: '#/definitions/a' }] } } }],
    ['through anyOf', { anyOf: [{ type: 'string' }, { $ref: '#' }] }],
    ['in a definition that is not used', { definitions: { a: { not: { $ref: '#/definitions/a' } } } }],
  ])('%s without going deeper are refused', (_, schema) => {
    expect(verdict(schema)).toMatch(/it refers to itself without going into a field/);
  });

  test.each(['http://example.com/schema.json', 'https://json-schema.org/draft/2020-12/schema', 'file:///etc/passwd', 'other.json#/a'])('%s is not fetched', (reference) => {
    const message = verdict({ properties: { a: { $ref: reference } } });
    expect(message).toMatch(/^bundle 'web\.v1\.0\.0' is invalid: its configuration schema cannot be used: it refers to ".*", which is not in it$/);
  });

  test('by $id and anchor within the schema are found', () => {
    const schema = { $id: 'http://example.com/root.json', properties: { a: { $ref: 'part.json' }, b: { $ref: '#text' } }, definitions: { p: { $id: 'part.json', type: 'integer' }, t: { $id: '#text', type: 'string' } } };
    expect(verdict(schema, { a: 'x', b: 1 })).toContain("invalid type for field 'a' got string expected integer; invalid type for field 'b' got number expected string");
  });
});

describe('size', () => {
  test('10 MB of schema', () => expect(verdict({ description: 'x'.repeat(10_000_000) })).toBe(unusable('it has more than 1048576 characters')));
  test('a schema that contains itself as an object', () => {
    const schema: Record<string, unknown> = {};
    schema['not'] = schema;
    expect(verdict(schema)).toBe(unusable('it is nested deeper than 200 levels'));
  });
  test('deep nesting', () => expect(verdict(nested(1000, {}, (items) => ({ items })))).toBe(unusable('it is nested deeper than 200 levels')));
  test('as deep as is allowed', () => expect(verdict(nested(199, {}, (items) => ({ items })), {})).toBe(''));
  test('thousands of forms', () => {
    const anyOf = Array.from({ length: 5000 }, (_, index) => ({ const: index }));
    expect(verdict({ properties: { a: { anyOf } } }, { a: -1 })).toBe(unusable('anyOf at #/properties/a has more than 500 forms'));
  });
  test('as many forms as are allowed are told apart', () => {
    const anyOf = Array.from({ length: 500 }, (_, index) => ({ type: 'object', properties: { kind: { const: `k${index}` } }, required: ['kind', 'more'] }));
    expect(verdict({ properties: { a: { anyOf } } }, { a: { kind: 'k499' } })).toContain(`missing required field 'a.more' (as 'a.kind' is "k499")`);
  });
  test('thousands of schemas', () => {
    const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, {}]));
    expect(verdict({ properties })).toBe(unusable('it has more than 4000 schemas within it'));
  });
  test('thousands of references', () => {
    const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, { $ref: '#/definitions/a' }]));
    expect(verdict({ properties, definitions: { a: {} } })).toBe(unusable('it uses $ref more than 1000 times'));
  });
  test('references that double at each step', () => {
    const definitions = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`d${index}`, index === 59 ? { type: 'string' } : { allOf: [{ $ref: `#/definitions/d${index + 1}` }, { $ref: `#/definitions/d${index + 1}` }] }]));
    expect(verdict({ properties: { a: { $ref: '#/definitions/d0' } }, definitions }, { a: 1 })).toMatch(/it is so large that checking it by this schema would take too long/);
  });
  test('branches that double with each level of the configuration', () => {
    const schema = { type: 'object', properties: { child: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } }, required: ['child'] };
    expect(verdict(schema, nested(60, { end: true }, (child) => ({ child })))).toMatch(/would take too long/);
  });
  test('a long list whose items must differ', () => {
    expect(verdict({ properties: { a: { uniqueItems: true } } }, { a: Array.from({ length: 100_000 }, (_, index) => index) })).toMatch(/would take too long/);
  });
  test('a large or deep configuration', () => {
    expect(verdict({}, { a: 'x'.repeat(2_000_000) })).toBe('invalid bundle configuration: it has more than 1048576 characters');
    expect(verdict({}, nested(5000, {}, (a) => ({ a })))).toBe('invalid bundle configuration: it is nested deeper than 100 levels');
  });
  test('defaults that fill in themselves', () => {
    expect(verdict({ properties: { a: { $ref: '#', default: {} } } })).toBe(unusable('its defaults fill in themselves without end'));
  });
});

describe('patterns', () => {
  test.each(['^(a+)+$', '^(a|a)*$', '^(.*a){20}$', '(x+x+)+y'])('%s takes no longer than its text', (pattern) => {
    expect(verdict({ properties: { a: { pattern } } }, { a: `${'a'.repeat(30_000)}!x` })).toContain('must match pattern');
  });
  test.each<[string, string]>([
    ['^(?=.*[0-9]).*$', 'looks around (?=, ?!, ?<=, ?<!), which RE2, the syntax of Go and Kubernetes, does not have'],
    ['(?<!a)b', 'looks around (?=, ?!, ?<=, ?<!), which RE2, the syntax of Go and Kubernetes, does not have'],
    ['^(a)\\1$', 'refers back to a group, which RE2, the syntax of Go and Kubernetes, does not have'],
    ['a(', 'is not one of RE2, the syntax of Go and Kubernetes: missing closing ): `a(`'],
  ])('%s is refused with its place', (pattern, why) => {
    expect(verdict({ properties: { a: { pattern } } })).toBe(unusable(`the pattern ${JSON.stringify(pattern)} at #/properties/a ${why}`));
    expect(verdict({ patternProperties: { [pattern]: {} } })).toContain(why);
  });
  test('that are too large are refused', () => {
    expect(verdict({ pattern: 'a'.repeat(5000) })).toContain('has 5000 characters, more than 1000');
    expect(verdict({ allOf: Array.from({ length: 50 }, (_, index) => ({ pattern: `${index}${'(a|b){999}'.repeat(10)}` })) })).toContain('repeat too much');
  });
  test('mean what they mean in Go, and \\u is understood', () => {
    expect(verdict({ properties: { a: { pattern: '^\\u00e4\\d\\p{L}(?i)b$' } } }, { a: 'ä1öB' })).toBe('');
    expect(verdict({ properties: { a: { pattern: '^a$' } } }, { a: 'a\n' })).toContain('must match pattern');
  });
  test('on a large text stay within a bound', () => {
    const pattern = '(a|b)*a(a|b){900}c';
    expect(verdict({ properties: { a: { pattern } } }, { a: 'ab'.repeat(400_000) })).toMatch(/would take too long/);
  });
});

describe('formats', () => {
  test.each(['email', 'url', 'uri', 'uri-reference', 'hostname', 'date-time', 'duration', 'uri-template', 'ipv6', 'regex', 'byte', 'idn-email'])('%s of a long text', (format) => {
    const texts = ['a'.repeat(500_000), `${'a-'.repeat(200_000)}!`, `http://${'a:'.repeat(200_000)}`, `${'a.'.repeat(200_000)}@`];
    for (const text of texts) verdict({ properties: { a: { type: 'string', format } } }, { a: text });
  });
});

describe('keys of objects', () => {
  test('__proto__ of a configuration is a key like others', () => {
    expect(verdict({ type: 'object', additionalProperties: false, properties: { a: {} } }, JSON.parse('{"__proto__": {"a": 1}}'))).toContain("unknown key '__proto__'");
    const { value } = validateConfig({ type: 'object', additionalProperties: true }, JSON.parse('{"__proto__": {"polluted": 1}}'), options);
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
  test('__proto__ in a schema is refused', () => {
    expect(verdict(JSON.parse('{"properties": {"__proto__": {"default": {"polluted": 1}}}}'))).toBe(unusable('at its root it names a key __proto__'));
  });
  test('what all objects inherit is not given', () => {
    expect(verdict({ required: ['toString', 'constructor'] })).toBe("invalid bundle configuration: missing required field 'toString'; missing required field 'constructor'");
  });
});

test.each<[string, unknown]>([['null', null], ['a text', 'x'], ['a list', []], ['a function', () => 1], ['nothing', undefined]])('%s is no schema', (_, schema) => {
  expect(verdict(schema)).toMatch(/cannot be used/);
  expect(checkConfigSchema(schema, options)).toMatchObject([{ code: 'invalid-config-schema', severity: 'error' }]);
});

import { configWording, validateConfig } from '../../../../lib/config';
import { inWords } from '../../in-words';

const options = { bundle: 'web.v1.0.0' };

function errors(schema: unknown, config: unknown): string[] {
  return inWords(validateConfig(schema, config, options).issues, configWording)
    .flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}

const dialects = [
  'http://json-schema.org/draft-04/schema#',
  'http://json-schema.org/draft-06/schema#',
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
];

describe.each(dialects.flatMap((name) => [
  name,
  name.replace('#', ''),
  name.replace(/^http:/, 'https:'),
  name.replace(/#?$/, '#'),
]))('%s', ($schema) => {
  test('is understood', () => {
    const schema = { $schema, type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false };
    expect(errors(schema, { a: 1 })).toEqual([]);
    expect(errors(schema, { a: 'x' })).toEqual(["invalid bundle configuration: invalid type for field 'a' got string expected integer"]);
  });
});

test.each([
  'http://json-schema.org/draft-03/schema#',
  'http://json-schema.org/schemas#',
  'http://example.com/draft-07/schema',
  'draft-07',
  '',
  7,
])('%j is not known, so the bundle is invalid', ($schema) => {
  const [finding] = inWords(validateConfig({ $schema }, {}, options).issues, configWording);
  expect(finding).toMatchObject({
    code: 'invalid-config-schema',
    message: `bundle 'web.v1.0.0' is invalid: its configuration schema cannot be used: it uses JSON Schema ${JSON.stringify($schema)}`,
    hint: expect.stringContaining('draft-07') as string,
  });
});

test.each([
  'http://json-schema.org/schema#',
  'https://json-schema.org/schema',
])('%s names no draft: it is read as the newest, as helm and OLM do', ($schema) => {
  const schema = { $schema, properties: { pair: { prefixItems: [{ type: 'string' }] } } };
  expect(errors(schema, { pair: ['a', 1] })).toEqual([]);
  expect(errors(schema, { pair: [1] })[0]).toContain("invalid type for field 'pair[0]' got number expected string");
});

test('draft-04: limits that exclude were flags, $id was id', () => {
  const schema = {
    $schema: dialects[0],
    id: 'http://example.com/root',
    properties: { a: { minimum: 1, exclusiveMinimum: true }, b: { maximum: 9, exclusiveMaximum: false }, c: { $ref: 'part' } },
    definitions: { part: { id: 'part', type: 'string' } },
  };
  expect(errors(schema, { a: 1, b: 9, c: 'x' }))
    .toEqual(["invalid bundle configuration: invalid value for field 'a' must be greater than 1 but got 1"]);
  expect(errors(schema, { a: 2, b: 10, c: 1 })[0])
    .toContain("invalid value for field 'b' must be <= 9 but got 10; invalid type for field 'c' got number expected string");
});

test('2020-12 has $defs, prefixItems and $dynamicRef', () => {
  const schema = {
    $schema: dialects[4],
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { pair: { prefixItems: [{ $ref: '#/$defs/name' }, { type: 'integer' }] }, child: { $dynamicRef: '#node' } },
    unevaluatedProperties: false,
    $defs: { name: { type: 'string' } },
  };
  expect(errors(schema, { pair: ['a', 1], child: { pair: ['b', 2] } })).toEqual([]);
  expect(errors(schema, { child: { pair: [1], other: 1 } })[0])
    .toMatch(/'child\.pair\[0\]' got number expected string.*unknown key 'child\.other'/);
});

test('parts of another version are refused', () => {
  expect(errors({ properties: { a: { $schema: 'http://json-schema.org/draft-03/schema#' } } }, {})[0])
    .toContain('the part at #/properties/a uses JSON Schema');
});

test('nullable without a type says nothing, with one it allows null', () => {
  expect(errors({ properties: { a: { nullable: true, enum: [1, null] } } }, { a: null })).toEqual([]);
  expect(errors({ properties: { a: { nullable: true, type: 'string' } } }, { a: null })).toEqual([]);
});

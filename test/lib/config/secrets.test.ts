/** No value that may be secret is in a message, wherever the schema says that it is secret. */
import { configWording, secretPointers, validateConfig } from '../../../lib/config';
import { inWords } from '../in-words';

const password = { type: 'string', format: 'password' };

function messages(schema: Record<string, unknown>, config: unknown): string {
  const { issues, value } = validateConfig(schema, config, { bundle: 'web.v1.0.0' });
  expect(value).toBeUndefined();
  return [...issues, ...inWords(issues, configWording)].map((one) => JSON.stringify(one)).join('\n');
}

test.each<[string, Record<string, unknown>, unknown]>([
  ['beside the rule', { properties: { p: { ...password, minLength: 9 } } }, { p: 'hunter2' }],
  ['as writeOnly', { properties: { p: { writeOnly: true, enum: ['a'] } } }, { p: 'hunter2' }],
  ['a number', { properties: { p: { writeOnly: true, maximum: 1 } } }, { p: 4711 }],
  ['in another part of allOf', { properties: { p: { allOf: [{ minLength: 9 }, password] } } }, { p: 'hunter2' }],
  ['in a branch that does not hold', { properties: { p: { anyOf: [{ ...password, minLength: 9 }, { const: 'none' }] } } }, { p: 'hunter2' }],
  ['behind a reference', { properties: { p: { $ref: '#/definitions/s', minLength: 9 } }, definitions: { s: password } }, { p: 'hunter2' }],
  ['beside a reference', { properties: { p: { $ref: '#/definitions/s', writeOnly: true } }, definitions: { s: { minLength: 9 } } }, { p: 'hunter2' }],
  ['in further properties', { additionalProperties: { ...password, minLength: 9 } }, { a: 'hunter2' }],
  ['in properties of a pattern', { patternProperties: { '^a': password }, additionalProperties: true, properties: { a: { minLength: 9 } } }, { a: 'hunter2' }],
  ['in items', { properties: { l: { items: { ...password, pattern: '^x' } } } }, { l: ['hunter2'] }],
  ['in the object around it', { properties: { o: { writeOnly: true, properties: { v: { minLength: 9 } } } } }, { o: { v: 'hunter2' } }],
  ['below, when the parent is wrong', { properties: { o: { enum: ['a'], properties: { p: password } } } }, { o: { p: 'hunter2' } }],
  ['under a condition', { properties: { p: { minLength: 9 } }, if: { required: ['q'] }, then: { properties: { p: password } } }, { p: 'hunter2' }],
  ['in a dependency', { properties: { p: { minLength: 9 } }, dependencies: { p: { properties: { p: password } } } }, { p: 'hunter2' }],
  ['in a format', { properties: { p: { writeOnly: true, format: 'uri' } } }, { p: 'hunter2' }],
  ['by the name of the field', { properties: { dbPassword: { pattern: '^x' }, api_key: { enum: ['a'] } } }, { dbPassword: 'hunter2', api_key: 'hunter2' }],
  ['in a field that decides between forms', { properties: { o: { oneOf: [{ properties: { p: { ...password, const: 'a' } }, required: ['p', 'x'] }, { properties: { p: { const: 'b' } }, required: ['p', 'y'] }] } } }, { o: { p: 'hunter2' } }],
  ['in recursion', { properties: { p: { ...password, maxLength: 1 }, child: { $ref: '#' } } }, { child: { child: { p: 'hunter2' } } }],
])('%s', (_, schema, config) => {
  const said = messages(schema, config);
  expect(said).toContain('invalid-config');
  expect(said).not.toMatch(/hunter2|4711/);
});

test('a value that is no secret is shown', () => {
  expect(messages({ properties: { level: { enum: ['info'] }, p: password } }, { level: 'loud', p: 'x' })).toContain('but got \\"loud\\"');
});

describe('pointers to what is secret', () => {
  test('are those of the outermost values that a schema calls so, or whose key does', () => {
    const schema = {
      properties: { pin: { writeOnly: true }, 'a/b': { items: password }, login: { writeOnly: true, properties: { word: password } } },
    };
    const config = { pin: 4711, 'a/b': ['x', 'y'], login: { word: 'x' }, api_key: 'x', port: 80 };
    expect(secretPointers(schema, config)).toEqual(['/pin', '/a~1b/0', '/a~1b/1', '/login', '/api_key']);
  });

  test.each<[string, unknown]>([['no schema', undefined], ['one that is none', 7]])('%s says nothing', (_, schema) => {
    expect(secretPointers(schema, { password: 'x' })).toEqual([]);
  });
});

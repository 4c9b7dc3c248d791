import { configWording, validateConfig } from '../../../../../lib/config';
import { concealed, isTelling } from '../../../../../lib/controllers/extension/configuration/conceal';
import { BoxcutterError } from '../../../../../lib/errors';
import { type Issue, wordsOf } from '../../../../../lib/issue';

const VALUE = 'hunter2';
const textOf = (schema: object, config: object): string => {
  const { issues } = validateConfig({ additionalProperties: false, ...schema }, config, { bundle: 'p.v1' });
  return issues.map(concealed).map((issue: Issue) => wordsOf(issue, configWording).message).join('\n');
};

test.each<readonly [string, object, object, string]>([
  ['a length', { properties: { a: { type: 'string', maxLength: 3 } } }, { a: VALUE }, "field 'a'"],
  ['a pattern', { properties: { a: { type: 'string', pattern: '^x' } } }, { a: VALUE }, 'must match pattern'],
  ['a list of values', { properties: { a: { enum: ['x', 'y'] } } }, { a: VALUE }, 'must be one of'],
  ['a constant', { properties: { a: { const: 'x' } } }, { a: VALUE }, 'must be "x"'],
  ['a type', { properties: { a: { type: 'integer' } } }, { a: VALUE }, "invalid type for field 'a' got string expected integer"],
  ['a bound', { properties: { a: { type: 'integer', maximum: 10 } } }, { a: 4711 }, 'must be <= 10'],
  ['a form that another field decides', {
    properties: { kind: { type: 'string' }, size: {} },
    oneOf: [{ properties: { kind: { const: VALUE }, size: { type: 'integer' } } }, { properties: { kind: { const: 'b' }, size: { type: 'string' } } }],
  }, { kind: VALUE, size: true }, 'size'],
])('%s is told without the value', (_, schema, config, said) => {
  const text = textOf({ type: 'object', ...schema }, config);
  expect(text).toContain(said);
  expect(text).not.toMatch(/hunter2|4711/);
});

test('names of keys are told: without them nobody could put it right', () => {
  expect(textOf({ type: 'object', properties: {}, minProperties: 0, patternProperties: { '^x': {} } }, { foo: 1 })).toContain("unknown key 'foo'");
});

test.each<readonly [string, Error, boolean]>([
  ['an error of a chart', new BoxcutterError('input-invalid', 'input', VALUE), true],
  ['any other error', new Error(VALUE), true],
  ['an error of the server', new BoxcutterError('crd-unreadable', 'server', 'gone'), false],
  ['what the cluster lacks', new BoxcutterError('kubernetes-too-old', 'input', 'old'), false],
])('%s', (_, error, telling) => {
  expect(isTelling(error)).toBe(telling);
});

/** Bounds of schemas in CustomResourceDefinitions are doubles on the server: a larger integer loses nothing there. */
import { findRounded, type JsonValue } from '../../../lib/api';
import { checkObject } from '../../../lib/engine/input/validation/object';
import { plainJson } from '../../../lib/revision/canonical/plain-json';
import { parseDocuments } from '../../../lib/yaml';

const MOST = '9223372036854775807';
const head = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b}\n';
const withSchema = (schema: string): string => `${head}spec: {versions: [{name: v1, schema: {openAPIV3Schema: ${schema}}}]}\n`;
const codes = (text: string): readonly string[] => parseDocuments(text, 'crd.yaml').issues.map(({ code, path }) => `${code} ${path.join('.')}`);

test.each([
  ['a property', `{properties: {size: {type: integer, maximum: ${MOST}, minimum: -${MOST}}}}`],
  ['the values of a map, in a list', `{properties: {sizes: {items: {additionalProperties: {maximum: ${MOST}}}}}}`],
  ['alternatives', `{anyOf: [{maximum: 1}, {multipleOf: ${MOST}}]}`],
  ['a property that is called as a keyword', `{properties: {maximum: {maximum: ${MOST}}}}`],
])('%s: read, compiled and taken by the engine', (_, schema) => {
  const { documents: [document], issues } = parseDocuments(withSchema(schema), 'crd.yaml');
  expect(issues).toEqual([]);
  const text = JSON.stringify(document?.value);
  expect(text).toMatch(/9223372036854776000/);
  expect(plainJson(document?.value)).toEqual({ value: JSON.parse(text) as JsonValue, problems: [] });
  expect(findRounded(document?.value)).toBeUndefined();
  const refused: string[] = [];
  checkObject(document?.value, ['phases', 0], (code) => refused.push(code));
  expect(refused).toEqual([]);
});

test('a definition in a List', () => {
  const item = withSchema(`{maximum: ${MOST}}`).replace(/\n/g, '\n  ');
  expect(codes(`apiVersion: v1\nkind: List\nitems:\n- ${item}`)).toEqual([]);
});

test.each([
  ['lengths, which are integers on the server', `{properties: {a: {maxLength: ${MOST}}}}`, 'properties.a.maxLength'],
  ['defaults, which are kept as they are written', `{properties: {a: {default: {maximum: ${MOST}}}}}`, 'properties.a.default.maximum'],
  ['values of an enumeration', `{properties: {a: {enum: [${MOST}]}}}`, 'properties.a.enum.0'],
])('%s', (_, schema, path) => {
  const full = `spec.versions.0.schema.openAPIV3Schema.${path}`;
  expect(codes(withSchema(schema))).toEqual([`yaml-integer ${full}`]);
  const value = JSON.parse(JSON.stringify(parseDocuments(withSchema(schema), 'crd.yaml').documents[0]?.value)) as JsonValue;
  expect(findRounded(value)?.join('.')).toBe(full);
  expect(plainJson(value).problems.map((problem) => problem.path.join('.'))).toEqual([full]);
});

test('outside of a definition no name helps', () => {
  expect(codes(`apiVersion: v1\nkind: ConfigMap\nspec: {versions: [{schema: {openAPIV3Schema: {maximum: ${MOST}}}}]}\n`)).toHaveLength(1);
});

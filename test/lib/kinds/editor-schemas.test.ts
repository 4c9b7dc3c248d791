/**
 * The JSON Schemas that editors check files with (docs/schemas/files), held against the cases that the API server is asked about, and
 * against what the examples give.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Testing } from 'cdk8s';
import { lights } from '../../../examples/imported-types/lights';
import { shop as plain } from '../../../examples/plain-manifests/shop';
import { shop as two } from '../../../examples/two-extensions/shop';
import { Greeter } from '../../../examples/typed-package/greeter';
import { API_VERSION } from '../../../lib/api';
import { parseRegistrySettings } from '../../../lib/image/registry/settings';
import { KIND_DEFINITIONS } from '../../../lib/kinds';
import { parseDocuments } from '../../../lib/yaml';
import { violations } from '../../server/kinds/api-rules/constraints';
import { edited } from '../../server/kinds/api-rules/edit';
import { type Fixture, type FixtureName, FIXTURES } from '../../server/kinds/api-rules/fixtures';
import { BAD_CASES, GOOD_CASES } from '../../server/kinds/api-rules/rules';

const folder = join(__dirname, '..', '..', '..', 'docs', 'schemas', 'files');
const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
addFormats(ajv);
ajv.addVocabulary(['patternErrorMessage']);
for (const file of readdirSync(folder)) ajv.addSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object, file);

function validator(file: string): ValidateFunction {
  const found = ajv.getSchema(file);
  if (found === undefined) throw new Error(`there is no schema ${file}`);
  return found as ValidateFunction;
}

/** What a schema finds wrong; `kinds.json`, for files of several kinds, has to find the same. */
function mistakes(object: object & { readonly kind: string }): string[] {
  const whole = { apiVersion: API_VERSION, metadata: { name: 'x' }, ...object };
  const [own, all] = [`${object.kind.toLowerCase()}.json`, 'kinds.json'].map((file) => {
    const validate = validator(file);
    return validate(whole) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  });
  expect((all ?? []).length > 0).toBe((own ?? []).length > 0);
  return own ?? [];
}

const names = Object.keys(FIXTURES) as FixtureName[];

test.each(names)('%s is fine', (name) => {
  expect(mistakes(FIXTURES[name])).toEqual([]);
});

const good = GOOD_CASES.map(({ from, changes }) => [from, JSON.stringify(changes), changes] as const);
test.each(good)('%s with %s is fine', (from, _, changes) => {
  expect(mistakes(edited<Fixture>(FIXTURES[from], changes))).toEqual([]);
});

/** Rules on the whole of a value, which JSON Schema has no words for: the messages of the API server. */
const BEYOND_JSON_SCHEMA = [
  /^bundleMetadata.version must be equal to version$/,
  /^cannot specify pollIntervalMinutes while using digest-based image$/,
  /^digest (algorithm )?is not valid\./,
  /^must be a valid URL$/,
  /^scheme must be either http or https$/,
  /^tag is invalid\./,
  /^within, soakMinutes and windows need the mode Automatic$/,
];

test('what breaks a rule of the API server is found, but for a few rules', () => {
  const cases = BAD_CASES.filter(({ before }) => before === undefined);
  const missed = cases.filter(({ from, changes }) => mistakes(edited<Fixture>(FIXTURES[from], changes)).length === 0);
  const isKnown = (message: string): boolean => BEYOND_JSON_SCHEMA.some((known) => known.test(message));
  expect(missed.filter(({ message }) => !isKnown(message))).toEqual([]);
  expect(missed.length).toBeLessThan(cases.length / 5);
});

test.each(names)('%s: what breaks a constraint is found, but for two entries of one key', (name) => {
  const fixture: Fixture = FIXTURES[name];
  const definition = KIND_DEFINITIONS.find(({ kind }) => kind === fixture.kind);
  const all = definition === undefined ? [] : violations(definition.spec, fixture.spec, 'spec', new Set());
  const missed = all.filter(({ changes }) => mistakes(edited(fixture, changes)).length === 0);
  expect(all.length).toBeGreaterThan(0);
  expect([...new Set(missed.map(({ constraint }) => constraint))].filter((constraint) => constraint !== 'list-map-keys')).toEqual([]);
});

test.each([
  ['a misspelt field', { 'spec.source.catalog.chanels': ['a'] }, '/spec/source/catalog: must NOT have additional properties'],
  ['another version of the API', { apiVersion: 'olm.operatorframework.io/v2' }, '/apiVersion: must be equal to constant'],
  ['no name', { metadata: {} }, "/metadata: must have required property 'name'"],
])('%s', (_, changes, mistake) => {
  const validate = validator('clusterextension.json');
  expect(validate(edited({ apiVersion: API_VERSION, metadata: { name: 'x' }, ...FIXTURES.extension }, changes))).toBe(false);
  expect((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)).toEqual([mistake]);
});

test('what the examples give is fine, and objects of other kinds are passed over', () => {
  const greeter = new Greeter().revision(Testing.app(), 'greeter', { version: '1.0.0', namespace: 'greeter', config: { replicas: 3 } });
  const charts = [plain(Testing.app()), lights(Testing.app()), ...two(Testing.app()), greeter];
  const documents = charts.flatMap((chart) => Testing.synth(chart) as { readonly kind: string }[]);
  const kinds = validator('kinds.json');
  for (const document of documents) expect({ document, isFine: kinds(document), errors: kinds.errors }).toMatchObject({ isFine: true });
  const revisions = documents.filter(({ kind }) => kind === 'ClusterExtensionRevision');
  expect(revisions.length).toBeGreaterThanOrEqual(charts.length);
  expect(revisions.flatMap(mistakes)).toEqual([]);
  expect(kinds({ apiVersion: 'v1', kind: 'ConfigMap', anything: true })).toBe(true);
});

describe('registries.yaml', () => {
  const docs = readFileSync(join(folder, '..', '..', 'registries.md'), 'utf8');
  const shown = /```yaml\n(mirrors:[^]*?)```/.exec(docs)?.[1] ?? '';
  const isFine = (text: string): boolean => {
    const [document] = parseDocuments(text, 'registries.yaml').documents;
    return validator('registries.json')(document?.value ?? null) === true;
  };

  test('that of docs/registries.md, and an empty one, are fine', () => {
    expect(shown).toContain('plainHttp: true');
    expect([shown, '# nothing yet\n'].map(isFine)).toEqual([true, true]);
  });

  test.each([
    ['mirrors: {}'],
    ['mirrors: [quay.io]'],
    ['mirrors: [{source: quay.io}]'],
    ['mirrors: [{source: quay.io, mirrors: []}]'],
    ['mirrors: [{source: "https://quay.io", mirrors: [a.b]}]'],
    ['mirrors: [{source: quay.io, mirrors: [1]}]'],
    ['registries: {Quay.io: {}}'],
    ['registries: {quay.io: {plainHttp: "yes"}}'],
    ['registries: {quay.io: {insecure: true}}'],
    ['mirror: []'],
  ])('%s is refused by the schema and by the command', (text) => {
    expect(isFine(text)).toBe(false);
    expect(() => parseRegistrySettings(text, 'registries.yaml')).toThrow('The settings for registries in registries.yaml cannot be used');
  });
});

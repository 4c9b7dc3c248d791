/**
 * What the check says of our own kinds, held against the cases that test/server/kinds/api-rules.test.ts sends to a real API server: both refuse
 * the same objects, at the same fields.
 */
import { API_VERSION, type JsonObject } from '../../../lib/api';
import type { Schema } from '../../../lib/api/schema';
import { checkOwnKind, KIND_DEFINITIONS, kindWording } from '../../../lib/kinds';
import { schemaWording } from '../../../lib/schema';
import { inWords } from '../in-words';
import { type Violation, violations } from '../../server/kinds/api-rules/constraints';
import { edited } from '../../server/kinds/api-rules/edit';
import { type Fixture, type FixtureName, FIXTURES } from '../../server/kinds/api-rules/fixtures';
import { BAD_CASES, GOOD_CASES } from '../../server/kinds/api-rules/rules';

const names = Object.keys(FIXTURES) as FixtureName[];

const check = (fixture: Fixture) => inWords(
  checkOwnKind({ apiVersion: API_VERSION, metadata: { name: 'x' }, ...fixture } as unknown as JsonObject, { source: 'a.yaml' }),
  { ...schemaWording, ...kindWording },
);
const places = (fixture: Fixture): string[] => check(fixture).map(({ path }) => path);
const isOfSpec = (changes: object): boolean => Object.keys(changes).every((path) => path.startsWith('spec'));

test.each(names)('%s is taken', (name) => {
  expect(check(FIXTURES[name])).toEqual([]);
});

describe('what the API server takes is taken', () => {
  const cases = GOOD_CASES.filter(({ changes }) => isOfSpec(changes));
  test.each(cases.map(({ from, changes }) => [from, JSON.stringify(changes), changes] as const))('%s: %s', (from, _, changes) => {
    expect(check(edited<Fixture>(FIXTURES[from], changes))).toEqual([]);
  });
});

describe('what breaks a rule of the API server is refused', () => {
  const cases = BAD_CASES.filter(({ before, changes }) => before === undefined && isOfSpec(changes));
  test.each(cases.map((bad) => [bad.from, bad.field, bad.message, JSON.stringify(bad.changes), bad] as const))('%s, %s: %s %s', (_from, field, message, _changes, bad) => {
    const found = check(edited<Fixture>(FIXTURES[bad.from], bad.changes));
    expect(found.map((one) => `${one.path}: ${one.message.replace(/^".*" is not allowed here: /, '')}`)).toContain(`${field}: ${message}`);
  });
});

describe('what breaks a constraint of the schema is refused', () => {
  const cases = names.flatMap((name) => violationsOf(name).map((violation) => [name, violation.field, violation.constraint, violation] as const));
  test.each(cases)('%s, %s: %s', (name, field, _constraint, { changes }) => {
    expect(places(edited<Fixture>(FIXTURES[name], changes))).toContain(field);
  });
});

test('a field that does not exist', () => {
  expect(places(edited<Fixture>(FIXTURES.extension, { 'spec.source.catalog.chanels': ['a'] }))).toEqual(['spec.source.catalog.chanels']);
});

function violationsOf(name: FixtureName): Violation[] {
  const fixture: Fixture = FIXTURES[name];
  const spec: Schema | undefined = KIND_DEFINITIONS.find(({ kind }) => kind === fixture.kind)?.spec;
  return spec === undefined ? [] : violations(spec, fixture.spec, 'spec', new Set());
}

/**
 * Compile, engine and API server take the same probes. The cases are those that test/server/kinds/api-rules.test.ts sends to a real API server;
 * `checkOwnKind` stands for it here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_VERSION, asObject, type JsonObject, type JsonValue, type ProgressionProbe } from '../../../lib/api';
import type { Schema } from '../../../lib/api/schema';
import { checkOwnKind, KIND_DEFINITIONS } from '../../../lib/kinds';
import { checkProbes, compileProbes, progressionProbes } from '../../../lib/probes';
import { parseDocuments } from '../../../lib/yaml';
import { violations } from '../../server/kinds/api-rules/constraints';
import { edited } from '../../server/kinds/api-rules/edit';
import { type Fixture, FIXTURES } from '../../server/kinds/api-rules/fixtures';
import { BAD_CASES, GOOD_CASES } from '../../server/kinds/api-rules/rules';

const IN_A_PROBE = 'spec.progressionProbes[';
const isOfProbe = ({ changes }: { readonly changes: object }): boolean => Object.keys(changes).every((path) => path.startsWith(IN_A_PROBE));
/** Authors may begin a path with a dot: it is gone before the API server sees it. */
const isDotted = ({ changes }: { readonly changes: object }): boolean => Object.values(changes).includes('.spec');

const verdicts = (changes: Readonly<Record<string, unknown>>) => {
  const document: Fixture = edited<Fixture>(FIXTURES.rollout, changes);
  const probes = document.spec['progressionProbes'] as readonly ProgressionProbe[];
  const object = { apiVersion: API_VERSION, metadata: { name: 'x' }, kind: document.kind, spec: document.spec } as unknown as JsonObject;
  return {
    compile: checkProbes(probes).issues.length === 0,
    engine: compiles(probes),
    server: checkOwnKind(object, { source: 'a.yaml' }).length === 0,
  };
};

function compiles(probes: readonly ProgressionProbe[]): boolean {
  try {
    compileProbes(probes);
    return true;
  } catch {
    return false;
  }
}

const definition = KIND_DEFINITIONS.find(({ kind }) => kind === 'ClusterExtensionRevision');
const structural = definition === undefined ? [] : violations(definition.spec, FIXTURES.rollout.spec, 'spec', new Set<string>());
const good = [{ changes: {} }, ...GOOD_CASES.filter((one) => one.from === 'rollout' && one.before === undefined && isOfProbe(one))];
const bad = [...structural, ...BAD_CASES.filter((one) => one.from === 'rollout')].filter((one) => isOfProbe(one) && !isDotted(one));

test.each(good.map(({ changes }) => [JSON.stringify(changes), changes] as const))('taken: %s', (_, changes) => {
  expect(verdicts(changes)).toEqual({ compile: true, engine: true, server: true });
});

const refused = bad.map(({ field, changes }) => [field, JSON.stringify(changes).slice(0, 100), changes] as const);
test.each(refused)('refused: %s %s', (_field, _shown, changes) => {
  expect(verdicts(changes)).toEqual({ compile: false, engine: false, server: false });
});

test('a hundred probes are taken, and one more is not', () => {
  const [one] = FIXTURES.rollout.spec['progressionProbes'] as readonly unknown[];
  const many = (count: number) => verdicts({ 'spec.progressionProbes': Array.from({ length: count }, () => one) });
  expect(many(100)).toEqual({ compile: true, engine: true, server: true });
  expect(many(101)).toEqual({ compile: false, engine: false, server: false });
});

/** A rule of so many characters that is CEL; its text is that of a comparison, with characters beyond the basic plane where asked for. */
const ruleOf = (length: number, character = 'x'): string => `self.x == "${character.repeat(length - 'self.x == ""'.length)}"`;
const assertion = (cel: object): object => ({ 'spec.progressionProbes[0].assertions': [{ type: 'CEL', cel }] });

test.each<[string, boolean, object]>([
  ['a rule of 4096 characters', true, assertion({ rule: ruleOf(4096), message: 'm' })],
  ['a rule of 4097', false, assertion({ rule: ruleOf(4097), message: 'm' })],
  ['a rule of 4096 characters that are two units each in JavaScript', true, assertion({ rule: ruleOf(4096, '\u{1F600}'), message: 'm' })],
  ['one more of these', false, assertion({ rule: ruleOf(4097, '\u{1F600}'), message: 'm' })],
  ['a message of 1024 characters', true, assertion({ rule: 'true', message: 'm'.repeat(1024) })],
  ['a message of 1025', false, assertion({ rule: 'true', message: 'm'.repeat(1025) })],
  ['a message of 1024 characters that are two units each', true, assertion({ rule: 'true', message: '\u{1F600}'.repeat(1024) })],
  ['an empty rule', false, assertion({ rule: '', message: 'm' })],
  ['an empty message', false, assertion({ rule: 'true', message: '' })],
  [
    'twenty assertions',
    true,
    { 'spec.progressionProbes[0].assertions': Array.from({ length: 20 }, () => ({ type: 'CEL', cel: { rule: 'true', message: 'm' } })) },
  ],
  [
    'twenty-one',
    false,
    { 'spec.progressionProbes[0].assertions': Array.from({ length: 21 }, () => ({ type: 'CEL', cel: { rule: 'true', message: 'm' } })) },
  ],
])('limits are the same everywhere: %s', (_, isTaken, changes) => {
  expect(verdicts(changes as Readonly<Record<string, unknown>>)).toEqual({ compile: isTaken, engine: isTaken, server: isTaken });
});

test('the CRD file that is published has these limits', () => {
  const file = readFileSync(join(__dirname, '../../../imports/crds/clusterextensionrevisions.olm.operatorframework.io.yaml'), 'utf8');
  const limits = parseDocuments(file, 'crd.yaml').documents.map(({ value }) => {
    const at = (node: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined =>
      keys.reduce<JsonValue | undefined>((found, key) => (Array.isArray(found)
        ? found[Number(key)] as JsonValue
        : asObject(found)?.[key]), node);
    const probes = at(value, 'spec', 'versions', '0', 'schema', 'openAPIV3Schema', 'properties', 'spec', 'properties', 'progressionProbes');
    const rule = at(probes, 'items', 'properties', 'assertions', 'items', 'properties', 'cel', 'properties', 'rule');
    return { probes: at(probes, 'maxItems'), rule: at(rule, 'maxLength') };
  });
  expect(limits).toEqual([{ probes: 100, rule: 4096 }]);
});

test('every rule on probes is checked without CEL, too', () => {
  const rules = (schema: Schema): boolean[] => [
    ...(schema['x-kubernetes-validations'] ?? []).map(({ holds }) => holds !== undefined),
    ...[...Object.values(schema.properties ?? {}), ...(schema.items === undefined ? [] : [schema.items])].flatMap(rules),
  ];
  expect(new Set(rules(progressionProbes))).toEqual(new Set([true]));
});

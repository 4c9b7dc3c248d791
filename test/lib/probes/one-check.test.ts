/**
 * Compile, engine and API server take the same probes. The cases are those that test/server/api-rules.test.ts sends to a real API server;
 * `checkOwnKind` stands for it here.
 */
import { API_VERSION, type JsonObject, type ProgressionProbe } from '../../../lib/api';
import type { Schema } from '../../../lib/api/schema';
import { checkOwnKind, KIND_DEFINITIONS } from '../../../lib/kinds';
import { checkProbes, compileProbes, progressionProbes } from '../../../lib/probes';
import { violations } from '../../server/api-rules/constraints';
import { edited } from '../../server/api-rules/edit';
import { type Fixture, FIXTURES } from '../../server/api-rules/fixtures';
import { BAD_CASES, GOOD_CASES } from '../../server/api-rules/rules';

const IN_A_PROBE = 'spec.progressionProbes[';
const isOfProbe = ({ changes }: { readonly changes: object }): boolean => Object.keys(changes).every((path) => path.startsWith(IN_A_PROBE));
/** Authors may begin a path with a dot: it is gone before the API server sees it. */
const isDotted = ({ changes }: { readonly changes: object }): boolean => Object.values(changes).includes('.spec');

const verdicts = (changes: Readonly<Record<string, unknown>>) => {
  const document: Fixture = edited<Fixture>(FIXTURES.rollout, changes);
  const probes = document.spec['progressionProbes'] as readonly ProgressionProbe[];
  const object = { apiVersion: API_VERSION, metadata: { name: 'x' }, kind: document.kind, spec: document.spec } as unknown as JsonObject;
  return { compile: checkProbes(probes).issues.length === 0, engine: compiles(probes), server: checkOwnKind(object, { source: 'a.yaml' }).length === 0 };
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

test('every rule on probes can be told without CEL', () => {
  const rules = (schema: Schema): boolean[] => [
    ...(schema['x-kubernetes-validations'] ?? []).map(({ holds }) => holds !== undefined),
    ...[...Object.values(schema.properties ?? {}), ...(schema.items === undefined ? [] : [schema.items])].flatMap(rules),
  ];
  expect(new Set(rules(progressionProbes))).toEqual(new Set([true]));
});

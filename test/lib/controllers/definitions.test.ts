import { missingFields, troubleOf, wordsOfTrouble } from '../../../lib/controllers/definitions';
import type { JsonObject, KubeObject } from '../../../lib/api';
import { crds } from '../../../lib/kinds';

const [ours = { apiVersion: '', kind: '', metadata: {} }] = crds().filter(({ metadata: { name } }) => name?.startsWith('clusterextensions.'));
const established = { conditions: [{ type: 'Established', status: 'True' }] };
interface Version {
  served: boolean;
  schema: { openAPIV3Schema: { properties: Record<string, { properties?: Record<string, JsonObject> }> } };
}
function live(change: (version: Version) => void): KubeObject {
  const copy = structuredClone(ours) as KubeObject & { spec: { versions: Version[] } };
  copy.spec.versions.forEach(change);
  return { ...copy, status: established };
}

test.each<readonly [string, KubeObject | undefined, string | undefined]>([
  ['ours', live(() => {}), undefined],
  ['none', undefined, 'is missing. Install it: boxcutter controller crds | kubectl apply --server-side -f -'],
  ['one that goes', { ...ours, metadata: { ...ours.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } }, 'is missing'],
  ['a new one', ours, 'is not established yet'],
  ['another version', live((version) => (version.served = false)), 'serves no version v1'],
  ['no configuration', live(({ schema }) => void delete schema.openAPIV3Schema.properties['spec']!['properties']!['config']), 'it lacks spec.config. If'],
  ['no status', live(({ schema }) => void delete schema.openAPIV3Schema.properties['status']), 'it lacks status. If'],
  ['no spec', live(({ schema }) => (schema.openAPIV3Schema.properties['spec'] = { properties: {} })), /it lacks spec\.\w+, spec\.\w+, spec\.\w+ and \d more/.source],
])('%s', (_, found, said) => {
  const trouble = troubleOf(ours, found);
  const words = trouble === undefined ? undefined : wordsOfTrouble(trouble);
  if (said === undefined) expect(words).toBeUndefined();
  else expect(words).toMatch(new RegExp(said.replaceAll('|', '\\|').replaceAll('[.]', '.')));
});

test('Fields in lists are named by their place; what takes any field lacks none', () => {
  const list = (properties: JsonObject): JsonObject => ({ properties: { phases: { items: { properties } } } });
  expect(missingFields(list({ name: {}, objects: {} }), list({ name: {} }))).toEqual(['phases[].objects']);
  expect(missingFields(list({ name: {} }), { 'x-kubernetes-preserve-unknown-fields': true })).toEqual([]);
  expect(missingFields(list({ name: {} }), list({ name: {}, more: {} }))).toEqual([]);
});

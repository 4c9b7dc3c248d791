import { crdLines } from '../../../../../lib/cli/output/plan/crd-diff';
import type { FieldChange, FieldPath } from '../../../../../lib/runtime';

const at: FieldPath = ['spec', 'versions', { item: { name: 'v1' } }, 'schema', 'openAPIV3Schema', 'properties', 'spec'];
const linesOf = (...changes: readonly FieldChange[]) => crdLines(changes).map(({ sign, text }) => `${sign} ${text}`);

test('definitions: fields as users of the kind write them, new ones by type, descriptions counted', () => {
  const port: FieldPath = [...at, 'properties', 'backends', 'items', 'properties', 'port'];
  expect(linesOf(
    { path: [...port, 'minimum'], after: 1 },
    { path: [...port, 'description'], before: 'a', after: 'b' },
    { path: [...port, 'properties', 'host'], after: { type: 'object', description: 'x', properties: { name: { type: 'string' } } } },
    { path: ['spec', 'scope'], before: 'Cluster', after: 'Namespaced' },
  )).toEqual([
    '+ v1: spec.backends[].port.minimum: 1', '+ v1: spec.backends[].port.host (object: name)', '~ spec.scope', '- Cluster', '+ Namespaced', '  and 1 description in the schema',
  ]);
});

test('fields that are named like words of schemas', () => {
  expect(linesOf(
    { path: [...at, 'properties', 'items', 'items', 'properties', 'properties', 'additionalProperties', 'type'], before: 'string' },
    { path: [...at, 'properties', 'description'], after: { type: 'string' } },
  )).toEqual(['- v1: spec.items[].properties[*].type: string', '+ v1: spec.description (string)']);
});

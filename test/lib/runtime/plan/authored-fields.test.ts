/** Of an object that is made anew, a plan shows what the package changes, and not what the server fills in. */
import type { FieldSet, KubeObject } from '../../../../lib/api';
import type { FieldPath } from '../../../../lib/runtime/plan/field-path';
import { authoredChanges } from '../../../../lib/runtime/plan/authored-fields';

const held = (operation: 'Apply' | 'Update', fieldsV1: FieldSet): KubeObject => ({
  apiVersion: 'batch/v1', kind: 'Job', metadata: {
    name: 'a',
    managedFields: [{ manager: 'm', operation, apiVersion: 'batch/v1', fieldsV1 }],
  },
});
const ours: FieldSet = {
  'f:metadata': { 'f:labels': { 'f:app': {} } },
  'f:spec': {
    'f:selector': {}, 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:image': {} } } } },
  },
};
const live = held('Apply', ours);
const isShown = (path: FieldPath, wouldBe: KubeObject = live): boolean => authoredChanges([{ path }], live, wouldBe).length === 1;
const web = ['spec', 'template', 'spec', 'containers', { item: { name: 'web' } }] as const;

test.each<[string, FieldPath, boolean]>([
  ['a field that is applied', ['metadata', 'labels', 'app'], true],
  ['a label of a controller', ['metadata', 'labels', 'controller-uid'], false],
  ['a part of what is applied as one value', ['spec', 'selector', 'matchLabels', 'app'], true],
  ['a field of an item', [...web, 'image'], true],
  ['a default of an item', [...web, 'terminationMessagePath'], false],
  ['another item', ['spec', 'template', 'spec', 'containers', { item: { name: 'other' } }], false],
  ['the order of items', ['spec', 'template', 'spec', 'containers', { order: true }], true],
  ['what nobody applies', ['spec', 'clusterIP'], false],
])('%s', (_what, path, expected) => {
  expect(isShown(path)).toBe(expected);
});

test('what only the new object applies is shown, too; what is held by updates is not', () => {
  const path: FieldPath = ['spec', 'suspend'];
  expect(isShown(path, held('Apply', { 'f:spec': { 'f:suspend': {} } }))).toBe(true);
  expect(isShown(path, held('Update', { 'f:spec': { 'f:suspend': {} } }))).toBe(false);
});

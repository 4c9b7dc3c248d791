import type { FieldSet, KubeObject, ManagedFieldsEntry } from '../../../../lib/api';
import { entriesToMerge, mergePatch } from '../../../../lib/engine/ownership/managed-fields';

/** What other field managers hold of an object, made ours. */
const managers = { fieldManager: 'boxcutter', takeOverManagers: ['helm', 'kubectl-client-side-apply'] };
const on = { uid: 'u', resourceVersion: '7' };

function entry(manager: string, operation: string, fieldsV1: FieldSet, more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  return { manager, operation, apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1, ...more };
}

function objectWith(...managedFields: ManagedFieldsEntry[]): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid: 'u', resourceVersion: '7', managedFields } };
}

/** Manager, operation, version and fields of each entry after the patch. */
function merged(live: KubeObject, apiVersion = 'v1'): readonly unknown[] {
  const replaced = mergePatch(live, managers, apiVersion, on).find(({ op }) => op === 'replace');
  return (replaced?.value as ManagedFieldsEntry[]).map((result) => [result.manager, result.operation, result.apiVersion, result.fieldsV1]);
}

describe('which entries become ours', () => {
  test.each<[string, ManagedFieldsEntry, boolean]>([
    ['a listed manager by Update', entry('helm', 'Update', {}), true],
    ['a listed manager by Apply', entry('helm', 'Apply', {}), true],
    ['ourselves by Update', entry('boxcutter', 'Update', {}), true],
    ['ourselves by Apply: ours already', entry('boxcutter', 'Apply', {}), false],
    ['another manager', entry('kube-controller-manager', 'Update', {}), false],
    ['a listed manager that wrote the status', entry('helm', 'Update', {}, { subresource: 'status' }), false],
    ['ourselves through scale', entry('boxcutter', 'Update', {}, { subresource: 'scale' }), false],
    ['one of a name that begins alike', entry('helm-controller', 'Update', {}), false],
  ])('%s', (_, held, expected) => expect(entriesToMerge(objectWith(held), managers).length > 0).toBe(expected));
});

test('the field sets are united in our entry, and other managers keep theirs', () => {
  const hpa = entry('hpa', 'Update', { 'f:spec': { 'f:replicas': {} } });
  expect(merged(objectWith(
    entry('boxcutter', 'Apply', { 'f:data': { 'f:a': {} } }),
    entry('helm', 'Update', { 'f:data': { 'f:b': {} }, 'f:metadata': { 'f:labels': { '.': {}, 'f:x': {} } } }),
    hpa,
    entry('boxcutter', 'Update', { 'f:data': { 'f:a': {}, 'f:c': {} } }),
  ))).toEqual([
    ['hpa', 'Update', 'v1', hpa.fieldsV1],
    ['boxcutter', 'Apply', 'v1', { 'f:data': { 'f:a': {}, 'f:b': {}, 'f:c': {} }, 'f:metadata': { 'f:labels': { '.': {}, 'f:x': {} } } }],
  ]);
});

test('one holds the whole, the other a part of it: both are held', () => {
  const whole = entry('boxcutter', 'Apply', { 'f:data': {} });
  const part = entry('helm', 'Update', { 'f:data': { 'f:a': {} } });
  const both = { 'f:data': { '.': {}, 'f:a': {} } };
  expect(merged(objectWith(whole, part))).toEqual([['boxcutter', 'Apply', 'v1', both]]);
  expect(merged(objectWith({ ...part, manager: 'boxcutter', operation: 'Apply' }, { ...whole, manager: 'helm' }))).toEqual([['boxcutter', 'Apply', 'v1', both]]);
});

describe('field sets of several versions', () => {
  const older = (manager: string, operation = 'Update'): ManagedFieldsEntry => entry(manager, operation, { 'f:spec': { 'f:old': {} } }, { apiVersion: 'v1beta1' });
  const newer = (manager: string, operation = 'Update'): ManagedFieldsEntry => entry(manager, operation, { 'f:spec': { 'f:new': {} } });

  test('our entry decides', () => {
    expect(merged(objectWith(older('helm'), newer('boxcutter', 'Apply')))).toEqual([['boxcutter', 'Apply', 'v1', { 'f:spec': { 'f:new': {} } }]]);
  });

  test('without one, that of the desired version', () => {
    expect(merged(objectWith(older('helm'), newer('helm')))).toEqual([['boxcutter', 'Apply', 'v1', { 'f:spec': { 'f:new': {} } }]]);
  });

  test('without that either, the first', () => {
    expect(merged(objectWith(older('helm')))).toEqual([['boxcutter', 'Apply', 'v1beta1', { 'f:spec': { 'f:old': {} } }]]);
  });
});

test('the patch is for this very state of the object only', () => {
  expect(mergePatch(objectWith(entry('helm', 'Update', {})), managers, 'v1', on).slice(0, 2)).toEqual([
    { op: 'test', path: '/metadata/uid', value: 'u' }, { op: 'test', path: '/metadata/resourceVersion', value: '7' },
  ]);
});

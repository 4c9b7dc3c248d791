/** Letting an object go to its next manager: its marks, and our entry under its name. */
import type { KubeObject } from '../../../../lib/api';
import { releasePatch, type OwnerContext } from '../../../../lib/engine';

const owners = 'example.com/owners';
const context = (apply: boolean): OwnerContext => ({
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 'ns', uid: 'u' }, strategy: { type: 'annotation', annotation: owners }, siblings: [],
  fieldManager: 'ours',
  handBack: () => ({ fieldManager: 'theirs', operation: apply ? 'Apply' : 'Update', labels: { by: 'them' }, annotations: { 'a.b/c': 'd' } }),
});

const live = (more: readonly object[] = []): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' },
  metadata: {
    name: 'a', namespace: 'ns', uid: 'x', resourceVersion: '5', labels: { mine: 'yes', kept: 'yes' },
    annotations: { [owners]: JSON.stringify([{ apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 'ns', uid: 'u', controller: true }]) },
    managedFields: [
      {
        manager: 'ours', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:annotations': { [`f:${owners}`]: {} }, 'f:labels': { 'f:kept': {} } }, 'f:data': { 'f:a': {} } },
      },
      { manager: 'controller', operation: 'Update', apiVersion: 'v1', subresource: 'status', fieldsType: 'FieldsV1', fieldsV1: { 'f:status': {} } },
      ...more,
    ],
  } as KubeObject['metadata'],
});

test.each([[true, 'Apply'], [false, 'Update']])('our mark goes, theirs comes, and what we held is theirs', (apply, operation) => {
  expect(releasePatch(live(), context(apply), ['mine'])).toEqual([
    { op: 'test', path: '/metadata/uid', value: 'x' },
    { op: 'test', path: '/metadata/resourceVersion', value: '5' },
    { op: 'remove', path: '/metadata/annotations/example.com~1owners' },
    { op: 'remove', path: '/metadata/labels/mine' },
    { op: 'add', path: '/metadata/labels/by', value: 'them' },
    { op: 'add', path: '/metadata/annotations/a.b~1c', value: 'd' },
    {
      op: 'replace', path: '/metadata/managedFields', value: [
        expect.objectContaining({ manager: 'controller' }),
        {
          manager: 'theirs', operation, apiVersion: 'v1', fieldsType: 'FieldsV1',
          fieldsV1: { 'f:metadata': { 'f:labels': { 'f:kept': {} } }, 'f:data': { 'f:a': {} } },
        },
      ],
    },
  ]);
});

test('what they hold already is one with it', () => {
  const theirs = { manager: 'theirs', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:b': {} } } };
  const patch = releasePatch(live([theirs]), context(true), []);
  const entries = patch.find(({ path }) => path === '/metadata/managedFields')?.value as readonly { readonly manager: string; readonly fieldsV1: object }[];
  expect(entries.map(({ manager }) => manager)).toEqual(['controller', 'theirs']);
  expect(entries[1]?.fieldsV1).toMatchObject({ 'f:data': { 'f:a': {}, 'f:b': {} } });
});

test('an annotation that means something to us alone goes, with our field of it; where it is not, nothing is said of it', () => {
  const { metadata, ...content } = live();
  const [ours] = metadata.managedFields ?? [];
  const policy = 'example.com/on-removal';
  const fieldsV1 = { 'f:metadata': { 'f:annotations': { [`f:${owners}`]: {}, [`f:${policy}`]: {}, 'f:kept': {} } } };
  const policed = {
    ...content, metadata: { ...metadata, annotations: { ...metadata.annotations, [policy]: 'orphan' }, managedFields: [{ ...ours, fieldsV1 }] },
  } as KubeObject;
  const going: OwnerContext = {
    ...context(true), handBack: () => ({ fieldManager: 'theirs', operation: 'Apply', labels: {}, annotations: {}, withoutAnnotations: [policy, 'not/there'] }),
  };
  expect(releasePatch(policed, going, []).slice(2)).toEqual([
    { op: 'remove', path: '/metadata/annotations/example.com~1owners' },
    { op: 'remove', path: '/metadata/annotations/example.com~1on-removal' },
    { op: 'replace', path: '/metadata/managedFields', value: [expect.objectContaining({ manager: 'theirs', fieldsV1: { 'f:metadata': { 'f:annotations': { 'f:kept': {} } } } })] },
  ]);
});

test('with nobody to go to, it goes to nobody', () => {
  const { handBack: _handBack, ...nobody } = context(true);
  const patch = releasePatch(live(), nobody, ['mine']);
  expect(patch.map(({ op, path }) => `${op} ${path}`)).toEqual([
    'test /metadata/uid', 'test /metadata/resourceVersion', 'remove /metadata/annotations/example.com~1owners', 'remove /metadata/labels/mine',
    'replace /metadata/managedFields',
  ]);
});

/** What a tool has said of an object, without its files. */
import { saidOf } from '../../../../lib/adoption';
import type { KubeObject } from '../../../../lib/api';

const live = (metadata: object, spec: object = { replicas: 2, paused: false, extra: [{ name: 'a', value: 1 }, { name: 'b', value: 2 }], set: ['x', 'y'] }): KubeObject => ({
  apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a', namespace: 'ns', ...metadata } as KubeObject['metadata'], spec,
});

test('what kubectl has written down goes before everything', () => {
  const said = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, spec: { replicas: 1 } };
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(said) };
  expect(saidOf(live({ annotations }), [])).toEqual(said);
});

test.each([['of another object', JSON.stringify({ kind: 'Thing', metadata: { name: 'other' } })], ['that is no JSON', '{']])('what was written down %s does not count', (_what, text) => {
  expect(saidOf(live({ annotations: { 'kubectl.kubernetes.io/last-applied-configuration': text } }), [])).toBeUndefined();
});

test('otherwise what its managers hold, items of lists by their keys', () => {
  const entry = (manager: string, fields: object, more: object = {}) => ({ manager, operation: 'Apply', apiVersion: 'example.com/v1', fieldsType: 'FieldsV1', fieldsV1: fields, ...more });
  const managedFields = [
    entry('flux', { 'f:spec': { 'f:replicas': {}, 'f:extra': { 'k:{"name":"a"}': { '.': {}, 'f:value': {} } }, 'f:set': { 'v:"y"': {} } } }),
    entry('flux', { 'f:metadata': { 'f:labels': { 'f:app': {} } } }),
    entry('flux', { 'f:status': {} }, { subresource: 'status' }),
    entry('other', { 'f:spec': { 'f:paused': {} } }),
  ];
  expect(saidOf(live({ labels: { app: 'a', theirs: 'b' }, managedFields }), ['flux'])).toEqual({
    apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a', namespace: 'ns', labels: { app: 'a' } },
    spec: { replicas: 2, extra: [{ name: 'a', value: 1 }], set: ['y'] },
  });
});

test('nothing, where none of them has written it', () => {
  expect(saidOf(live({}), ['flux'])).toBeUndefined();
});

/** What a definition that is being deleted waits for. */
import type { KubeObject } from '../../../../lib/api';
import type { ObjectResult } from '../../../../lib/engine';
import { explainObject, sight } from '../../../../lib/runtime/explain/object';
import { CLEANUP, resourcesLeft } from '../../../../lib/runtime/explain/resources-left';

const definition = (metadata: object, more: object = {}): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'boxes.ex.example', ...metadata },
  spec: { group: 'ex.example', names: { kind: 'Box' }, versions: [{ name: 'v0', served: false }, { name: 'v1', served: true }] }, ...more,
});
const going = definition({ uid: 'u', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [CLEANUP] });
const box = (name: string, metadata: object = {}): KubeObject => ({ apiVersion: 'ex.example/v1', kind: 'Box', metadata: { name, ...metadata } });

function lister(objects: readonly KubeObject[] | Error) {
  const asked: object[] = [];
  const list = (scope: object) => {
    asked.push(scope);
    return objects instanceof Error ? Promise.reject(objects) : Promise.resolve({ objects: [...objects], resourceVersion: '1' });
  };
  return { asked, list };
}

test('its custom resources are named, each with who holds it', async () => {
  const cluster = lister([box('a', { namespace: 'shop', finalizers: ['ex.example/stay'] }), box('b')]);
  expect(await resourcesLeft(cluster, going)).toEqual(['Box shop/a is held by finalizers: ex.example/stay', 'Box b is still there']);
  expect(cluster.asked).toEqual([{ apiVersion: 'ex.example/v1', kind: 'Box' }]);
});

test('of many the first are named', async () => {
  const many = Array.from({ length: 12 }, (_, index) => box(`b${index}`));
  expect((await resourcesLeft(lister(many), going)).slice(9)).toEqual(['Box b9 is still there', 'and 2 more']);
});

test.each<[string, KubeObject]>([
  ['a definition that stays', definition({ finalizers: [CLEANUP] })],
  ['one that waits for something else', definition({ deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['other'] })],
  ['one without form', definition(going.metadata, { spec: { versions: 7 } })],
  ['another kind', { ...going, kind: 'ConfigMap' }],
])('%s is not asked about', async (_, object) => {
  const cluster = lister([box('a')]);
  expect([await resourcesLeft(cluster, object), cluster.asked]).toEqual([[], []]);
});

test('who may not list them gets the rest', async () => {
  expect(await resourcesLeft(lister(new Error('forbidden')), going)).toEqual([]);
});

test('explain says it, and what to do about them', async () => {
  const result = { action: 'Waiting', ref: { ...going, name: 'boxes.ex.example' }, phase: 'crds', cause: { type: 'being-deleted', finalizers: [CLEANUP] } };
  const cluster = lister([box('a', { finalizers: ['ex.example/stay'] })]);
  const seen = await sight(result as unknown as ObjectResult, cluster, { get: () => Promise.resolve({ type: 'object', object: going, created: false }) });
  const { deletion, hints } = explainObject(seen, { of: () => [] });
  expect(deletion?.left).toEqual(['Box a is held by finalizers: ex.example/stay']);
  expect(hints.map(({ code }) => code)).toEqual(['resources-left']);
});

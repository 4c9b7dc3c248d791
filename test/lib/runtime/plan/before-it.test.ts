/** What a plan may count on because other extensions are applied before. */
import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { bringerOf, broughtByAll, comingKind, stillComing } from '../../../../lib/runtime/plan/before-it';

const revision = (extension: string, ...objects: readonly KubeObject[]): ResolvedRevision => ({
  extension, number: 1, probes: [], digest: extension,
  phases: [{ name: 'all', objects: objects.map((object) => ({ object, collisionProtection: 'Prevent' })) }],
});
const definition = (kind: string, scope: 'Namespaced' | 'Cluster' = 'Namespaced'): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${kind.toLowerCase()}s.example.com` },
  spec: { group: 'example.com', names: { kind, plural: `${kind.toLowerCase()}s` }, scope, versions: [{ name: 'v1', served: true }, { name: 'v0', served: false }] },
});
const namespace = (name: string): KubeObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
const ref = (kind: string, apiVersion = 'example.com/v1') => ({ apiVersion, kind, namespace: 'shop', name: 'a' });

const before = broughtByAll([revision('platform', namespace('shop'), definition('Widget')), revision('later', namespace('shop'), definition('Gear', 'Cluster'))]);

test('namespaces and kinds are by the first extension that brings them', () => {
  expect(bringerOf(ref('Widget'), before)).toEqual({ what: 'kind', extension: 'platform' });
  expect(bringerOf(ref('Gear'), before)).toEqual({ what: 'kind', extension: 'later' });
  expect(bringerOf(ref('ConfigMap', 'v1'), before)).toEqual({ what: 'namespace', extension: 'platform' });
  expect(bringerOf({ ...ref('ConfigMap', 'v1'), namespace: 'else' }, before)).toBeUndefined();
});

test('a kind comes in the versions that will be served', () => {
  expect(comingKind(ref('Gear'), before)).toMatchObject({ extension: 'later', namespaced: false });
  expect(comingKind(ref('Widget'), before)).toMatchObject({ namespaced: true });
  expect(comingKind(ref('Widget', 'example.com/v0'), before)).toBeUndefined();
  expect(comingKind(ref('Other'), before)).toBeUndefined();
});

test('what is served already does not come', async () => {
  const needs = revision('web', { ...ref('Widget'), metadata: { name: 'a' } }, { ...ref('Gear'), metadata: { name: 'b' } });
  const mapper = { resolve: (apiVersion: string, kind: string) => Promise.resolve(kind === 'Widget' ? { apiVersion, kind, namespaced: true, plural: 'widgets' } : undefined) };
  const found = await stillComing(needs, before, mapper as never);
  expect([...found.kinds.keys()]).toEqual(['example.com/Gear']);
  expect(found.namespaces).toBe(before.namespaces);
});

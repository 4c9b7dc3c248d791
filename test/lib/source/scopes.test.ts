/** Where objects live whose kinds only the cluster knows. */
import type { JsonObject, KubeObject } from '../../../lib/api';
import type { SourceObject } from '../../../lib/revision';
import { placelessKinds, withScopes } from '../../../lib/source/scopes';

const asked: string[] = [];
const scopeOf = (apiVersion: string, kind: string): Promise<'namespaced' | 'cluster' | undefined> => {
  asked.push(`${kind} (${apiVersion})`);
  return Promise.resolve(kind === 'Pool' ? 'namespaced' : kind === 'Realm' ? 'cluster' : undefined);
};
beforeEach(() => void asked.splice(0));

const object = (apiVersion: string, kind: string, metadata: JsonObject = {}): KubeObject => ({ apiVersion, kind, metadata: { name: 'a', ...metadata } });
const pool = object('example.com/v1', 'Pool');
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'gizmos.example.com' },
  spec: { group: 'example.com', scope: 'Namespaced', names: { kind: 'Gizmo', plural: 'gizmos' }, versions: [] },
} as unknown as KubeObject;

describe('the cluster says where they live', () => {
  const scopes = async (...manifests: readonly KubeObject[]): Promise<unknown> => {
    const objects = manifests.map((manifest, index): SourceObject => ({ manifest: manifest as unknown as JsonObject, origin: { source: `${index}` } }));
    return (await withScopes(objects, scopeOf)).map(({ scope }) => scope);
  };

  test('of those that name no namespace, each kind once', async () => {
    expect(await scopes(pool, object('example.com/v1', 'Pool', { name: 'b' }), object('example.com/v1', 'Realm'), object('example.com/v1', 'Unknown')))
      .toEqual(['namespaced', 'namespaced', 'cluster', undefined]);
    expect(asked).toEqual(['Pool (example.com/v1)', 'Realm (example.com/v1)', 'Unknown (example.com/v1)']);
  });

  test('is not asked about what is known: a namespace, a kind of Kubernetes, a definition beside it', async () => {
    await scopes(object('example.com/v1', 'Pool', { namespace: 'n' }), object('v1', 'ConfigMap'), object('apps/v1', 'Deployment'), definition, object('example.com/v1', 'Gizmo'));
    expect(asked).toEqual([]);
  });

  test('without a cluster they stay as they are', async () => {
    const objects: readonly SourceObject[] = [];
    expect(await withScopes(objects, undefined)).toBe(objects);
  });
});

test('kinds that nobody knows are named, for then nobody can say where their objects go', async () => {
  const objects = [pool, object('example.com/v1', 'Unknown'), object('example.com/v1', 'Other', { namespace: 'n' }), definition, object('example.com/v1', 'Gizmo')];
  expect(await placelessKinds(objects, scopeOf)).toEqual(['Unknown (example.com/v1)']);
});

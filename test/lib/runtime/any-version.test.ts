import type { KubeObject, ObjectRef } from '../../../lib/api';
import type { Answer, ObserveScope, Observer, ServedKind } from '../../../lib/engine';
import { inAnyVersion, type VersionedCluster } from '../../../lib/runtime';

const OLD: ObjectRef = { apiVersion: 'example.com/v1alpha1', kind: 'Widget', namespace: 'n', name: 'a' };
const kind = (apiVersion: string): ServedKind => ({ apiVersion, kind: 'Widget', resource: 'widgets', namespaced: true, verbs: ['list'] });
const widget = (apiVersion: string): KubeObject => ({ apiVersion, kind: 'Widget', metadata: { name: 'a', namespace: 'n' } });
const LOST: Answer = { type: 'lost', message: 'connection reset' };

/**
 * @param served versions at their paths
 * @param known versions in discovery, when it differs
 */
function clusterOf(
  served: readonly string[],
  { known = served, broken = false }: { known?: readonly string[]; broken?: boolean } = {},
): VersionedCluster & { readonly asked: string[] } {
  const asked: string[] = [];
  const answer = (verb: string, { apiVersion }: { apiVersion: string }): Promise<Answer> => {
    asked.push(`${verb} ${apiVersion}`);
    if (broken) return Promise.resolve(asked.length === 1 ? { type: 'unserved' } : LOST);
    return Promise.resolve(served.includes(apiVersion) ? { type: 'object', created: false, object: widget(apiVersion) } : { type: 'unserved' });
  };
  return {
    asked,
    kinds: () => Promise.resolve(known.map(kind)),
    resolve: (apiVersion) => Promise.resolve(known.includes(apiVersion) ? kind(apiVersion) : undefined),
    get: (ref) => answer('get', ref),
    delete: (ref) => answer('delete', ref),
    patch: (ref) => answer('patch', ref),
    apply: (object) => answer('apply', object),
    observe: (scope: ObserveScope, observer: Observer) => {
      asked.push(`observe ${scope.apiVersion}`);
      queueMicrotask(() => {
        if (served.includes(scope.apiVersion)) observer.changed(widget(scope.apiVersion));
        else observer.failed({ type: 'unserved' }, true);
      });
      return { close: () => asked.push(`close ${scope.apiVersion}`) };
    },
  };
}

test('what is served is asked for as it is', async () => {
  const cluster = clusterOf(['example.com/v1alpha1', 'example.com/v1']);
  await inAnyVersion(cluster).get(OLD);
  expect(cluster.asked).toEqual(['get example.com/v1alpha1']);
});

test('a kind that moved to another version is found there, and stays found', async () => {
  const cluster = clusterOf(['example.com/v1']);
  const any = inAnyVersion(cluster);
  await expect(any.get(OLD)).resolves.toMatchObject({ type: 'object' });
  await expect(any.delete(OLD, { uid: 'u' })).resolves.toMatchObject({ type: 'object' });
  expect(cluster.asked).toEqual(['get example.com/v1alpha1', 'get example.com/v1', 'delete example.com/v1']);
});

test('content is sent in the version it was written for', async () => {
  await expect(inAnyVersion(clusterOf(['example.com/v1'])).apply(widget(OLD.apiVersion), { fieldManager: 'x', force: true })).resolves.toEqual({ type: 'unserved' });
});

test('a kind that no version serves is not served', async () => {
  await expect(inAnyVersion(clusterOf([])).get(OLD)).resolves.toEqual({ type: 'unserved' });
});

test.each([
  ['discovery knows it, but its path does not', clusterOf([], { known: [OLD.apiVersion] })],
  ['discovery fails', clusterOf([], { broken: true })],
  ['the other version is gone as well when it is asked', clusterOf([], { known: ['example.com/v1'] })],
])('nobody can tell: %s', async (_, cluster) => {
  await expect(inAnyVersion(cluster).delete(OLD, { uid: 'u' })).resolves.toMatchObject({ type: 'lost' });
});

describe('a stream', () => {
  const scope: ObserveScope = { apiVersion: OLD.apiVersion, kind: 'Widget', namespace: 'n' };
  const told = (cluster: VersionedCluster): Promise<string> =>
    new Promise((resolve) => {
      const subscription = inAnyVersion(cluster).observe(scope, {
        changed: (object) => { subscription.close(); resolve(object.apiVersion); },
        removed: () => undefined,
        synced: () => undefined,
        failed: (problem) => { subscription.close(); resolve(problem.type); },
      });
    });

  test('goes on in the version that is served', async () => {
    const cluster = clusterOf(['example.com/v1']);
    await expect(told(cluster)).resolves.toBe('example.com/v1');
    expect(cluster.asked).toEqual(['observe example.com/v1alpha1', 'close example.com/v1alpha1', 'observe example.com/v1', 'close example.com/v1']);
  });

  test.each([
    ['of a kind that no version serves fails as such', clusterOf([]), 'unserved'],
    ['fails without a verdict when nobody can tell', clusterOf([], { known: [OLD.apiVersion] }), 'lost'],
  ])('%s', async (_, cluster, expected) => {
    await expect(told(cluster)).resolves.toBe(expected);
  });
});

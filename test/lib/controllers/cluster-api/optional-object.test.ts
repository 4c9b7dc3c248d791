/** Objects of kinds that a cluster gets later than the process begins. */
import type { KubeObject } from '../../../../lib/api';
import { OptionalObject } from '../../../../lib/controllers/cluster-api/optional-object';
import { ResourceCache } from '../../../../lib/controllers/process';
import type { Observer, ObserveScope } from '../../../../lib/engine/ports';

const REF = { apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator', name: 'cluster-api' };

function opened(): { readonly watched: Map<string, Observer>; readonly one: OptionalObject } {
  const watched = new Map<string, Observer>();
  const cluster = {
    observe: ({ kind, name }: ObserveScope, observer: Observer) => {
      watched.set(`${kind} ${name}`, observer);
      return { close: () => void watched.delete(`${kind} ${name}`) };
    },
  };
  return { watched, one: new OptionalObject(REF, 'clusteroperators', (scope) => new ResourceCache(cluster as never, scope)) };
}

const DEFINITION = 'CustomResourceDefinition clusteroperators.config.openshift.io';
const definition = (status: 'True' | 'False'): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'clusteroperators.config.openshift.io', resourceVersion: '1' },
  status: { conditions: [{ type: 'Established', status }] },
}) as KubeObject;
const object: KubeObject = { apiVersion: REF.apiVersion, kind: REF.kind, metadata: { name: REF.name, resourceVersion: '2' } };

test('without the kind there is none, and nobody waits for it; when it is served it is watched, and handlers hear of it', async () => {
  const { watched, one } = opened();
  const heard: string[] = [];
  one.on({ changed: ({ metadata: { name = '' } }) => heard.push(name) });
  watched.get(DEFINITION)?.synced();
  await one.synced();
  watched.get(DEFINITION)?.changed(definition('False'));
  expect([...watched.keys()]).toEqual([DEFINITION]);
  watched.get(DEFINITION)?.changed({ ...definition('True'), metadata: { ...definition('True').metadata, resourceVersion: '2' } });
  expect([...watched.keys()]).toEqual([DEFINITION, 'ClusterOperator cluster-api']);
  watched.get('ClusterOperator cluster-api')?.changed(object);
  expect([one.get()?.metadata.name, heard]).toEqual(['cluster-api', ['cluster-api']]);
  one.close();
  expect([...watched.keys()]).toEqual([]);
});

test('with the kind, it is waited for', async () => {
  const { watched, one } = opened();
  watched.get(DEFINITION)?.changed(definition('True'));
  watched.get(DEFINITION)?.synced();
  let isSynced = false;
  const synced = one.synced().then(() => (isSynced = true));
  await Promise.resolve();
  expect(isSynced).toBe(false);
  watched.get('ClusterOperator cluster-api')?.changed(object);
  watched.get('ClusterOperator cluster-api')?.synced();
  await synced;
  expect(one.get()).toBeDefined();
  one.close();
});

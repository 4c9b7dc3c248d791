/** Puts recorded extensions onto the cluster of the tests, exactly as they were: the same uids, the same managed fields, the same state. */
import { dirname } from 'node:path';
import type { ObjectRef } from '../../../lib/api';
import type { KubeCluster } from '../../../lib/kube';
import { applied, readRecording, stateNamespace, type recordings } from '../../fixtures/state/recorded';
import { Etcd, type Entry } from './etcd';
import { kubeconfig, OtherClient } from './extension';

const DEFINITIONS = '/registry/apiextensions.k8s.io/customresourcedefinitions/';
const NAMESPACES = '/registry/namespaces/';

export async function restore(name: (typeof recordings)[number], cluster: KubeCluster): Promise<void> {
  const etcd = new Etcd(dirname(kubeconfig));
  const { entries } = readRecording(name);
  // What others need first: a definition has to be served before the API server can show what is stored of it.
  const isFirst = ({ key }: Entry): boolean => key.startsWith(DEFINITIONS) || key.startsWith(NAMESPACES);
  for (const entry of entries.filter(isFirst)) await etcd.put(entry);
  await established(cluster, definitionsIn(entries));
  for (const entry of entries.filter((each) => !isFirst(each))) await etcd.put(entry);
}

/** Deletes what is left of them, and waits until it is gone. */
export async function clear(name: (typeof recordings)[number], cluster: KubeCluster): Promise<void> {
  const otherClient = new OtherClient(cluster);
  const namespaces = [...new Set([stateNamespace, ...applied.map(({ namespace }) => namespace)])];
  const left: readonly ObjectRef[] = [
    ...namespaces.map((each) => ({ apiVersion: 'v1', kind: 'Namespace', name: each })),
    ...definitionsIn(readRecording(name).entries).map(definition),
  ];
  for (const ref of left) await otherClient.delete(ref);
  await Promise.all(left.map((ref) => otherClient.until(ref, (object) => object === undefined)));
}

function definitionsIn(entries: readonly Entry[]): readonly string[] {
  return entries.filter(({ key }) => key.startsWith(DEFINITIONS)).map(({ key }) => key.slice(DEFINITIONS.length));
}

function definition(name: string): ObjectRef {
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name };
}

/** A definition that came past the API server is served as soon as this has read it. */
async function established(cluster: KubeCluster, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [plural = '', ...group] = name.split('.');
    while ((await cluster.list(kindOf(plural, group.join('.')), { metadataOnly: true }).catch(() => undefined)) === undefined) await soon();
  }
}

function kindOf(plural: string, group: string): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: `${group}/v1`, kind: plural === 'gauges' ? 'Gauge' : 'Light' };
}

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

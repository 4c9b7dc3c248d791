/** Objects as other clients make them: copies of ours, definitions, what a backup brings back. */
import { refOf, type KubeObject, type ObjectRef } from '../../../lib/api';
import { stored, type OtherClient } from './extension';

/** The object as a client sends it that has read it and makes it anew: without what only the server writes. Managed fields stay in it. */
export function asNew(object: KubeObject): KubeObject {
  const { uid: _uid, resourceVersion: _version, creationTimestamp: _created, generation: _generation, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** As `kubectl get -o yaml | sed | kubectl create -f -` makes it. */
export async function copyOf(otherClient: OtherClient, ref: ObjectRef, changes: { name?: string; namespace?: string }): Promise<ObjectRef> {
  const original = asNew(await otherClient.get(ref));
  const copy = { ...original, metadata: { ...original.metadata, ...changes } };
  return refOf(stored(await otherClient.cluster.create(copy, { fieldManager: 'kubectl-create' })));
}

/** A kind of the test's own: Widget. */
export function definitionOf(group: string, labels: Readonly<Record<string, string>>): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `widgets.${group}`, labels },
    spec: {
      group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

/** Waits until the server serves the kind of `definitionOf`. */
export async function established(otherClient: OtherClient, group: string): Promise<void> {
  const ref = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` };
  await otherClient.until(ref, (object) => {
    const { conditions } = (object?.['status'] ?? {}) as { conditions?: { type: string; status: string }[] | null };
    return (conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True');
  });
}

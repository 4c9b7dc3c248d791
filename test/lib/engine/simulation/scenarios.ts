/** Small worlds: two phases, three objects, one removal. */
import type { CollisionProtection, KubeObject, ObjectRef, ResolvedRevision } from '../../../../lib/api';
import { buildRollout, buildTeardown, stampOwner, type InventoryEntry, type OwnerContext } from '../../../../lib/engine';
import { EMPTY, apply, others, type Server } from './api-server';
import type { Scenario } from './world';

export const context: OwnerContext = {
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 'x', uid: 'owner' },
  strategy: { type: 'annotation', annotation: 'owners' },
  siblings: [],
  fieldManager: 'boxcutter',
};

export function object(kind: 'ConfigMap' | 'Widget', name: string, value: string): KubeObject {
  const apiVersion = kind === 'ConfigMap' ? 'v1' : 'example.com/v1';
  return { apiVersion, kind, metadata: { name, namespace: 'x', labels: { app: 'web' } }, data: { value } };
}

export function key(kind: 'ConfigMap' | 'Widget', name: string): string {
  return `${kind === 'ConfigMap' ? '' : 'example.com'}/${kind}/x/${name}`;
}

export function revision(number: number, phases: readonly (readonly KubeObject[])[], collisionProtection: CollisionProtection = 'Prevent'): ResolvedRevision {
  return {
    extension: 'web',
    number,
    digest: `sha256:${number}`,
    probes: [],
    phases: phases.map((objects, index) => ({ name: `phase-${index}`, objects: objects.map((entry) => ({ object: entry, collisionProtection })) })),
  };
}

export function scenario(
  target: ResolvedRevision,
  server: Server,
  inventory: readonly InventoryEntry[],
  faults: Scenario['faults'],
): Scenario {
  const built = buildRollout(target, { context, inventory, labelSelector: 'app=web', preflight: 'new-content' });
  return { built, context, server, faults };
}

interface Installed {
  readonly object: KubeObject;
  /** Index of its phase. */
  readonly order: number;
  readonly finalizer?: boolean;
}

/** Everything goes. */
export function teardown(server: Server, inventory: readonly InventoryEntry[], faults: Scenario['faults'], orphan = false): Scenario {
  const built = buildTeardown(1, { context, inventory, labelSelector: 'app=web', orphan: () => orphan });
  return { built, context, server, faults };
}

/** The server on which a revision is installed, with nothing on record but what has to be there. */
export function installed(entries: readonly Installed[]): { readonly server: Server; readonly inventory: readonly InventoryEntry[] } {
  let server = EMPTY;
  const inventory: InventoryEntry[] = [];
  for (const { object: wanted, order, finalizer = false } of entries) {
    const ref: ObjectRef = { apiVersion: wanted.apiVersion, kind: wanted.kind, name: wanted.metadata.name ?? '', namespace: 'x' };
    const id = key(wanted.kind as 'ConfigMap', ref.name);
    const stamped = stampOwner({ ...wanted, metadata: { ...wanted.metadata, resourceVersion: '1' } }, context, 1);
    const written = apply(server, id, finalizer ? { ...stamped, metadata: { ...stamped.metadata, finalizers: ['example.com/hold'] } } : stamped, 'boxcutter');
    if (written === 'conflict') throw new Error(`${id} exists`);
    ({ server } = written);
    const ready = others.makeReady(server, id);
    if (wanted.kind === 'Widget' && ready !== 'conflict') ({ server } = ready);
    inventory.push({ ref, order, phase: `phase-${order}`, uid: server.objects.get(id)?.metadata.uid ?? '' });
  }
  return { server, inventory };
}

export const CONFIG_1 = object('ConfigMap', 'config', '1');
export const CONFIG_2 = object('ConfigMap', 'config', '2');
export const KEPT = object('ConfigMap', 'kept', '1');
export const APP = object('Widget', 'app', '1');
export const AFTER = object('ConfigMap', 'after', '1');
export const OLD = object('ConfigMap', 'old', '1');

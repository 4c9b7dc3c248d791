/** What an object that has to go needs next, given what is known of it. Pure. */
import { farewellOf } from './results/farewell';
import type { Entry } from './state/entry';
import type { ObjectAction } from './results/results';
import type { Removal, Task } from './state/task';
import type { ObjectView } from './view';
import { AWAITS_READ, awaitsDeletion, isRecorded, READ, type Wish } from './wish';

export function wishOfRemoval(task: Task, removal: Removal, entry: Entry): Wish {
  const { knowledge } = entry;
  if (knowledge.needsRead) return READ;
  if (knowledge.presence === 'absent') return knowledge.confirmed ? { type: 'settle', action: { action: 'Deleted' } } : READ;
  if (knowledge.presence === 'unknown') return AWAITS_READ;
  const { view } = knowledge;
  const on = { uid: view.uid, resourceVersion: view.resourceVersion };
  const recorded = isRecorded(removal, view);
  const farewell = farewellOf({ ownership: view.ownership, revision: task.revision, owned: task.owned, recorded });
  switch (farewell.type) {
    case 'ours':
      if (removal.orphan) return { type: 'send', request: { type: 'release', on }, intent: { action: 'Orphaned' } };
      if (view.terminating) return { ...awaitsDeletion(view), ...(isStuckInServer(view) ? { nudge: on } : {}) };
      return { type: 'send', request: { type: isAggregated(removal, view) ? 'detach' : 'delete', on }, intent: { action: 'Deleted' } };
    case 'release': {
      const released: ObjectAction = { action: 'Released', cause: farewell.cause };
      if (!farewell.listed || view.terminating) return { type: 'settle', action: released };
      return { type: 'send', request: { type: 'release', on }, intent: released };
    }
    case 'collision':
      return { type: 'settle', action: { action: 'Collision', cause: farewell.cause } };
  }
}

function isAggregated(removal: Removal, { aggregated }: ObjectView): boolean {
  return aggregated === true && isClusterRole(removal);
}

export function isClusterRole({ ref }: Removal): boolean {
  return ref.kind === 'ClusterRole' && ref.apiVersion.startsWith('rbac.authorization.k8s.io/');
}

/** Finalizer of the API server itself on CRDs. */
const CRD_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/**
 * The API server's clean-up of a CRD that is deleted soon after a change may lose a race with its own status writes and then
 * sleeps until its next resync, five minutes later (kube-apiserver 1.36, crd_finalizer). Any change to the object wakes it.
 */
function isStuckInServer(view: ObjectView): boolean {
  return view.finalizers.length === 1 && view.finalizers[0] === CRD_CLEANUP;
}

/**
 * What one object needs next, given what is known of it. Pure: the heart of the engine, tested exhaustively.
 */
import { UNSETTLED } from '../fields';
import type { Precondition } from '../ports';
import { collisionReason } from './collision';
import { claim, mayDelete } from './decide';
import type { ObjectAction } from './results';
import type { Entry, ObjectRequest } from './state';
import type { Item, Removal, Task } from './task';
import type { ObjectView } from './view';

export type Wish =
  | { readonly type: 'send'; readonly request: ObjectRequest; readonly intent?: ObjectAction }
  | { readonly type: 'settle'; readonly action: ObjectAction }
  /** Known too little, or nothing to be done but to wait. */
  | { readonly type: 'wait'; readonly reason: string; readonly nudge?: Precondition };

const read: Wish = { type: 'send', request: { type: 'read' } };

/** A wish that writes to the cluster. */
export function isWrite(wish: Wish): wish is Extract<Wish, { type: 'send' }> {
  return wish.type === 'send' && wish.request.type !== 'read';
}

export function wishOfItem(task: Task, item: Item, entry: Entry): Wish {
  if (entry.needsRead) return read;
  if (entry.presence === 'unknown' && item.record !== undefined) return { type: 'wait', reason: 'its state is being read' };
  if (mustLook(task, item, entry)) return read;
  const { view } = entry;
  if (entry.presence !== 'present' || view === undefined) return { type: 'send', request: { type: 'create' }, intent: { action: 'Created' } };
  if (view.terminating) return { type: 'wait', reason: describeTerminating(view) };
  const verdict = claim({ ownership: view.ownership, revision: task.revision, protection: item.protection, owned: task.owned });
  const on = { uid: view.uid, resourceVersion: view.resourceVersion };
  switch (verdict.type) {
    case 'collision':
      return { type: 'settle', action: { action: 'Collision', cause: verdict.cause, reason: collisionReason(verdict.cause) } };
    case 'progressed':
      return { type: 'settle', action: { action: 'Released', reason: `revision ${verdict.revision ?? 'newer'} manages it` } };
    case 'adopt':
      return merged(entry, view, true, { action: 'Adopted' }) ?? { type: 'send', request: { type: 'update', on, takeover: true }, intent: { action: 'Adopted' } };
    case 'handover':
      return merged(entry, view, true, { action: 'HandedOver' }) ?? { type: 'send', request: { type: 'update', on, takeover: true }, intent: { action: 'HandedOver' } };
    case 'manage':
      return wishOfOurs(item, entry, view);
  }
}

function wishOfOurs(item: Item, entry: Entry, view: ObjectView): Wish {
  const isAsDesired = isApplied(item, entry, view);
  const intent = entry.achieved ?? (isAsDesired ? { action: 'Updated' } : repairOrUpdate(item, entry, view));
  const merge = merged(entry, view, false, intent);
  if (merge !== undefined) return merge;
  if (isAsDesired) return { type: 'settle', action: entry.achieved ?? lostAnswer(entry) ?? entry.before ?? { action: 'Unchanged' } };
  return { type: 'send', request: { type: 'update', on: { uid: view.uid, resourceVersion: view.resourceVersion }, takeover: false }, intent };
}

/** First what others hold becomes ours, so that the update that follows decides about it. Once each time that we look at the object. */
function merged(entry: Entry, view: ObjectView, takeover: boolean, intent: ObjectAction): Wish | undefined {
  if (!isToMerge(entry, view)) return undefined;
  return { type: 'send', request: { type: 'merge', on: { uid: view.uid, resourceVersion: view.resourceVersion }, takeover }, intent };
}

function isToMerge({ merges = 0, repairs, before }: Entry, view: ObjectView): boolean {
  return view.toMerge && merges <= repairs + (before === undefined ? 0 : 1);
}

/** A report, or a paused object, sends no create that would be refused: unless a dry run asks, it is looked at before it is called absent. */
function mustLook(task: Task, item: Item, entry: Entry): boolean {
  const isAsked = item.paused !== true && (task.preflight === 'always' || (task.preflight === 'new-content' && entry.record?.desired !== item.desired));
  const mustTell = task.report ? !item.dependent : item.paused === true;
  return mustTell && !isAsked && entry.presence !== 'present' && !entry.confirmed;
}

/**
 * Nothing to write: either the object shows exactly what we want (L2), or it is in our eyes as our last apply of the same
 * content left it (L0, L1) whatever the server made of our values.
 */
export function isApplied(item: Item, entry: Entry, view: ObjectView): boolean {
  if (view.exact) return true;
  const { record } = entry;
  return record?.uid === view.uid && record.desired === item.desired && record.owned === view.owned && view.owned !== UNSETTLED;
}

/** The write whose answer was lost has come to be: it was this one. */
function lostAnswer(entry: Entry): ObjectAction | undefined {
  return entry.attempts > 0 ? entry.intent : undefined;
}

/** Was this content applied before, or does somebody hold fields of ours? Then it is drift, otherwise the revision changed. */
function repairOrUpdate(item: Item, entry: Entry, view: ObjectView): ObjectAction {
  const applied = entry.record?.desired;
  const taken = view.interference.some(({ manager }) => manager !== undefined);
  if (applied === item.desired || (applied === undefined && taken)) return { action: 'Recovered', interference: view.interference };
  return { action: 'Updated' };
}

/** A settled object that changed since: look again. */
export function isUnsettled(item: Item, entry: Entry): boolean {
  const { settled, view } = entry;
  if (settled === undefined || entry.pending !== undefined) return false;
  if (settled.action === 'Failed' || settled.action === 'Collision' || settled.action === 'Released') return false;
  if (entry.needsRead || entry.presence === 'absent') return true;
  return view !== undefined && (view.terminating || !isApplied(item, entry, view) || isToMerge(entry, view));
}

export function wishOfRemoval(task: Task, removal: Removal, entry: Entry): Wish {
  if (entry.needsRead) return read;
  const { view } = entry;
  if (entry.presence === 'absent') return entry.confirmed ? { type: 'settle', action: { action: 'Deleted' } } : read;
  if (view === undefined) return { type: 'wait', reason: 'its state is being read' };
  const on = { uid: view.uid, resourceVersion: view.resourceVersion };
  if (mayDelete({ ownership: view.ownership, revision: task.revision, owned: task.owned, recorded: removal.record?.uid === view.uid })) {
    if (removal.orphan) return { type: 'send', request: { type: 'release', on }, intent: { action: 'Orphaned' } };
    if (view.terminating) return { type: 'wait', reason: describeTerminating(view), ...(isStuckInServer(view) ? { nudge: on } : {}) };
    return { type: 'send', request: { type: 'delete', on }, intent: { action: 'Deleted' } };
  }
  const reason = view.ownership.controller === undefined ? 'nobody manages it any more' : `${view.ownership.controller.text} manages it`;
  if (view.ownership.listed && !view.terminating) return { type: 'send', request: { type: 'release', on }, intent: { action: 'Released', reason } };
  return { type: 'settle', action: { action: 'Released', reason } };
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

function describeTerminating(view: ObjectView): string {
  return view.finalizers.length === 0 ? 'it is being deleted' : `it is being deleted and waits for its finalizers (${view.finalizers.join(', ')})`;
}

/**
 * What one object needs next, given what is known of it. Pure: the heart of the engine, tested exhaustively.
 */
import { defined } from '../../defined';
import { UNSETTLED } from '../fields';
import type { Precondition } from '../ports';
import { claim } from './decide';
import { viewIn, type Entry } from './state/entry';
import { hasRun, isDone } from './state/finished';
import { fixedIn, lostReplacement, replaced } from './state/replacing';
import type { ObjectAction } from './results/results';
import type { Question, Write } from './state/messages';
import type { Item, ObjectRecord, Task } from './state/task';
import type { ObjectView } from './view';
import type { WaitingCause } from './results/waiting';

export type Wish =
  | AskWish
  | WriteWish
  | { readonly type: 'settle'; readonly action: ObjectAction }
  | WaitWish;

/** Known too little, or nothing to be done but to wait. */
export interface WaitWish {
  readonly type: 'wait';
  readonly cause: WaitingCause;
  readonly nudge?: Precondition;
}

/** What it comes to: what is settled, or what the write would be; undefined: that is not known yet. */
export function actionOf(wish: Wish): ObjectAction | undefined {
  if (wish.type === 'settle') return wish.action;
  return isWrite(wish) ? wish.intent : undefined;
}

/** A question changes nothing, so it has no intent. */
export interface AskWish {
  readonly type: 'send';
  readonly request: Question;
}

export interface WriteWish {
  readonly type: 'send';
  readonly request: Write;
  /** What the write means when it succeeds. */
  readonly intent: ObjectAction;
}

export const READ: Wish = { type: 'send', request: { type: 'read' } };

export const AWAITS_READ: Wish = { type: 'wait', cause: { type: 'being-read' } };

/** A wish that writes to the cluster. */
export function isWrite(wish: Wish): wish is WriteWish {
  return 'intent' in wish;
}

/**
 * Does this bring a replacement that was begun to its end? The object is looked at, waited for until it is gone (unless the run waits for
 * nothing), and created.
 */
export function endsReplacement(wish: Wish, { wait }: Pick<Task, 'wait'>): boolean {
  if (wish.type === 'wait') return wait;
  return wish.type === 'settle' || wish.request.type === 'read' || wish.request.type === 'create';
}

export function wishOfItem(task: Task, item: Item, entry: Entry): Wish {
  const { knowledge } = entry;
  if (knowledge.needsRead) return READ;
  if (knowledge.presence === 'unknown' && item.record !== undefined) return AWAITS_READ;
  if (knowledge.presence === 'absent' && hasRun(item, entry)) return wishOfDone(entry, knowledge.confirmed);
  if (mustLook(task, item, entry)) return READ;
  if (knowledge.presence !== 'present') return { type: 'send', request: { type: 'create' }, intent: creation(entry) };
  const { view } = knowledge;
  if (view.terminating) return awaitsDeletion(view);
  const { protection } = item;
  const { revision, owned } = task;
  const verdict = claim({ ownership: view.ownership, revision, protection, owned, recorded: isRecorded(entry, view) });
  switch (verdict.type) {
    case 'collision':
      return { type: 'settle', action: { action: 'Collision', cause: verdict.cause } };
    case 'progressed': {
      const cause = { type: 'newer-revision', ...defined({ revision: verdict.revision }) } as const;
      return { type: 'settle', action: { action: 'Released', cause } };
    }
    case 'adopt':
      return refusedAdoption(entry, view) ?? wishOfTakeover(entry, view, { action: 'Adopted' });
    case 'handover':
      return wishOfReplacement(entry, view) ?? wishOfTakeover(entry, view, { action: 'HandedOver' });
    case 'manage':
      return wishOfOurs(item, entry, view);
  }
}

/** It has run, and goes by itself: what is gone is not made again. */
function wishOfDone(entry: Entry, isGone: boolean): Wish {
  if (!isGone) return READ;
  const { achieved, before, unanswered } = wayBehind(entry);
  return { type: 'settle', action: achieved ?? unanswered ?? before ?? { action: 'Unchanged' } };
}

/** The second half of a replacement says what both halves are. */
function creation(entry: Entry): ObjectAction {
  const { achieved, unanswered } = wayBehind(entry);
  return [achieved, unanswered].find((action) => action?.action === 'Replaced') ?? { action: 'Created' };
}

/** The server does not change it in place, and it may be made anew: first the server is asked about the new one, then the old one goes. */
function wishOfReplacement(entry: Entry, view: ObjectView): Wish | undefined {
  const fixed = fixedIn(entry, view);
  if (fixed === undefined) return undefined;
  if (fixed.trial === 'due') return { type: 'send', request: { type: 'trial' } };
  const lost = lostReplacement(entry);
  if (lost !== undefined) return { type: 'settle', action: lost };
  const on = { uid: view.uid, resourceVersion: view.resourceVersion };
  return { type: 'send', request: { type: 'replace', on }, intent: replaced(fixed) };
}

/** What is not ours yet is not deleted. */
function refusedAdoption(entry: Entry, view: ObjectView): Wish | undefined {
  const fixed = fixedIn(entry, view);
  return fixed === undefined ? undefined : { type: 'settle', action: { action: 'Failed', cause: fixed.refusal } };
}

function wishOfTakeover(entry: Entry, view: ObjectView, intent: ObjectAction): Wish {
  const on = { uid: view.uid, resourceVersion: view.resourceVersion };
  return merged(entry, view, true, intent) ?? { type: 'send', request: { type: 'update', on, takeover: true }, intent };
}

function wishOfOurs(item: Item, entry: Entry, view: ObjectView): Wish {
  const isAsDesired = isApplied(item, entry, view);
  const { achieved, before, unanswered } = wayBehind(entry);
  const replacement = isAsDesired ? undefined : wishOfReplacement(entry, view);
  if (replacement !== undefined) return replacement;
  const intent = achieved ?? (isAsDesired ? { action: 'Updated' } : repairOrUpdate(item, entry, view));
  const merge = merged(entry, view, false, intent);
  if (merge !== undefined) return merge;
  if (isAsDesired) return { type: 'settle', action: achieved ?? unanswered ?? before ?? { action: 'Unchanged' } };
  return {
    type: 'send',
    request: { type: 'update', on: { uid: view.uid, resourceVersion: view.resourceVersion }, takeover: false },
    intent,
  };
}

/** First what others hold becomes ours, so that the update that follows decides about it. Once each time that we look at the object. */
function merged(entry: Entry, view: ObjectView, takeover: boolean, intent: ObjectAction): Wish | undefined {
  if (!isToMerge(entry, view)) return undefined;
  return { type: 'send', request: { type: 'merge', on: { uid: view.uid, resourceVersion: view.resourceVersion }, takeover }, intent };
}

function isToMerge(entry: Entry, view: ObjectView): boolean {
  if (!view.toMerge) return false;
  const { merges, repairs } = entry.contest;
  return merges <= repairs + (wayBehind(entry).before === undefined ? 0 : 1);
}

interface WayBehind {
  readonly achieved?: ObjectAction;
  readonly before?: ObjectAction;
  /** The write whose answer was lost: when the object is as desired, it has come to be. */
  readonly unanswered?: ObjectAction;
}

function wayBehind({ progress }: Entry): WayBehind {
  return progress.type === 'settled' ? {} : progress;
}

/**
 * A dry run of the task, or a paused object, sends no create that would be refused: unless the API server is asked by dry run, the object
 * is looked at before it is called absent.
 */
function mustLook(task: Task, item: Item, entry: Entry): boolean {
  const isNew = task.preflight === 'new-content' && entry.record?.desired !== item.desired;
  const isAsked = item.paused !== true && (task.preflight === 'always' || isNew);
  const mustTell = task.dryRun ? !item.dependent : item.paused === true;
  const { knowledge } = entry;
  return mustTell && !isAsked && (knowledge.presence === 'unknown' || (knowledge.presence === 'absent' && !knowledge.confirmed));
}

/** It is asked about by dry run before it is written. */
export function needsDryRun({ preflight }: Pick<Task, 'preflight'>, item: Item, entry: Entry): boolean {
  if (item.paused === true || preflight === 'never' || entry.dryRun === 'passed') return false;
  return preflight === 'always' || entry.record?.desired !== item.desired;
}

/**
 * Nothing to write: either the object shows exactly what we want (L2), or it is in our eyes as our last apply of the same
 * content left it (L0, L1) whatever the server made of our values.
 */
export function isApplied(item: Pick<Item, 'desired'>, entry: Pick<Entry, 'record'>, view: ObjectView): boolean {
  if (view.exact) return true;
  const { record } = entry;
  return record?.uid === view.uid && record.desired === item.desired && record.owned === view.owned && view.owned !== UNSETTLED;
}

/** Was this content applied before, or does another client hold fields of ours? Then it is drift, otherwise the revision changed. */
function repairOrUpdate(item: Item, entry: Entry, view: ObjectView): ObjectAction {
  const applied = entry.record?.desired;
  const taken = view.interference.some(({ manager }) => manager !== undefined);
  if (applied === item.desired || (applied === undefined && taken)) return { action: 'Recovered', interference: view.interference };
  return { action: 'Updated' };
}

/** A settled object that changed since: look again. */
export function isUnsettled(item: Item, entry: Entry): boolean {
  const { progress, knowledge } = entry;
  if (progress.type !== 'settled' || progress.poll !== undefined) return false;
  const { action } = progress.action;
  if (action === 'Failed' || action === 'Collision' || action === 'Released') return false;
  if (knowledge.needsRead || knowledge.presence === 'absent') return !isDone(item, entry);
  const view = viewIn(entry);
  return view !== undefined && (view.terminating || !isApplied(item, entry, view) || isToMerge(entry, view));
}

/** The very object that is on record. */
export function isRecorded({ record }: { readonly record?: ObjectRecord }, { uid }: ObjectView): boolean {
  return record?.uid !== undefined && record.uid === uid;
}

export function awaitsDeletion({ finalizers }: ObjectView): WaitWish {
  return { type: 'wait', cause: { type: 'being-deleted', finalizers } };
}

/** How an answer of the API server changes what is known of an object, and how far it has got. Pure. */
import type { ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import { UNSETTLED } from '../../fields';
import type { ApiStatus } from '../../ports';
import { doubted, settledAs, type Entry, type Knowledge, type Present, type Writing } from '../state/entry';
import type { Refused } from '../results/failure';
import type { ObjectRequest, StepAnswer } from '../state/messages';
import { isNewer, isSurelyNewer, type ObjectView } from '../view';
import type { WaitingCause } from '../results/waiting';
import { nothing, shown } from './knowledge';
import { isOfState, nameTaken, replacing, toReplace, tried, untried } from './replacing';
import { classify, denierOf, isDenied, isOfSchema, isUnforeseeable, isUnreadable, withoutSecrets } from './refusals';
import { again, againAsked, CONTESTED, failed, isAsked } from './tries';

interface Context {
  readonly ref: ObjectRef;
  readonly desired?: string;
  /** The kind or namespace is part of this revision: "not there yet" is no failure. */
  readonly brought: boolean;
  /** The namespace or the definition of the kind is new or has changed in this very run. */
  readonly dependent: boolean;
  /** Its phase has been reached. */
  readonly inPhase: boolean;
  /** The run is a dry run as a whole: it waits for nothing that the server cannot say now. @default false */
  readonly isLook?: boolean;
  /** It may be deleted and made anew where it cannot be changed. @default false */
  readonly replaces?: boolean;
  /** Names of the admission webhooks and policies of this revision. @default none */
  readonly admission?: readonly string[];
}

export function absorbAnswer(before: Entry, request: ObjectRequest['type'], answer: StepAnswer, context: Context): Entry {
  const write = before.progress.type === 'writing' ? before.progress : undefined;
  const entry = idle(before);
  switch (answer.type) {
    case 'lost':
      return isAsked(request) ? againAsked(entry, answer) : again(doubted(mayHaveWritten(entry, write)), answer);
    case 'unsent':
      return entry;
    case 'kept':
      return settledAs(entry, { action: 'Failed', cause: answer });
    case 'unserved':
      return unserved(mayHaveWritten(entry, write), request, context);
    case 'gone':
      return request === 'replace' ? replacing(foundGone(entry), write) : gone(mayHaveWritten(entry, write), request);
    case 'refused':
      // A refused write was not stored: what is found afterwards was not done by it.
      return refused(entry, request, withoutSecrets(context.ref, answer.status), context);
    case 'accepted':
      return request === 'trial' ? tried(entry, 'accepted') : { ...entry, dryRun: 'passed' };
    case 'object':
      return write === undefined ? read(entry, answer.view) : stored(entry, write, request, answer.view, context);
  }
}

/** Its request is answered: nothing is under way any more. A dry run is due until its answer says something else. */
function idle(entry: Entry): Entry {
  const { progress } = entry;
  switch (progress.type) {
    case 'asking': {
      const { id: _id, request, ...way } = progress;
      const open: Entry = { ...entry, progress: { ...way, type: 'open' } };
      return isAsked(request) ? { ...open, dryRun: 'due' } : open;
    }
    case 'writing': {
      const { id: _id, intent: _intent, base: _base, ...way } = progress;
      return { ...entry, progress: { ...way, type: 'open' } };
    }
    case 'settled': {
      const { poll: _poll, ...settled } = progress;
      return { ...entry, progress: settled };
    }
    default:
      return entry;
  }
}

/** Whether the write was stored is not known: what is found afterwards may be what it did. */
function mayHaveWritten(entry: Entry, write: Writing | undefined): Entry {
  if (write === undefined || entry.progress.type !== 'open') return entry;
  return { ...entry, progress: { ...entry.progress, unanswered: write.intent } };
}

function unserved(entry: Entry, request: ObjectRequest['type'], { ref, brought, inPhase }: Context): Entry {
  // Without its kind, which the server serves in no version, an object cannot exist.
  if (isRemoval(request)) return settledAs(foundGone(entry), { action: 'Deleted' });
  if (request === 'read') return foundGone(entry);
  if (brought && isAsked(request) && !inPhase) return { ...entry, dryRun: 'deferred' };
  if (brought) return againAsked(entry, { type: 'kind-not-served', apiVersion: ref.apiVersion, kind: ref.kind });
  return failed(entry, request, { type: 'unserved', apiVersion: ref.apiVersion, kind: ref.kind });
}

function gone(entry: Entry, request: ObjectRequest['type']): Entry {
  if (isRemoval(request)) return settledAs(foundGone(entry), { action: 'Deleted' });
  return request === 'read' ? foundGone(entry) : again(doubted(foundGone(entry)), { type: 'vanished' });
}

/** Of an object that has to go. */
function isRemoval(request: ObjectRequest['type']): boolean {
  return request === 'detach' || request === 'delete' || request === 'release';
}

function foundGone(entry: Entry): Entry {
  return { ...entry, knowledge: nothing(entry.knowledge, true, false) };
}

function refused(before: Entry, request: ObjectRequest['type'], status: ApiStatus, context: Context): Entry {
  const kind = classify(status);
  const entry = isAsked(request) ? withoutUnanswered(before) : before;
  const { progress, fixed } = entry;
  if (kind === 'conflict') {
    if (request === 'trial') return nameTaken(entry);
    const contested = entry.knowledge.presence === 'present' && progress.attempts > 0 ? { waiting: CONTESTED } : {};
    return doubted({ ...entry, progress: { ...progress, ...contested, attempts: progress.attempts + 1 } });
  }
  if (context.isLook === true && isQuestion(request) && isUnforeseeable(status, progress.attempts)) {
    return settledAs(entry, { action: 'Waiting', cause: { type: 'unforeseen', message: status.message } });
  }
  const held: WaitingCause = { type: 'refused', message: status.message };
  if (kind === 'retry') return isAsked(request) ? againAsked(entry, held) : again(doubted(entry), held);
  if (kind === 'namespace-terminating') return againAsked(entry, held);
  if (request === 'trial' && fixed !== undefined) return untried(entry, fixed, { type: 'refused', ref: context.ref, request, status });
  if (request === 'dry-run' && !context.inPhase && (context.dependent || mayHeal(status, context))) return { ...entry, dryRun: 'deferred' };
  if (kind === 'namespace-missing' && context.brought) return againAsked(entry, held);
  if (context.dependent && isOfSchema(status) && progress.attempts < SCHEMA_ATTEMPTS) {
    return againAsked(entry, held);
  }
  if (isUnreadable(status.message) && progress.attempts < UNREADABLE_ATTEMPTS) return again(doubted(entry), held);
  const refusal: Refused = { type: 'refused', ref: context.ref, request, status };
  return context.replaces === true && isOfState(request) ? toReplace(entry, refusal) : failed(entry, request, refusal);
}

function isQuestion(request: ObjectRequest['type']): boolean {
  return isAsked(request) || request === 'read';
}

function withoutUnanswered(entry: Entry): Entry {
  if (entry.progress.type !== 'open') return entry;
  const { unanswered: _unanswered, ...progress } = entry.progress;
  return { ...entry, progress };
}

/**
 * The API server takes a changed definition into use a moment after it has stored it, each of several servers by itself: about 6 s are
 * given.
 */
const SCHEMA_ATTEMPTS = 6;

/** One of several servers may not know yet of a version that another one has begun to store. */
const UNREADABLE_ATTEMPTS = 2;

/**
 * Asked too early? An earlier phase may bring what was missing: the namespace, the role of a binding, the account of a Pod, quota.
 * It does not bring the permission to write at all, nor a namespace that is no part of the revision; nor does it change what a webhook or a
 * policy of the cluster says, unless that comes with the revision, too.
 */
function mayHeal(status: ApiStatus, { brought, admission = [] }: Context): boolean {
  if (classify(status) === 'namespace-missing') return brought;
  if (status.code !== 403) return status.code === 404;
  const denier = denierOf(status);
  return denier === undefined ? !isDenied(status) : admission.includes(denier);
}

/** A live read is authoritative. */
function read(entry: Entry, answered: ObjectView): Entry {
  const { view, needsRead } = newest(entry.knowledge, answered);
  return { ...entry, knowledge: shown(view, needsRead) };
}

/** A stream may have been faster than the answer: the newest state counts, and a deletion after it does. */
function newest(known: Knowledge, answered: ObjectView): { readonly view: ObjectView; readonly needsRead: boolean } {
  const seen = known.presence === 'present' ? known.view : undefined;
  const view = seen !== undefined && isSurelyNewer(seen.resourceVersion, answered.resourceVersion) ? seen : answered;
  return { view, needsRead: known.vanishedAt !== undefined && isNewer(known.vanishedAt, view.resourceVersion) };
}

function stored(entry: Entry, write: Writing, request: ObjectRequest['type'], answered: ObjectView, { desired }: Context): Entry {
  const known = entry.knowledge;
  const { view, needsRead } = newest(known, answered);
  const unseen = known.presence === 'unknown' ? undefined : known.unseen;
  const knowledge: Present = {
    presence: 'present', view, needsRead: needsRead || (unseen === true && view.terminating), written: answered.resourceVersion,
    ...defined({ vanishedAt: known.vanishedAt, unseen }),
  };
  const seen: Entry = { ...entry, knowledge };
  const { intent, achieved, attempts, before } = write;
  const way = defined({ achieved, before });
  if (request === 'delete' || request === 'replace') {
    const waiting: WaitingCause = { type: 'being-deleted', finalizers: view.finalizers };
    if (request === 'replace') return replacing(seen, write, waiting);
    return { ...seen, progress: { type: 'open', attempts, ...way, waiting } };
  }
  if (request === 'detach') return { ...seen, progress: { type: 'open', attempts: 0, ...way } };
  // Only part of it is done: what is held under another operation or name has to be merged, or was, and the update follows.
  const partly: Entry = { ...seen, progress: { type: 'open', attempts: 0, ...way, achieved: intent } };
  if (request === 'merge') return { ...partly, contest: { ...entry.contest, merges: entry.contest.merges + 1 } };
  const isNoOp = request === 'update' && write.base === answered.resourceVersion;
  // What an apply left that was restless proves nothing; that it changed nothing does.
  const owned = answered.restless === true && !isNoOp ? UNSETTLED : answered.owned;
  const record = { uid: answered.uid, ...defined({ desired }), owned };
  if (request === 'create' && answered.toMerge) return { ...partly, record };
  const changedNothing = isNoOp && achieved === undefined;
  const unchanged = changedNothing && intent.action !== 'Adopted' && intent.action !== 'HandedOver';
  return { ...settledAs(seen, unchanged ? (before ?? { action: 'Unchanged' }) : intent), record };
}

/**
 * How one event changes what is known of one object. Pure; nothing is decided here beyond what the event itself says.
 */
import { subjectOf, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import { UNSETTLED } from '../fields';
import { classify, explain, isDenied, withoutSecrets } from './answers';
import type { ObjectAction } from './results';
import type { Entry, ObjectRequest, StepAnswer } from './state';
import { isNewer, isSurelyNewer, type ObjectView } from './view';

/** The object as a stream or a read shows it. Older than what we know, or than our own last write: ignored. */
export function absorbView(entry: Entry, view: ObjectView): Entry {
  const known = [entry.written, entry.view?.resourceVersion, entry.vanishedAt];
  if (known.some((version) => version !== undefined && isSurelyNewer(version, view.resourceVersion))) return entry;
  const { vanishedAt: _vanishedAt, unseen: _unseen, ...rest } = entry;
  return { ...rest, view, presence: 'present', confirmed: true };
}

/**
 * A stream no longer shows it. Only a stream by name knows that it is gone; another may have lost sight of the label. And what
 * vanished may be an earlier state than the one we know: then only a live read can tell.
 */
export function absorbVanished(entry: Entry, exact: boolean, resourceVersion: string | undefined): Entry {
  if (entry.presence === 'absent') {
    // It may have been made by a request whose answer is still under way: that answer is out of date then.
    const isLater = resourceVersion !== undefined && (entry.vanishedAt === undefined || isNewer(resourceVersion, entry.vanishedAt));
    return isLater ? { ...entry, vanishedAt: resourceVersion } : entry;
  }
  const isOld = [entry.written, entry.view?.resourceVersion].some(
    (known) => known !== undefined && resourceVersion !== undefined && isNewer(known, resourceVersion),
  );
  if (isOld) return { ...entry, needsRead: true };
  const vanished = resourceVersion === undefined ? entry : { ...entry, vanishedAt: resourceVersion };
  return exact ? absent(vanished) : { ...vanished, needsRead: true };
}

/**
 * A stream has just shown everything that it selects, as of `resourceVersion`, but not this object.
 * @param leaving it has to go: it may well have gone before the stream began
 */
export function absorbUnseen(entry: Entry, exact: boolean, resourceVersion: string | undefined, leaving: boolean): Entry {
  const noted = resourceVersion === undefined ? entry : { ...entry, vanishedAt: resourceVersion };
  // What is on record as existing is not believed gone because a stream did not show it: a record that loses it would leak it.
  if (entry.presence === 'unknown') return absent(noted, exact && !(leaving && entry.record?.uid !== undefined));
  if (entry.presence === 'absent') return noted;
  if (resourceVersion !== undefined) return isSurelyNewer(entry.view?.resourceVersion ?? '', resourceVersion) ? entry : { ...noted, needsRead: true };
  return leaving || entry.view?.terminating === true ? { ...entry, needsRead: true, unseen: true } : entry;
}

export function absent(entry: Entry, confirmed = true): Entry {
  const { view, ...rest } = entry;
  return { ...rest, ...(view === undefined ? {} : { existed: true as const }), presence: 'absent', confirmed };
}

interface Context {
  readonly ref: ObjectRef;
  readonly desired?: string;
  /** The kind or namespace is part of this revision: "not there yet" is no failure. */
  readonly brought: boolean;
  /** The namespace or the definition of the kind is new or has changed in this very run. */
  readonly dependent: boolean;
  /** Its phase has been reached. */
  readonly inPhase: boolean;
}

export function absorbAnswer(before: Entry, request: ObjectRequest['type'], answer: StepAnswer, context: Context): Entry {
  const { pending: _pending, ...idle } = before;
  const entry: Entry = idle;
  switch (answer.type) {
    case 'lost':
      return request === 'dry-run' ? againAsked(entry, answer.message) : again({ ...entry, needsRead: true }, answer.message);
    case 'unsent':
      return entry.dryRun === 'running' ? { ...entry, dryRun: 'due' } : entry;
    case 'unserved':
      return unserved(entry, request, context);
    case 'gone':
      return gone(entry, request);
    case 'refused':
      return refused(entry, request, withoutSecrets(context.ref, answer.status), context);
    case 'object':
      return stored(entry, request, answer.view, context);
  }
}

/** Nothing is left to do for it; what was kept for the way there goes. */
export function settledAs(entry: Entry, action: ObjectAction): Entry {
  const { waiting: _waiting, wouldBe: _wouldBe, achieved: _achieved, before: _before, pauseMs: _pauseMs, ...rest } = entry;
  return { ...rest, attempts: 0, settled: action };
}

/** Try again later; how much later grows with the attempts. */
function again(entry: Entry, waiting: string): Entry {
  return { ...entry, attempts: entry.attempts + 1, waiting, ...(entry.dryRun === 'running' ? { dryRun: 'due' as const } : {}) };
}

/** A write or dry run that left nothing behind. One that built on a state of the object builds on a fresh one next time. */
function againAsked(entry: Entry, waiting: string): Entry {
  return again(entry.presence === 'present' ? { ...entry, needsRead: true } : entry, waiting);
}

function unserved(entry: Entry, request: ObjectRequest['type'], { ref, brought, inPhase }: Context): Entry {
  if (request === 'delete' || request === 'release' || request === 'read') {
    const nothing = { ...absent(entry), needsRead: false };
    // Without its kind, which the server serves in no version, an object cannot exist.
    return request === 'read' ? nothing : { ...nothing, settled: { action: 'Deleted' } };
  }
  if (brought && request === 'dry-run' && !inPhase) return { ...entry, dryRun: 'deferred' };
  if (brought) return againAsked(entry, `the API server does not serve ${ref.kind} (${ref.apiVersion}) yet`);
  return {
    ...entry,
    ...(request === 'dry-run' ? { dryRun: 'failed' as const } : {}),
    settled: {
      action: 'Failed',
      error: {
        message: `the API server does not serve ${ref.kind} (${ref.apiVersion})`,
        hint: 'Install what defines this kind first, or leave the object out of the revision.',
      },
    },
  };
}

function gone(entry: Entry, request: ObjectRequest['type']): Entry {
  const nothing = { ...absent(entry), needsRead: false };
  if (request === 'delete' || request === 'release') return { ...nothing, attempts: 0, settled: { action: 'Deleted' } };
  return request === 'read' ? nothing : again({ ...nothing, needsRead: true }, 'it vanished while it was written');
}

const VERBS = { 'read': 'show', 'dry-run': 'accept', 'create': 'create', 'update': 'change', 'delete': 'delete', 'merge': 'change the field managers of', 'release': 'let go of', 'nudge': 'touch' } as const;

/** Told from the second conflict on: one is nothing special. */
const CONTESTED = 'somebody keeps changing it';

function refused(before: Entry, request: ObjectRequest['type'], status: Parameters<typeof explain>[2], context: Context): Entry {
  const kind = classify(status);
  // A refused write was not stored: what is found afterwards was not done by it. (A read says nothing of the write before it.)
  const { intent, ...rest } = before;
  const entry: Entry = request === 'read' && intent !== undefined ? { ...rest, intent } : rest;
  const due = entry.dryRun === 'running' ? { dryRun: 'due' as const } : {};
  if (kind === 'conflict') {
    const contested = entry.presence === 'present' && entry.attempts > 0 ? { waiting: CONTESTED } : {};
    return { ...entry, ...due, ...contested, needsRead: true, attempts: entry.attempts + 1 };
  }
  if (kind === 'retry') return request === 'dry-run' ? againAsked(entry, status.message) : again({ ...entry, needsRead: true }, status.message);
  if (kind === 'namespace-terminating') return againAsked(entry, status.message);
  if (request === 'dry-run' && !context.inPhase && mayHeal(status, context)) return { ...entry, dryRun: 'deferred' };
  if (kind === 'namespace-missing' && context.brought) return againAsked(entry, status.message);
  if (context.dependent && context.inPhase && isOfSchema(status) && before.attempts < SCHEMA_ATTEMPTS) return againAsked(entry, status.message);
  return {
    ...entry,
    ...(request === 'dry-run' ? { dryRun: 'failed' as const } : {}),
    settled: { action: 'Failed', error: explain(context.ref, VERBS[request], status) },
  };
}

/** The API server takes a changed definition into use a moment after it has stored it, each of several servers by itself: about 6 s are given. */
const SCHEMA_ATTEMPTS = 6;

/** Refused for what the schema of the kind says. */
function isOfSchema({ code, message }: Parameters<typeof explain>[2]): boolean {
  return code === 400 || code === 422 || (code === 500 && /failed to create typed patch object|failed to convert new object/.test(message));
}

/**
 * Asked too early? An earlier phase may bring what was missing: the namespace, the role of a binding, the account of a Pod, quota.
 * It does not bring the permission to write at all, nor a namespace that is no part of the revision.
 */
function mayHeal(status: Parameters<typeof explain>[2], { brought }: Context): boolean {
  if (classify(status) === 'namespace-missing') return brought;
  return status.code === 404 || (status.code === 403 && !isDenied(status));
}

function stored(entry: Entry, request: ObjectRequest['type'], answered: ObjectView, { ref, desired }: Context): Entry {
  const { waiting: _waiting, intent, ...calm } = entry;
  if (request === 'dry-run') return { ...entry, dryRun: 'passed' };
  // A stream may have been faster than the answer: the newest state counts, and a deletion after it does.
  const view = entry.view !== undefined && isSurelyNewer(entry.view.resourceVersion, answered.resourceVersion) ? entry.view : answered;
  const needsRead = entry.vanishedAt !== undefined && isNewer(entry.vanishedAt, view.resourceVersion);
  const known = { view, presence: 'present' as const, confirmed: true, needsRead };
  if (request === 'read') {
    const { written: _written, vanishedAt: _vanishedAt, unseen: _unseen, ...fresh } = entry; // A live read is authoritative.
    return { ...fresh, ...known };
  }
  const seen = { ...calm, ...known, needsRead: needsRead || (entry.unseen === true && view.terminating), written: answered.resourceVersion };
  if (request === 'delete') return { ...seen, waiting: `${subjectOf(ref)} is being deleted` };
  const done = intent ?? { action: 'Updated' };
  // Only part of it is done: what is held under another operation or name has to be merged, or was, and the update follows.
  if (request === 'merge') return { ...seen, attempts: 0, achieved: done, merges: (entry.merges ?? 0) + 1 };
  const isNoOp = request === 'update' && entry.base === answered.resourceVersion;
  // What an apply left that was restless proves nothing; that it changed nothing does.
  const owned = answered.restless === true && !isNoOp ? UNSETTLED : answered.owned;
  const record = { uid: answered.uid, ...defined({ desired }), owned };
  if (request === 'create' && answered.toMerge) return { ...seen, attempts: 0, record, achieved: done };
  const changedNothing = isNoOp && entry.achieved === undefined;
  const unchanged = changedNothing && done.action !== 'Adopted' && done.action !== 'HandedOver';
  return { ...settledAs(seen, unchanged ? (entry.before ?? { action: 'Unchanged' }) : done), record };
}

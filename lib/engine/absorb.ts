/**
 * How one event changes what is known of one object. Pure; nothing is decided here beyond what the event itself says.
 */
import { subjectOf, type ObjectRef } from '../api';
import { classify, explain } from './answers';
import type { Entry, ObjectRequest, StepAnswer } from './state';
import { isNewer, type ObjectView } from './view';

/** The object as a stream or a read shows it. Older than what we know, or than our own last write: ignored. */
export function absorbView(entry: Entry, view: ObjectView): Entry {
  if (entry.written !== undefined && isNewer(entry.written, view.resourceVersion)) return entry;
  if (entry.view !== undefined && isNewer(entry.view.resourceVersion, view.resourceVersion)) return entry;
  return { ...entry, view, presence: 'present', confirmed: true };
}

/** A stream no longer shows it. Only a stream by name knows that it is gone; another may have lost sight of the label. */
export function absorbVanished(entry: Entry, exact: boolean, resourceVersion: string | undefined): Entry {
  const known = entry.written ?? entry.view?.resourceVersion;
  if (known !== undefined && resourceVersion !== undefined && isNewer(known, resourceVersion)) return entry;
  if (entry.presence === 'absent') return entry;
  return exact ? absent(entry) : { ...entry, needsRead: true };
}

export function absent(entry: Entry, confirmed = true): Entry {
  const { view: _view, ...rest } = entry;
  return { ...rest, presence: 'absent', confirmed };
}

interface Context {
  readonly ref: ObjectRef;
  readonly desired?: string;
  /** The kind or namespace comes with this revision: "not there yet" is no failure. */
  readonly dependent: boolean;
  /** Its phase has been reached. */
  readonly inPhase: boolean;
}

export function absorbAnswer(before: Entry, request: ObjectRequest['type'], answer: StepAnswer, context: Context): Entry {
  const { pending: _pending, ...idle } = before;
  const entry: Entry = idle;
  switch (answer.type) {
    case 'lost':
      return request === 'dry-run' ? again(entry, answer.message) : again({ ...entry, needsRead: true }, answer.message);
    case 'unserved':
      return unserved(entry, request, context);
    case 'gone':
      return gone(entry, request);
    case 'refused':
      return refused(entry, request, answer.status, context);
    case 'object':
      return stored(entry, request, answer.view, context);
  }
}

/** Try again later; how much later grows with the attempts. */
function again(entry: Entry, waiting: string): Entry {
  return { ...entry, attempts: entry.attempts + 1, waiting, ...(entry.dryRun === 'running' ? { dryRun: 'due' as const } : {}) };
}

function unserved(entry: Entry, request: ObjectRequest['type'], { ref, dependent }: Context): Entry {
  if (request === 'delete' || request === 'release' || request === 'read') {
    const nothing = { ...absent(entry), needsRead: false };
    // Without its kind an object cannot exist.
    return request === 'read' ? nothing : { ...nothing, settled: { action: 'Deleted' } };
  }
  if (dependent) return again(entry, `the API server does not serve ${ref.kind} (${ref.apiVersion}) yet`);
  return {
    ...entry,
    settled: {
      action: 'Failed',
      error: { message: `the API server does not serve ${ref.kind} (${ref.apiVersion})`, hint: 'Install what defines this kind first, or leave the object out with --skip-unserved.' },
    },
  };
}

function gone(entry: Entry, request: ObjectRequest['type']): Entry {
  const nothing = { ...absent(entry), needsRead: false };
  if (request === 'delete' || request === 'release') return { ...nothing, attempts: 0, settled: { action: 'Deleted' } };
  return request === 'read' ? nothing : again({ ...nothing, needsRead: true }, 'it vanished while it was written');
}

function refused(entry: Entry, request: ObjectRequest['type'], status: Parameters<typeof explain>[2], context: Context): Entry {
  const kind = classify(status);
  const due = entry.dryRun === 'running' ? { dryRun: 'due' as const } : {};
  if (kind === 'conflict') return { ...entry, ...due, needsRead: true, attempts: entry.attempts + 1 };
  if (kind === 'retry') return again(request === 'dry-run' ? entry : { ...entry, needsRead: true }, status.message);
  if (kind === 'namespace-terminating') return again(entry, status.message);
  const tooEarly = kind === 'namespace-missing' || status.code === 403 || status.code === 404;
  if (request === 'dry-run' && tooEarly && !context.inPhase) return { ...entry, dryRun: 'deferred' };
  if (kind === 'namespace-missing' && context.dependent) return again(entry, status.message);
  const verb = { read: 'show', 'dry-run': 'accept', create: 'create', update: 'change', delete: 'delete', release: 'let go of' }[request];
  return {
    ...entry,
    ...(request === 'dry-run' ? { dryRun: 'failed' as const } : {}),
    settled: { action: 'Failed', error: explain(context.ref, verb, status) },
  };
}

function stored(entry: Entry, request: ObjectRequest['type'], view: ObjectView, { ref, desired }: Context): Entry {
  const { waiting: _waiting, intent, ...calm } = entry;
  if (request === 'dry-run') return { ...entry, dryRun: 'passed' };
  if (request === 'read') {
    const { written: _written, view: _view, ...fresh } = entry; // A live read is authoritative.
    return { ...fresh, view, presence: 'present', confirmed: true, needsRead: false };
  }
  const seen = { ...calm, view, presence: 'present' as const, confirmed: true, needsRead: false, written: view.resourceVersion };
  if (request === 'delete') return { ...seen, waiting: `${subjectOf(ref)} is being deleted` };
  const record = { uid: view.uid, ...(desired === undefined ? {} : { desired }), owned: view.owned };
  const unchanged = request === 'update' && entry.base === view.resourceVersion && intent?.action !== 'Adopted' && intent?.action !== 'HandedOver';
  return { ...seen, attempts: 0, record, settled: unchanged ? { action: 'Unchanged' } : (intent ?? { action: 'Updated' }) };
}

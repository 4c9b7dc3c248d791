/** What becomes of an entry whose request did not do what it was for: it is tried again, or it has failed. Pure. */
import type { FailureCause } from '../results/failure';
import type { WaitingCause } from '../results/waiting';
import { doubted, settledAs, type Entry } from '../state/entry';
import type { ObjectRequest } from '../state/messages';

/** Try again later; how much later grows with the attempts. */
export function again(entry: Entry, waiting: WaitingCause): Entry {
  return { ...entry, progress: { ...entry.progress, attempts: entry.progress.attempts + 1, waiting } };
}

/** A write or dry run that left nothing behind. One that built on a state of the object builds on a fresh one next time. */
export function againAsked(entry: Entry, waiting: WaitingCause): Entry {
  return again(entry.knowledge.presence === 'present' ? doubted(entry) : entry, waiting);
}

export function failed(entry: Entry, request: ObjectRequest['type'], cause: FailureCause): Entry {
  const settled = settledAs(entry, { action: 'Failed', cause });
  return isAsked(request) ? { ...settled, dryRun: 'failed' } : settled;
}

/** The reason from the second conflict on: one is nothing special. */
export const CONTESTED: WaitingCause = { type: 'contested' };

/** By dry run. */
export function isAsked(request: ObjectRequest['type']): boolean {
  return request === 'dry-run' || request === 'trial';
}

/** The history of an extension: which number a revision gets, what is put down of it, and how long. Pure. */
import type { ResolvedRevision } from '../api';
import { defined } from '../defined';
import type { Head, RevisionRecord } from './head';
import type { ApplyOperation } from './operation';

/** Archived revisions whose content is kept beside the newest one (docs/requirements.md, revisions). */
export const HISTORY_LIMIT = 5;

/** The revision with the number that an apply gives it, and whether it is the newest one of the record again. */
export function numberOf(
  revision: ResolvedRevision,
  head: Head | undefined,
): { readonly numbered: ResolvedRevision; readonly same: boolean } {
  const newest = head?.revisions[0];
  const same = newest?.digest === revision.digest && head?.deleting !== true;
  return { numbered: { ...revision, number: (newest?.number ?? 0) + (same ? 0 : 1) }, same };
}

/** The history with the revision that an apply is about to bring onto the cluster. */
export function withRevision(revisions: readonly RevisionRecord[], operation: ApplyOperation, now: Date): readonly RevisionRecord[] {
  if (operation.again) return revisions;
  const { revision: { number, digest, version }, rollbackOf } = operation;
  return [{ number, digest, at: now.toISOString(), ...defined({ version, rollbackOf }) }, ...revisions];
}

/** The history with a revision that is complete, since now or before. */
export function withCompleted(revisions: readonly RevisionRecord[], number: number, now: Date): readonly RevisionRecord[] {
  return revisions.map((record) => (record.number === number ? { completeAt: now.toISOString(), ...record } : record));
}

/**
 * What the history keeps: the newest revision and those before it; the newest complete one, however many tries came after it; and what a
 * rollback goes back to, until it is complete: running the same command again continues it.
 */
export function keptOf(revisions: readonly RevisionRecord[]): readonly RevisionRecord[] {
  const [newest] = revisions;
  const complete = revisions.find(({ completeAt }) => completeAt !== undefined);
  const wanted = newest?.completeAt === undefined ? newest?.rollbackOf : undefined;
  return revisions.filter((record, index) => index <= HISTORY_LIMIT || record === complete || record.number === wanted);
}

/** Is this the head of a first install of which no object is known, and nothing else? Its content tells whether it ever began to write. */
export function mayHaveNeverBegun({ revisions: [first, ...more], inventory, formerUids, paused }: Head): RevisionRecord | undefined {
  if (first === undefined || first.completeAt !== undefined || more.length > 0) return undefined;
  if (formerUids !== undefined || paused !== undefined) return undefined;
  return inventory.every(({ uid }) => uid === undefined) ? first : undefined;
}

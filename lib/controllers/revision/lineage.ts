/**
 * Which revisions belong together, and whether a revision has its place among them. Those of one extension do; of revisions that were made
 * by hand, those of one extension name that name each other in `spec.previous`. Pure.
 */
import type { Revision } from './model';

export { siblingsOf } from '../../state';

/** Why a revision is not rolled out: its number is not that of its place. */
export type NumberProblem =
  /** An older revision of the same extension has the number. */
  | { readonly type: 'taken'; readonly by: string }
  /** The newest revision before it has another number than the one before. */
  | { readonly type: 'out-of-order'; readonly expected: number; readonly after: string };

/** Uids of owners that objects are taken over from without a collision: those that are gone by now among them. */
export function siblingUids(revision: Revision, siblings: readonly Revision[]): readonly string[] {
  return [...new Set([...siblings, ...revision.previous].map(({ uid }) => uid))].filter((uid) => uid !== revision.uid);
}

/**
 * A number is unique, and the one before plus one. The API server cannot see that, so a revision that breaks it is not rolled out. What was
 * rolled out once is not questioned any more: revisions before it may have been deleted since.
 */
export function numberProblem(revision: Revision, siblings: readonly Revision[]): NumberProblem | undefined {
  if (revision.conditions.some(({ type, status }) => type === 'Succeeded' && status === 'True')) return undefined;
  const earlier = siblings.filter((other) => isEarlier(other, revision));
  const same = earlier.find(({ number }) => number === revision.number);
  if (same !== undefined) return { type: 'taken', by: same.name };
  // What it was made after may be gone, so that nothing tells which number came before.
  const isKnown = revision.previous.every(({ uid }) => siblings.some((other) => other.uid === uid));
  const before = [...earlier].sort((a, b) => b.number - a.number)[0];
  if (before === undefined || !isKnown || revision.number === before.number + 1) return undefined;
  // An extension goes on counting where its deleted revisions ended.
  if (revision.controller !== undefined && revision.number > before.number) return undefined;
  return { type: 'out-of-order', expected: before.number + 1, after: before.name };
}

/** Of two that were made in the same second, the lower number was first; of two with the same number, the lower name. */
function isEarlier(other: Revision, { createdAt, number, name }: Revision): boolean {
  if (other.createdAt !== createdAt) return other.createdAt < createdAt;
  return other.number === number ? other.name < name : other.number < number;
}

/** Older ones that are still rolled out and kept: a complete revision takes their place. */
export function toArchive({ number }: Revision, siblings: readonly Revision[]): readonly Revision[] {
  return siblings.filter((other) => other.number < number && other.state === 'Active' && !other.deleting);
}

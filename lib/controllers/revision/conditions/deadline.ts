/**
 * The progress deadline of a revision. It is a report: what is late is tried on, and what gets ready after all is rolled out. Off for what
 * was rolled out once, and for what has to go. Pure.
 */
import { isTrue } from '../../conditions';
import type { Revision } from '../model';

/** Milliseconds since 1970; undefined: there is none (any more). */
export function deadlineOf({ deadlineMinutes = 0, createdAt, state, deleting, conditions }: Revision): number | undefined {
  if (deadlineMinutes <= 0 || state !== 'Active' || deleting || isTrue(conditions, 'Succeeded')) return undefined;
  return createdAt + deadlineMinutes * 60_000;
}

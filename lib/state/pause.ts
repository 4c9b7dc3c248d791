/**
 * The pause of an extension, as it stands in the head: what keeps runs from writing until a user resumes it.
 */
import { defined } from '../defined';
import type { Head, Pause } from './head';
import { userAtHost } from './machine';

/** Pauses, or gives a pause another reason; since when it is paused stays. The same head when there is nothing to change. */
export function paused(head: Head, reason: string | undefined, now: Date): Head {
  const { paused: before } = head;
  if (before !== undefined && (reason === undefined || reason === before.reason)) return head;
  const pause: Pause = { since: before?.since ?? now.toISOString(), by: userAtHost(), ...defined({ reason }) };
  return { ...head, paused: pause };
}

/** Ends the pause. The same head when there is none. */
export function resumed(head: Head): Head {
  if (head.paused === undefined) return head;
  const { paused: _paused, ...rest } = head;
  return rest;
}

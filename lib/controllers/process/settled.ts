import type { Answer } from '../../engine/ports';

/**
 * Whether a write of one state of an object needs no other try: it is done, or another client was first, and what that one did is an event,
 * and so a turn of its own.
 */
export function isSettled(answer: Answer): boolean {
  return answer.type === 'object' || answer.type === 'gone' || (answer.type === 'refused' && OUTRUN.has(answer.status.code));
}

/** 422: a test of a JSON patch has failed. */
const OUTRUN: ReadonlySet<number> = new Set([404, 409, 422]);

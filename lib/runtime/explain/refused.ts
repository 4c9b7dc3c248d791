import { messageOf } from '../../errors';

/** What could not be looked at, and why: said, and no reason to stop. */
export function refusedFor(what: string, error: unknown): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be looked at: ${messageOf(error).replace(/\.$/, '')}.`;
}

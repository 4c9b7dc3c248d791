/** What a validator looks at. */
import type { Issue } from '../../../issue';
import type { RegistryBundle } from '../bundle';

/**
 * All that one rule, or a few that belong together, have to say about a bundle; sorted, so that the same bundle gives the same issues.
 */
export type Validator = (bundle: RegistryBundle) => readonly Issue[];

/** The values that are there more than once, sorted. */
export function duplicatesOf(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) (seen.has(value) ? twice : seen).add(value);
  return [...twice].sort();
}

/** What a validator looks at. */
import type { Finding } from '../../../issue';
import type { RegistryBundle } from '../bundle';

/**
 * All that one rule, or a few that belong together, have to say about a bundle; sorted, so that the same bundle gives the same findings.
 */
export type Validator = (bundle: RegistryBundle) => readonly Finding[];

/** The values that are there more than once, sorted. */
export function duplicatesOf(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) (seen.has(value) ? twice : seen).add(value);
  return [...twice].sort();
}

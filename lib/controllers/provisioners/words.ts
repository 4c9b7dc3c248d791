/**
 * What servers, manifests and other clients say, as it may stand in a condition or an event: one line of plain text, and not without end.
 * Whoever reads a status reads it on a terminal.
 */
import { oneLine } from '../../plain-text';
import { type ConditionFact, cutMessage } from '../conditions';

/** Characters of a message: more than git, a registry or the rules of a bundle say, and little beside an object. */
export const MOST_WORDS = 4_096;

export function plainFacts(facts: readonly ConditionFact[]): readonly ConditionFact[] {
  return facts.map((fact) => ({ ...fact, message: plainWords(fact.message) }));
}

/** What will not be shown is not looked at, either. */
export function plainWords(text: string): string {
  return cutMessage(oneLine(text.slice(0, 2 * MOST_WORDS)), MOST_WORDS);
}

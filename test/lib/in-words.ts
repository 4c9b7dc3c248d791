/** Issues as their readers see them, for tests of the words. */
import { type Finding, findingOf, type Issue, type Wording } from '../../lib/issue';

export function inWords(issues: readonly Issue[], wording: Wording): readonly Finding[] {
  return issues.map((issue) => findingOf(issue, wording));
}

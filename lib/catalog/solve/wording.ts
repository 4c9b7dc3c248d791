/** Why there is no plan, in words: a sentence, and the facts that contradict each other, one a line. */
import type { Words } from '../../issue';
import { oneLine } from '../../plain-text';
import { failureWords } from '../resolve/wording';
import type { Explanation } from './explanation';
import { factText } from './fact-words';

export function explanationWords(explanation: Explanation): Words {
  switch (explanation.found) {
    case 'unresolved':
      return failureWords(explanation.resolution);
    case 'contradiction':
      return {
        message: ['There is no way to have all of this:', ...explanation.facts.map((fact) => `  - ${oneLine(factText(fact))}`)].join('\n'),
        hint: 'Each of these stands in the way of the others. Allow other versions, or add a catalog that has what is missing.',
        parts: explanation.facts.map((fact) => ({ message: factText(fact) })),
      };
    case 'too-hard':
      return {
        message: 'Whether there is a way to install that takes too long to find out.',
        hint: 'Name a narrower range of versions, or fewer catalogs.',
      };
  }
}

/** Why there is no plan, in words: a sentence, and the facts that contradict each other, one a line. */
import { counted } from '../../../counted';
import type { Words } from '../../../issue';
import { oneLine } from '../../../plain-text';
import { failureWords } from '../../resolve/wording';
import type { Explanation } from '../explanation';
import type { Fact } from '../fact';
import { factText } from './fact-words';

export function explanationWords(explanation: Explanation): Words {
  switch (explanation.found) {
    case 'unresolved':
      return failureWords(explanation.resolution);
    case 'contradiction':
      return contradictionWords(explanation.facts);
    case 'too-hard':
      return {
        message: explanation.unknown === 'plan'
          ? 'Too many packages depend on each other: the search for versions that fit together was given up. '
            + 'Whether there are any is not known.'
          : 'There is no way to have all of this. Too many packages depend on each other for the reason to be found.',
        hint: 'Ask for less: a narrower range of versions, a single channel, or fewer catalogs.',
      };
  }
}

function contradictionWords(facts: readonly Fact[]): Words {
  const wanted = facts.flatMap((fact) => (fact.fact === 'wanted' ? [fact.packageName] : []));
  const names = wanted.length === 0 ? 'This' : wanted.join(' and ');
  const what = `${names} cannot be installed${wanted.length > 1 ? ' together' : ''}:`;
  const lacking = facts.some((fact) => (
    fact.fact === 'needs' && fact.offered.every(({ meeting, barred }) => meeting.length + barred.length === 0)
  ));
  return {
    message: [what, ...linesOf(facts)].join('\n'),
    hint: lacking || facts.length === 1
      ? 'Add a catalog that has what is missing, or allow other versions.'
      : 'Each of these stands in the way of the others, so it is enough that one changes. Allow other versions, or add a catalog.',
    parts: facts.map((fact) => ({ message: factText(fact) })),
  };
}

/** Versions of a package, each with a need of its own for the same packages, that are told; the others are counted. */
const ALIKE = 3;

function linesOf(facts: readonly Fact[]): readonly string[] {
  const alike = new Map<string, NeedFact[]>();
  const lines: string[] = [];
  for (const fact of facts) {
    const group = fact.fact === 'needs' ? groupOf(fact, alike) : [];
    if (group.length <= ALIKE) lines.push(`  - ${oneLine(factText(fact))}`);
  }
  return [...lines, ...[...alike.values()].flatMap(restLines)];
}

type NeedFact = Extract<Fact, { fact: 'needs' }>;

/** Needs of the same package for the same packages, with this one the last of them. */
function groupOf(fact: NeedFact, alike: Map<string, NeedFact[]>): readonly NeedFact[] {
  const key = JSON.stringify([fact.packageName, fact.offered.map(({ packageName }) => packageName)]);
  const group = alike.get(key) ?? [];
  alike.set(key, group);
  group.push(fact);
  return group;
}

function restLines(group: readonly NeedFact[]): readonly string[] {
  const [first, ...rest] = group.slice(ALIKE);
  if (first === undefined) return [];
  const versions = [first, ...rest].reduce((sum, fact) => sum + fact.versions.length, 0);
  const needed = first.offered.map(({ packageName }) => packageName);
  const what = needed.length === 0 ? 'something else that is not there' : `other versions of ${needed.join(' or ')}`;
  return [`  - ${counted(versions, 'more version')} of ${first.packageName} ${versions === 1 ? 'needs' : 'need'} ${what}`];
}

/** Ranges and releases that cannot be read, in the words of upstream's libraries. */
import { versionProblemText } from './strict-version';
import type { RangeProblem } from './version-range';
import type { ReleaseProblem } from './release';
import type { SkipRangeProblem } from './skip-range';

/** `improper constraint: ">>1"`. */
export function rangeProblemText({ found, text }: RangeProblem): string {
  switch (found) {
    case 'improper-constraint':
      return `improper constraint: ${JSON.stringify(text)}`;
    case 'too-long':
      return 'constraint string is too long (max 512 bytes)';
    case 'too-many-groups':
      return 'too many constraint groups (max 32)';
  }
}

/** `Could not parse Range ">v1.0.0": Could not parse comparator ">v" in ">v1.0.0"`. */
export function skipRangeProblemText(problem: SkipRangeProblem): string {
  switch (problem.found) {
    case 'starts-with-or':
      return 'First element in range is \'||\'';
    case 'ends-with-or':
      return 'Last element in range is \'||\'';
    case 'no-version':
      return `Could not get version from string: ${JSON.stringify(problem.text)}`;
    case 'bad-comparator':
      return inRange(problem.text, `Could not parse comparator ${JSON.stringify(problem.comparator)} in ${JSON.stringify(problem.text)}`);
    case 'bad-version': {
      const { text, version, problem: why } = problem;
      const message = `Could not parse version ${JSON.stringify(version)} in ${JSON.stringify(text)}: ${versionProblemText(why)}`;
      return inRange(text, message);
    }
  }
}

/** `segment 0: Numeric PreRelease version must not contain leading zeroes "02"`. */
export function releaseProblemText(problem: ReleaseProblem): string {
  if (problem.found === 'length') return 'exceeds maximum length of 20 characters';
  return `segment ${problem.index}: ${versionProblemText(problem.problem)}`;
}

function inRange(text: string, message: string): string {
  return `Could not parse Range ${JSON.stringify(text)}: ${message}`;
}

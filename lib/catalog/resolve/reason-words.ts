/** What became of a candidate, in words. */
import { formatVersionRelease } from '../../semver';
import { factText } from '../solve/words/fact-words';
import type { Edge } from './edge';
import { ownReasonText, type ReasonContext } from './reason';
import type { Behind, Candidate, Reason } from './resolution';

/** Version and release; the name of the bundle where it has no version. */
export function versionText({ bundle }: Pick<Candidate, 'bundle'>): string {
  return bundle.version === undefined ? bundle.name : formatVersionRelease(bundle.version);
}

export function reasonText(reason: Reason, context: ReasonContext): string {
  if (reason.reason !== 'unmet-dependency') return ownReasonText(reason, context);
  switch (reason.unmet) {
    case 'contradiction':
      return reason.facts.map(factText).join('; ');
    case 'unreadable':
      return 'its dependencies cannot be read';
    case 'too-hard':
      return 'not known: the search for its dependencies took too long';
  }
}

export function edgeText(edge: Edge): string {
  switch (edge.by) {
    case 'same-version':
      return 'the installed version';
    case 'skipRange':
      return `skipRange ${edge.range} in channel ${edge.channel}`;
    default:
      return `${edge.by} it in channel ${edge.channel}`;
  }
}

export function behindText(behind: Behind): string {
  return {
    'deprecated': 'deprecated, and another is not',
    'lower-priority': 'its catalog has a lower priority',
    'older': 'older',
    'ambiguous': 'another catalog of the same priority has the package, too',
    'unsupported-dependency': 'it has dependencies, which this request refuses',
    'broken-catalog': 'a catalog cannot be read',
  }[behind];
}

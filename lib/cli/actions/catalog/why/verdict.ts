/** What became of a bundle, in a few words. */
import { behindText, type Candidate, edgeText, reasonText, type ResolveRequest } from '../../../../catalog';

export function verdictText({ fate, edge }: Candidate, request: ResolveRequest): string {
  const by = edge === undefined ? '' : edge.by === 'same-version' ? 'installed now' : edgeText(edge);
  switch (fate.is) {
    case 'chosen':
      return by === '' ? 'chosen' : `chosen: ${by}`;
    case 'eligible':
      return `${by === 'installed now' ? by : 'possible'}, but ${behindText(fate.behind)}`;
    case 'ineligible':
      return fate.reasons.map((reason) => reasonText(reason, request)).join('; ');
  }
}

/**
 * Why there is no bundle, for people who write YAML: the message is the resolver's, which is upstream's to the letter; what to do about it
 * names fields of ClusterExtension and ClusterCatalog. Pure.
 */
import { failureWords, type Unresolved } from '../../../catalog';
import type { Words } from '../../../issue';

const CATALOG = 'spec.source.catalog';

export function unresolvedWords(unresolved: Unresolved): Words {
  const { message, hint } = failureWords(unresolved);
  const field = fieldHint(unresolved);
  const all = [...(hint === undefined || replaces(unresolved) ? [] : [hint]), ...(field === undefined ? [] : [field])];
  return { message, ...(all.length === 0 ? {} : { hint: all.join(' ') }) };
}

/** Is the hint of the resolver said in words of the API instead? */
function replaces({ failure: { found }, selected }: Unresolved): boolean {
  return found === 'bad-installed-version' || found === 'ambiguous' || (found === 'no-package' && selected.length === 0);
}

function fieldHint({ failure, selected, candidates, request }: Unresolved): string | undefined {
  switch (failure.found) {
    case 'bad-selector':
      return `Correct ${CATALOG}.selector.`;
    case 'bad-installed-version':
      return `With ${CATALOG}.upgradeConstraintPolicy set to SelfCertified, upgrades need no edge.`;
    case 'ambiguous':
      return `Choose one by its label in ${CATALOG}.selector (olm.operatorframework.io/metadata.name has its name), or give one `
        + 'ClusterCatalog a higher spec.priority.';
    case 'broken-catalog':
      return `To leave it out, select the others in ${CATALOG}.selector, or set spec.availabilityMode of the ClusterCatalog to `
        + 'Unavailable.';
    case 'no-package':
      if (selected.length > 0) return undefined;
      return request.catalogs.length === 0
        ? 'There is no ClusterCatalog.' : `${CATALOG}.selector selects no ClusterCatalog that is available.`;
    case 'no-bundle': {
      const reasons = candidates.flatMap(({ fate }) => (fate.is === 'ineligible' ? fate.reasons : []));
      if (reasons.some((one) => one.reason === 'unmet-dependency' && one.unmet === 'contradiction')) {
        return `To have what is missing installed where a catalog has it, set ${CATALOG}.dependencies to Install.`;
      }
      const isEdge = reasons.some(({ reason }) => reason === 'no-edge');
      return isEdge ? `Without upgrade edges: ${CATALOG}.upgradeConstraintPolicy: SelfCertified.` : undefined;
    }
    default:
      return undefined;
  }
}

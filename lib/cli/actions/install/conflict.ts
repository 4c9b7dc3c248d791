/** Why there is nothing to install, as an error. */
import { type Explanation, explanationWords } from '../../../catalog';
import { BoxcutterError } from '../../../errors';

export function conflictError(conflict: Explanation): BoxcutterError {
  const { message, hint } = explanationWords(conflict);
  return new BoxcutterError('catalog-unresolved', 'input', message, { hint, details: detailsOf(conflict) });
}

function detailsOf(conflict: Explanation): Readonly<Record<string, unknown>> {
  switch (conflict.found) {
    case 'unresolved': {
      const { failure, request: { packageName, version, channels }, selected } = conflict.resolution;
      return { found: failure.found, packageName, version, channels, catalogs: selected };
    }
    case 'contradiction':
      return { found: conflict.found, facts: conflict.facts };
    case 'too-hard':
      return { found: conflict.found };
  }
}

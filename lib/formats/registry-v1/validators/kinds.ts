/** Which kinds a bundle may bring. */
import { nameOf } from '../../../api';
import { registryIssue } from '../registry-issue';
import { isNamespacedAddition } from '../render/supported-kinds';
import type { Validator } from './subject';

/**
 * 22 kinds: the ClusterServiceVersion, CRDs, and twenty that are applied as they are (docs/requirements.md, bundles and catalogs;
 * and what was added since).
 */
export const kindsAreSupported: Validator = ({ others }) =>
  others
    .filter(({ manifest }) => isNamespacedAddition(String(manifest.kind)) === undefined)
    .map(({ manifest, origin }) => {
      const data = { name: nameOf(manifest), kind: String(manifest.kind), quotes: 'double' } as const;
      return registryIssue('kind-unsupported', data, { origin, path: ['kind'] });
    });

/** Which kinds a bundle may bring. */
import { nameOf } from '../../../api';
import { problem } from '../../report';
import { isNamespacedAddition, supportedAdditions } from '../render/supported-kinds';
import type { Validator } from './subject';

/** 22 kinds: the ClusterServiceVersion, CRDs, and twenty that are applied as they are (S4, and what was added since). */
export const kindsAreSupported: Validator = ({ others }) =>
  others
    .filter(({ manifest }) => isNamespacedAddition(String(manifest.kind)) === undefined)
    .map(({ manifest, origin }) =>
      problem('kind-unsupported', `unsupported resource "${nameOf(manifest)}" with kind "${String(manifest.kind)}"`, { origin, path: 'kind', hint: `A registry+v1 bundle may bring ${supportedAdditions().join(', ')}.` }));

/** What a revision contains, as one short text. */
import type { ProgressionProbe, ResolvedPhase } from '../api';
import { canonicalJson, sha256 } from '../api/canonical-json';

/**
 * `sha256:<hex>` over the phases (names, objects, protections) and the probes of a revision. Two revisions with the same
 * digest are the same rollout, whatever their numbers, names and versions.
 */
export function contentDigest(phases: readonly ResolvedPhase[], probes: readonly ProgressionProbe[]): string {
  const content = {
    phases: phases.map(({ name, objects }) => ({
      name,
      objects: objects.map(({ object, collisionProtection }) => ({ object, collisionProtection })),
    })),
    probes,
  };
  return `sha256:${sha256(canonicalJson(content)).toString('hex')}`;
}

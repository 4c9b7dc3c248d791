/** What a revision contains, as one short text. */
import { canonicalJson, sha256 } from './canonical-json';
import { defined } from '../defined';
import type { ProgressionProbe } from './probe';
import type { ResolvedPhase } from './revision';

/**
 * `sha256:<hex>` over the phases (names, objects, protections, replacement policies) and the probes of a revision. Two revisions with the
 * same digest are the same rollout, whatever their numbers, names and versions. Pausing and orphaning say what is done with content, not
 * what it is: they do not count.
 */
export function contentDigest(phases: readonly ResolvedPhase[], probes: readonly ProgressionProbe[]): string {
  const before = known.get(phases);
  if (before?.probes === probes) return before.digest;
  const digest = digestOf(phases, probes);
  known.set(phases, { probes, digest });
  return digest;
}

/** Phases do not change once they are made, and may hold megabytes: each digest is computed once. */
const known = new WeakMap<readonly ResolvedPhase[], { readonly probes: readonly ProgressionProbe[]; readonly digest: string }>();

function digestOf(phases: readonly ResolvedPhase[], probes: readonly ProgressionProbe[]): string {
  const content = {
    phases: phases.map(({ name, objects }) => ({
      name,
      objects: objects.map(({ object, collisionProtection, replacementPolicy }) => ({
        object, collisionProtection, ...defined({ replacementPolicy }),
      })),
    })),
    probes,
  };
  return `sha256:${sha256(canonicalJson(content)).toString('hex')}`;
}

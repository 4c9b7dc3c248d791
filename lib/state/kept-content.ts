/** Whether the content of a revision is on record already, as it would be written now. */
import type { KubeObject, ResolvedRevision } from '../api';
import { canonicalJson } from '../engine';
import { lookForContent, readContent } from './content-store';
import type { StoredHead } from './head';
import { recordedHooks } from './history';
import type { StateCluster } from './store';
import { beyondScope, type Seals } from './trust';

/**
 * Other choices may well give the same objects; the next upgrade asks for them. What was written without a seal, by an earlier version of
 * this package or by an account without the key, is written again by one that has it; except where a seal decides nothing.
 */
export async function isKept(
  { cluster, stateNamespace }: { readonly cluster: StateCluster; readonly stateNamespace: string },
  stored: StoredHead,
  revision: ResolvedRevision,
  seals: Seals,
): Promise<boolean> {
  const { config, certificates, number, untrusted } = revision;
  if (!hasHooks(stored, revision)) return false;
  if (config !== undefined || certificates !== undefined) {
    const content = await readContent(cluster, stored, number, seals);
    if (content === undefined || choicesOf(content) !== choicesOf(revision)) return false;
    return content.untrusted === undefined || untrusted !== undefined || !(await seals.canSeal());
  }
  const found = await lookForContent(cluster, stored, number);
  if (found !== 'unsealed') return found === 'sealed';
  const isHarmless = beyondScope(objectsOf(revision), stateNamespace).length === 0;
  return isHarmless || untrusted !== undefined || !(await seals.canSeal());
}

/** A chart may have other hooks with the same objects. */
function hasHooks({ head: { revisions } }: StoredHead, revision: ResolvedRevision): boolean {
  const hooks = recordedHooks(revision);
  const recorded = revisions.find(({ number }) => number === revision.number)?.hooksNotRun ?? [];
  return hooks === undefined || canonicalJson(hooks) === canonicalJson(recorded);
}

function choicesOf({ config, certificates }: ResolvedRevision): string {
  return canonicalJson([config ?? null, certificates ?? null]);
}

export function objectsOf({ phases }: ResolvedRevision): readonly KubeObject[] {
  return phases.flatMap(({ objects }) => objects.map(({ object }) => object));
}

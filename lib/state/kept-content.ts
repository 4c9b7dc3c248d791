/** Whether the content of a revision is on record already, as it would be written now. */
import type { InstalledBundle, KubeObject, ResolvedRevision } from '../api';
import { canonicalJson } from '../engine';
import { lookForContent, readContent } from './content-store';
import type { RevisionRecord, StoredHead } from './head';
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
  if (!hasHooks(stored, revision) || !isSameBundle(recordOf(stored, revision)?.bundle, revision.bundle)) return false;
  if (config !== undefined || certificates !== undefined) {
    const content = await readContent(cluster, stored, number, seals);
    if (content === undefined || choicesOf(content) !== choicesOf(revision)) return false;
    if (!isSameBundle(content.bundle, revision.bundle)) return false;
    return (content.untrusted ?? content.untrustedChoices) === undefined || untrusted !== undefined || !(await seals.canSeal());
  }
  const found = await lookForContent(cluster, stored, number);
  if (found !== 'unsealed') return found === 'sealed';
  const isHarmless = beyondScope(objectsOf(revision), stateNamespace).length === 0;
  return isHarmless || untrusted !== undefined || !(await seals.canSeal());
}

/** A chart may have other hooks with the same objects. */
function hasHooks(stored: StoredHead, revision: ResolvedRevision): boolean {
  const hooks = recordedHooks(revision);
  const recorded = recordOf(stored, revision)?.hooksNotRun ?? [];
  return hooks === undefined || canonicalJson(hooks) === canonicalJson(recorded);
}

/**
 * The same objects may be another bundle, or chosen in another way. Where neither knows of a catalog nothing goes on from it, so records of
 * earlier versions stay as they are; what a tag of an image stands for changes nothing either.
 */
function isSameBundle(recorded: InstalledBundle | undefined, bundle: InstalledBundle | undefined): boolean {
  if (bundle === undefined || (bundle.catalog === undefined && recorded?.catalog === undefined)) return true;
  return recorded !== undefined && identityOf(recorded) === identityOf(bundle);
}

function recordOf({ head: { revisions } }: StoredHead, { number }: ResolvedRevision): RevisionRecord | undefined {
  return revisions.find((record) => record.number === number);
}

function identityOf({ name, version, release, catalog }: InstalledBundle): string {
  return canonicalJson([name, version ?? null, release ?? null, catalog ?? null]);
}

function choicesOf({ config, certificates }: ResolvedRevision): string {
  return canonicalJson([config ?? null, certificates ?? null]);
}

export function objectsOf({ phases }: ResolvedRevision): readonly KubeObject[] {
  return phases.flatMap(({ objects }) => objects.map(({ object }) => object));
}

/** What is left to do of an extension whose revision stands. */
import { GROUP, refOf } from '../../api';
import { outdatedRevisions } from './generate';
import { type ExtensionPlace, revisionsOf } from './place';
import type { LiveExtension, LiveRevision, RevisionStates } from './revision-facts';
import { FIELD_MANAGER, ownSecrets, unownedSecrets } from './write-revision';

/** Secrets without an owner, and old revisions. */
export async function tidy(extension: LiveExtension, states: RevisionStates, place: ExtensionPlace): Promise<void> {
  for (const revision of revisionsOf(extension, place)) {
    await relabel(extension, revision, place);
    const unowned = unownedSecrets(place.secrets.by('revision', revision.metadata.name ?? ''), revision);
    if (unowned.length > 0) await ownSecrets(place.cluster, unowned, revision);
  }
  for (const { name, uid } of outdatedRevisions(states)) {
    await place.cluster.delete({ apiVersion: extension.apiVersion, kind: 'ClusterExtensionRevision', name }, { uid });
  }
}

/** Labels of an extension may change, and with them the shard that it belongs to. */
async function relabel({ metadata: { labels = {} } }: LiveExtension, revision: LiveRevision, { cluster }: ExtensionPlace): Promise<void> {
  const { labels: before = {}, resourceVersion = '' } = revision.metadata;
  const missing = Object.entries(labels).filter(([key, value]) => before[key] !== value && !isOurs(key));
  if (missing.length === 0) return;
  await cluster.patch(refOf(revision), [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'add', path: '/metadata/labels', value: { ...before, ...Object.fromEntries(missing) } },
  ], FIELD_MANAGER);
}

function isOurs(label: string): boolean {
  return label.startsWith(`${GROUP}/`);
}

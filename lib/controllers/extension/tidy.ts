/** What is left to do of an extension whose revision stands. */
import { GROUP, LABEL_EXTENSION, refOf } from '../../api';
import { jsonEqual } from '../../api/json-equal';
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

/**
 * Labels of an extension may change, and with them the shard that it belongs to. Pending upgrades are chosen by the labels of their
 * extension: those have these labels and no others.
 */
async function relabel({ metadata: { labels = {} } }: LiveExtension, revision: LiveRevision, { cluster }: ExtensionPlace): Promise<void> {
  const { labels: before = {}, resourceVersion = '' } = revision.metadata;
  const theirs = Object.fromEntries(Object.entries(labels).filter(([key]) => !isOurs(key)));
  const kept = 'phases' in revision.spec ? before : Object.fromEntries(Object.entries(before).filter(([key]) => isOurs(key)));
  const wanted: Readonly<Record<string, string>> = { ...kept, ...theirs };
  if (jsonEqual(before, wanted)) return;
  await cluster.patch(refOf(revision), [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'add', path: '/metadata/labels', value: wanted },
  ], FIELD_MANAGER);
}

function isOurs(label: string): boolean {
  return label.startsWith(`${GROUP}/`) || label === LABEL_EXTENSION;
}

/**
 * The objects of a revision whose content cannot be had any more, or is not what it was: found by what they say themselves, whatever their
 * kind. Only those that the revision controls; they go in the reverse order in which their kinds are rolled out.
 */
import { groupOf, type KubeObject } from '../../../api';
import { holderOf, type InventoryEntry } from '../../../engine';
import type { KubeLane } from '../../../kube';
import { phaseOfKind, STANDARD_PHASES } from '../../../revision';
import type { Owner } from '../../../state';

/** @throws BoxcutterError category `server` when a kind cannot be listed: what cannot be seen is not gone */
export async function ownedInventory(cluster: Pick<KubeLane, 'kinds' | 'list'>, owner: Owner): Promise<readonly InventoryEntry[]> {
  const kinds = (await cluster.kinds()).filter(({ verbs }) => verbs.includes('list') && verbs.includes('delete'));
  const { context: { owner: { uid } = { uid: undefined }, strategy } } = owner;
  const found = await Promise.all(kinds.map(async ({ apiVersion, kind }) => {
    const { objects } = await cluster.list({ apiVersion, kind, labelSelector: owner.selector }, { metadataOnly: true });
    const controlled = objects.filter((object) => uid !== undefined && holderOf({ ...object, apiVersion, kind }, strategy)?.uid === uid);
    return controlled.map((object) => entryOf(object, apiVersion, kind));
  }));
  return found.flat();
}

function entryOf({ metadata: { name = '', namespace, uid } }: KubeObject, apiVersion: string, kind: string): InventoryEntry {
  const phase = phaseOfKind(groupOf(apiVersion), kind);
  const ref = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  return { ref, order: STANDARD_PHASES.indexOf(phase), phase, ...(uid === undefined ? {} : { uid }) };
}

/** What the garbage collector is about to take, for its owners are gone. */
import { isClaim, type KubeObject, type OwnerReference } from '../../api';
import { ownerRef } from './owner-chain';
import type { GuardCluster } from './types';

/** Objects whose owners are looked for: it is a matter of moments, and concerns few. The others count as they are. */
const MOST = 100;

/**
 * Lists of several kinds are not of one moment: an object that goes with its owner may be in one list still, and the owner in another no
 * more. What has owners, of which none lives, goes without us. Claims count all the same: nobody makes their data anew.
 * @returns the objects that stay, in their order
 */
export async function withoutOrphans(cluster: GuardCluster, objects: readonly KubeObject[]): Promise<readonly KubeObject[]> {
  const known = new Map<string, Promise<boolean>>();
  const goes = async ({ metadata: { namespace, ownerReferences = [] } }: KubeObject): Promise<boolean> => {
    const gone = ownerReferences.map((owner) => {
      let answer = known.get(owner.uid);
      if (answer === undefined) known.set(owner.uid, (answer = isGone(cluster, owner, namespace)));
      return answer;
    });
    return gone.length > 0 && (await Promise.all(gone)).every(Boolean);
  };
  const asked = objects.filter((object) => !isClaim(object) && (object.metadata.ownerReferences?.length ?? 0) > 0).slice(0, MOST);
  const orphans = new Set<KubeObject>();
  await Promise.all(asked.map(async (object) => {
    if (await goes(object)) orphans.add(object);
  }));
  return objects.filter((object) => !orphans.has(object));
}

/** An owner that cannot be read may be there, and one that is going may let its objects live. */
async function isGone(cluster: GuardCluster, owner: OwnerReference, namespace: string | undefined): Promise<boolean> {
  const answer = await cluster.get(await ownerRef(cluster, owner, namespace));
  if (answer.type === 'gone') return true;
  return answer.type === 'object' && answer.object.metadata.uid !== owner.uid;
}

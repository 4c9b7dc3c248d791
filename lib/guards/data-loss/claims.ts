/**
 * Claims that the garbage collector takes along: owned by an object that goes, or by what that object owns, like the StatefulSet that an
 * operator made for a custom resource (`persistentVolumeClaimRetentionPolicy.whenDeleted: Delete`).
 */
import { keyOf, refOf, type KubeObject, type ObjectRef, type OwnerReference } from '../../api';
import { defined } from '../../defined';
import { reasonOf } from './error';
import { mayOwnClaims } from './kinds';
import type { Departure, GuardCluster, Removal } from './types';

export type ClaimsByOwner = ReadonlyMap<string, readonly KubeObject[]>;

/** How far owners are followed. */
const MAX_DEPTH = 8;

/**
 * Claims that hold data and go because an object goes, by the key of that object. Those that are to be deleted themselves are not
 * among them.
 * @throws when claims, or owners of one, could not be read
 */
export async function claimsThatGo(cluster: GuardCluster, { removals, goes }: Departure): Promise<ClaimsByOwner> {
  const found = new Map<string, KubeObject[]>();
  const candidates = removals.filter(({ ref }) => mayOwnClaims(ref));
  const owners = (await Promise.all(candidates.map((candidate) => ownerOf(cluster, candidate, goes)))).flat();
  if (owners.length === 0) return found;
  const uids = new Map(owners.map(({ ref, uid = '' }) => [uid, keyOf(ref)]));
  const namespaces = new Set(owners.map(({ ref }) => ref.namespace));
  const places = namespaces.has(undefined) ? [undefined] : [...namespaces];
  const lists = await Promise.all(places.map((namespace) =>
    cluster.list({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...defined({ namespace }) }, { metadataOnly: false })));
  const chain = new OwnerChain(cluster, uids);
  const claims = lists.flatMap(({ objects }) => objects)
    .map((claim) => ({ ...claim, apiVersion: 'v1', kind: 'PersistentVolumeClaim' }))
    .filter((claim) => isData(claim) && !goes(claim));
  for (const claim of claims) {
    const root = await chain.rootOf(claim);
    if (root !== undefined) found.set(root, [...(found.get(root) ?? []), claim]);
  }
  return found;
}

/** The object with its live uid; nothing where it is not there, or is not the one that goes. */
async function ownerOf(cluster: GuardCluster, { ref }: Removal, goes: Departure['goes']): Promise<readonly Removal[]> {
  const answer = await cluster.get(ref);
  if (answer.type === 'refused' || answer.type === 'lost') throw new Error(reasonOf(answer));
  if (answer.type !== 'object' || !goes({ ...answer.object, apiVersion: ref.apiVersion, kind: ref.kind })) return [];
  return [{ ref, uid: answer.object.metadata.uid ?? '' }];
}

/** Bound once, and not going yet. What a Pod owns is ephemeral: it goes whenever the Pod does. */
function isData(claim: KubeObject): boolean {
  const { ownerReferences = [], deletionTimestamp } = claim.metadata;
  const isOfPod = ownerReferences.some(({ kind, apiVersion }) => kind === 'Pod' && apiVersion === 'v1');
  const { phase } = (claim['status'] ?? {}) as { phase?: string };
  return ownerReferences.length > 0 && !isOfPod && deletionTimestamp === undefined && phase !== 'Pending';
}

/** Follows owner references up to what goes. Each owner is read once. */
class OwnerChain {
  private readonly owners = new Map<string, Promise<KubeObject | undefined>>();

  /** @param uids of the objects that go, with their keys */
  constructor(private readonly cluster: GuardCluster, private readonly uids: ReadonlyMap<string, string>) {}

  /** Key of the object with which it goes: every owner that it has goes. Undefined: it stays, because another owner does. */
  async rootOf({ metadata: { namespace, ownerReferences = [] } }: KubeObject, depth = 0): Promise<string | undefined> {
    if (depth > MAX_DEPTH) return undefined;
    const roots: string[] = [];
    for (const reference of ownerReferences) {
      const root = this.uids.get(reference.uid);
      if (root !== undefined) {
        roots.push(root);
        continue;
      }
      const owner = await this.owner(reference, namespace);
      // An owner that is gone keeps nothing.
      if (owner === undefined) continue;
      const above = await this.rootOf(owner, depth + 1);
      if (above === undefined) return undefined;
      roots.push(above);
    }
    return roots[0];
  }

  private owner(reference: OwnerReference, namespace: string | undefined): Promise<KubeObject | undefined> {
    let owner = this.owners.get(reference.uid);
    if (owner === undefined) this.owners.set(reference.uid, (owner = this.read(reference, namespace)));
    return owner;
  }

  private async read({ apiVersion, kind, name, uid }: OwnerReference, namespace: string | undefined): Promise<KubeObject | undefined> {
    const served = await this.cluster.resolve(apiVersion, kind);
    const ref: ObjectRef = { apiVersion, kind, name, ...(served?.namespaced === false ? {} : defined({ namespace })) };
    const answer = await this.cluster.get(ref);
    if (answer.type === 'refused' || answer.type === 'lost') throw new Error(reasonOf(answer));
    return answer.type === 'object' && answer.object.metadata.uid === uid ? { ...answer.object, ...refOf(answer.object) } : undefined;
  }
}

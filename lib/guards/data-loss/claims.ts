/**
 * Claims that the garbage collector takes along: owned by an object that goes, or by what that object owns, like the StatefulSet that an
 * operator made for a custom resource (`persistentVolumeClaimRetentionPolicy.whenDeleted: Delete`).
 */
import { keyOf, type KubeObject, type ObjectRef, type OwnerReference } from '../../api';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { reasonOf } from './error';
import { isNamespace, mayOwnClaims } from './kinds';
import type { Departure, GuardCluster } from './types';

export type ClaimsByOwner = ReadonlyMap<string, readonly KubeObject[]>;

/** How far owners are followed. */
const MAX_DEPTH = 8;

/**
 * Claims that hold data and go because an object goes, by the key of that object. Those that are to be deleted themselves are not
 * among them. One request for each namespace that something goes from, and one for each owner of a claim that holds data.
 * @throws when claims, or owners of one, could not be read
 */
export async function claimsThatGo(cluster: GuardCluster, departure: Departure): Promise<ClaimsByOwner> {
  const found = new Map<string, KubeObject[]>();
  await Promise.all(placesOf(departure).map(async (place) => {
    const chain = new OwnerChain(cluster, departure, place);
    for (const claim of await claimsAt(cluster, place)) {
      if (!isData(claim) || departure.goes(claim)) continue;
      const root = await chain.rootOf(claim);
      if (root !== undefined) found.set(root, [...(found.get(root) ?? []), claim]);
    }
  }));
  return found;
}

/** Where claims may have an owner that goes. */
interface Place {
  /** Undefined: anywhere, because an owner has no namespace. */
  readonly namespace: string | undefined;
  /** Controllers give claims to objects that go from there. Otherwise only users do: an account that may not look is not stopped. */
  readonly likely: boolean;
}

/** The claims of a namespace that goes are counted with that; those that controllers made are counted with their owner. */
function placesOf({ removals }: Departure): readonly Place[] {
  const likely = new Set(removals.filter(({ ref }) => mayOwnClaims(ref)).map(({ ref }) => ref.namespace));
  if (likely.has(undefined)) return [{ namespace: undefined, likely: true }];
  const going = new Set(removals.filter(({ ref }) => isNamespace(ref)).map(({ ref }) => ref.name));
  const all = new Set(removals.flatMap(({ ref: { namespace } }) => namespace ?? []));
  return [...all]
    .map((namespace) => ({ namespace, likely: likely.has(namespace) }))
    .filter((place) => place.likely || !going.has(place.namespace));
}

async function claimsAt(cluster: GuardCluster, { namespace, likely }: Place): Promise<readonly KubeObject[]> {
  try {
    const scope = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...defined({ namespace }) };
    const { objects } = await cluster.list(scope, { metadataOnly: false });
    return objects.map((claim) => ({ ...claim, apiVersion: 'v1', kind: 'PersistentVolumeClaim' }));
  } catch (error) {
    if (!likely && isBoxcutterError(error) && error.code === 'server-forbidden') return [];
    throw error;
  }
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
  private readonly owners = new Map<string, Promise<Owner | undefined>>();
  private readonly keys: ReadonlySet<string>;
  private readonly recorded: ReadonlyMap<string | undefined, ObjectRef>;

  constructor(private readonly cluster: GuardCluster, private readonly departure: Departure, private readonly place: Place) {
    this.keys = new Set(departure.removals.map(({ ref }) => keyOf(ref)));
    this.recorded = new Map(departure.removals.map(({ ref, uid }) => [uid, ref]));
  }

  /** Key of the object with which it goes: every owner that it has goes. Undefined: it stays, because another owner does. */
  async rootOf({ metadata: { namespace, ownerReferences = [] } }: KubeObject, depth = 0): Promise<string | undefined> {
    if (depth > MAX_DEPTH) return undefined;
    const roots: string[] = [];
    for (const reference of ownerReferences) {
      const owner = await this.owner(reference, namespace);
      // An owner that is gone keeps nothing.
      if (owner === undefined) continue;
      const root = owner.goes ? owner.key : await this.rootOf(owner.object, depth + 1);
      if (root === undefined) return undefined;
      roots.push(root);
    }
    return roots[0];
  }

  private owner(reference: OwnerReference, namespace: string | undefined): Promise<Owner | undefined> {
    let owner = this.owners.get(reference.uid);
    if (owner === undefined) this.owners.set(reference.uid, (owner = this.read(reference, namespace)));
    return owner;
  }

  private async read(reference: OwnerReference, namespace: string | undefined): Promise<Owner | undefined> {
    // The version that a reference names may be served no longer; the record knows the one that was applied.
    const ref = this.recorded.get(reference.uid) ?? (await this.refOf(reference, namespace));
    const answer = await this.cluster.get(ref);
    const key = keyOf(ref);
    if (answer.type === 'refused' && answer.status.code === 403 && !this.place.likely) return { object: unseen(ref), key, goes: false };
    if (answer.type === 'refused' || answer.type === 'lost') throw new Error(reasonOf(answer));
    if (answer.type !== 'object' || answer.object.metadata.uid !== reference.uid) return undefined;
    const object = { ...answer.object, apiVersion: ref.apiVersion, kind: ref.kind };
    return { object, key, goes: this.keys.has(key) && this.departure.goes(object) };
  }

  private async refOf({ apiVersion, kind, name }: OwnerReference, namespace: string | undefined): Promise<ObjectRef> {
    const served = await this.cluster.resolve(apiVersion, kind);
    return { apiVersion, kind, name, ...(served?.namespaced === false ? {} : defined({ namespace })) };
  }
}

/** It is there, and nothing shows that it goes. */
function unseen({ apiVersion, kind, name }: ObjectRef): KubeObject {
  return { apiVersion, kind, metadata: { name } };
}

interface Owner {
  readonly object: KubeObject;
  readonly key: string;
  /** It is one of the removals, and the very object that is to go. */
  readonly goes: boolean;
}

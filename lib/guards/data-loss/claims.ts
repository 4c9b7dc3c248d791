/**
 * Claims that the garbage collector takes along: owned by an object that goes, or by what that object owns, like the StatefulSet that an
 * operator made for a custom resource (`persistentVolumeClaimRetentionPolicy.whenDeleted: Delete`).
 */
import { isNamespace, type KubeObject } from '../../api';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { mayOwnClaims } from './kinds';
import { OwnerChain } from './owner-chain';
import type { Departure, GuardCluster } from './types';

type ClaimsByOwner = ReadonlyMap<string, readonly KubeObject[]>;

/**
 * Claims that hold data and go because an object goes, by the key of that object. Those that are to be deleted themselves are not
 * among them. One request for each namespace that something goes from, and one for each owner of a claim that holds data.
 * @throws when claims, or owners of one, could not be read
 */
export async function claimsThatGo(cluster: GuardCluster, departure: Departure): Promise<ClaimsByOwner> {
  const found = new Map<string, KubeObject[]>();
  await Promise.all(placesOf(departure).map(async (place) => {
    const chain = new OwnerChain(cluster, departure, place.likely);
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

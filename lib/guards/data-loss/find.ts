/**
 * The data-loss guard: before objects go, what would go with them that is not ours? Custom resources with their CRD, the content
 * of a namespace, claims and volumes, and claims, namespaces and CRDs that the garbage collector takes along. Read-only; the caller stops,
 * or goes on because the user said so.
 */
import {
  groupKindOf, groupOf, holdsOthers, isClaim, isDefinition, isNamespace, isVolume, keyOf, refOf, type KubeObject, type ObjectRef,
} from '../../api';
import type { ServedKind } from '../../engine';
import { isBoxcutterError } from '../../errors';
import { claimsThatGo } from './claims';
import { reasonOf, unknownLoss } from './error';
import { holdersThatGo } from './holders';
import { contentKinds, isCustomGroup, mayOwnClaims, mayOwnHolders, mayTakeClaims, type Scope } from './kinds';
import { customKind, definitionOf, isDefinitionGone, listKind } from './list-kind';
import { withoutOrphans } from './orphans';
import type { DataLoss, DataLossReport, Departure, GuardCluster, Removal } from './types';

/** What every namespace gets by itself. */
const AUTOMATIC = new Set(['v1/ConfigMap/kube-root-ca.crt', 'v1/ConfigMap/openshift-service-ca.crt', 'v1/Service/kubernetes']);

/**
 * @returns each removal that would take something along that does not go anyway
 * @throws BoxcutterError `data-loss-unknown` (server) when something could not be looked at
 */
export async function findDataLoss(cluster: GuardCluster, departure: Departure): Promise<DataLossReport> {
  const { removals } = departure;
  if (!removals.some(({ ref }) => holdsOthers(ref) || mayTakeClaims(ref))) return { losses: [], seen: [] };
  const holding = removals.filter(({ ref }) => holdsOthers(ref));
  const leaving = (await Promise.all(holding.map((removal) => leave(cluster, removal, departure)))).flat();
  const [claims, taken] = await Promise.all([
    alongWith(departure, mayTakeClaims, () => claimsThatGo(cluster, departure)),
    alongWith(departure, mayOwnHolders, () => holdersThatGo(cluster, departure)),
  ]);
  const claimed = new Set([...claims.values()].flat().map(({ metadata }) => metadata.uid));
  const finder = await Finder.over(cluster, departure, [...leaving, ...taken], claimed);
  const losses = await Promise.all(leaving.map(async ({ ref, live }): Promise<DataLoss> => {
    return { ref, contents: isVolume(ref) ? volumeContents(ref, live) : countByKind(await finder.lostWith(ref)) };
  }));
  const within = await Promise.all(taken.map(async ({ root, ref }) => ({ root, lost: await finder.lostWith(ref) })));
  const byOwner = removals.map(({ ref }): DataLoss => {
    const key = keyOf(ref);
    const lost = within.flatMap((holder) => (holder.root === key ? holder.lost : []));
    return { ref, contents: countByKind([...(claims.get(key) ?? []), ...lost]) };
  });
  return { losses: [...losses, ...byOwner].filter(({ contents }) => contents.length > 0), seen: finder.seen };
}

/** An object that is going to be deleted, as it is now. */
interface Leaving {
  readonly ref: ObjectRef;
  readonly live: KubeObject;
}

/** Nothing goes with what is gone, or going already, nor with an object of the same name that is not ours: that is not deleted. */
async function leave(cluster: GuardCluster, { ref }: Removal, { goes }: Departure): Promise<readonly Leaving[]> {
  const answer = await cluster.get(ref);
  if (answer.type === 'gone' || answer.type === 'unserved') return [];
  if (answer.type !== 'object') throw unknownLoss(ref, reasonOf(answer));
  const live = { ...answer.object, apiVersion: ref.apiVersion, kind: ref.kind };
  return live.metadata.deletionTimestamp === undefined && goes(live) ? [{ ref, live }] : [];
}

/** What the garbage collector takes along. */
async function alongWith<T>({ removals }: Departure, mayTake: (ref: ObjectRef) => boolean, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const owner = removals.find(({ ref }) => mayOwnClaims(ref) && mayTake(ref)) ?? removals.find(({ ref }) => mayTake(ref));
    throw isInterruption(error) || owner === undefined ? error : unknownLoss(owner.ref, error);
  }
}

function isInterruption(error: unknown): boolean {
  return isBoxcutterError(error) && error.category === 'interrupted';
}

/**
 * Looks into what is leaving. Custom resources of a CRD that goes are listed once, for the CRD and for every namespace that goes with it.
 */
class Finder {
  readonly seen: KubeObject[] = [];
  private readonly custom = new Map<string, Promise<KubeObject[]>>();
  /** Definitions on record, by name: is it gone? */
  private readonly gone = new Map<string, Promise<boolean>>();

  private constructor(
    private readonly cluster: GuardCluster,
    private readonly departure: Departure,
    private readonly kinds: readonly ServedKind[],
    private readonly away: readonly string[],
    /** Kind of each definition that goes; undefined: it was never taken into use. */
    private readonly defined: ReadonlyMap<string, Scope | undefined>,
    /** Uids of claims that are counted with the object that owns them. */
    private readonly claimed: ReadonlySet<string | undefined>,
  ) {}

  static async over(
    cluster: GuardCluster, departure: Departure, leaving: readonly Leaving[], claimed: ReadonlySet<string | undefined>,
  ): Promise<Finder> {
    if (leaving.every(({ ref }) => isVolume(ref))) return new Finder(cluster, departure, [], [], new Map(), claimed);
    const kinds = await cluster.kinds();
    const away = leaving.some(({ ref }) => isNamespace(ref)) ? await cluster.unavailable() : [];
    const scopes = leaving.filter(({ ref }) => isDefinition(ref)).map(async ({ ref, live }) => {
      const kind = customKind(cluster, kinds, live).catch((error: unknown) => {
        throw unknownLoss(ref, error);
      });
      return [keyOf(ref), await kind] as const;
    });
    return new Finder(cluster, departure, kinds, away, new Map(await Promise.all(scopes)), claimed);
  }

  async lostWith(ref: ObjectRef): Promise<readonly KubeObject[]> {
    if (isNamespace(ref)) this.refuseUnseen(ref);
    const custom = this.defined.get(keyOf(ref));
    const scopes = isNamespace(ref) ? contentKinds(this.kinds).map((kind) => ({ ...kind, namespace: ref.name })) : [];
    try {
      const lists = await Promise.all([...scopes, ...(custom === undefined ? [] : [custom])].map((scope) => this.list(scope)));
      const objects = lists.flat();
      if (isNamespace(ref)) this.seen.push(...objects);
      return await withoutOrphans(this.cluster, this.lost(ref, objects));
    } catch (error) {
      throw isInterruption(error) ? error : unknownLoss(ref, error);
    }
  }

  /** An API whose server is away may have objects anywhere. */
  private refuseUnseen(ref: ObjectRef): void {
    const [unseen] = this.away.filter((apiVersion) => isCustomGroup(groupOf(apiVersion)));
    if (unseen === undefined) return;
    throw unknownLoss(ref, `the server of ${unseen} does not answer the API server, so its objects cannot be seen.`);
  }

  private lost(ref: ObjectRef, objects: readonly KubeObject[]): readonly KubeObject[] {
    const { goes, isState, removals } = this.departure;
    const going = new Set([...this.defined.values()].flatMap((scope) => (scope === undefined ? [] : [groupKindOf(scope)])));
    const strangers = new Set(objects.filter((object) => !goes(object)).map(({ metadata }) => metadata.uid));
    // What is on record by its uid, but is not ours any more, is counted itself.
    const recorded = removals.map(({ uid }) => uid).filter((uid) => !strangers.has(uid));
    const uids = new Set([...objects.map(({ metadata }) => metadata.uid), ...recorded]);
    // Custom resources go with their definition, no matter what owns them: their owner may stay, and only they hold what they say.
    const goesWithOwner = (object: KubeObject): boolean => !going.has(groupKindOf(object)) && hasOwnerThatCounts(object, uids);
    // Custom resources whose definition goes, too, are listed there.
    const isListed = (object: KubeObject): boolean => isNamespace(ref) && going.has(groupKindOf(object));
    const isKnown = (object: KubeObject): boolean => goes(object) || isAutomatic(object) || isState(object);
    const unknown = objects.filter((object) => !isKnown(object) && !isListed(object));
    const counted = unknown.filter((object) => !isClaim(object) && !goesWithOwner(object));
    // No owner makes the data of a claim anew: one of ours hides it only where the claim is counted there.
    const named = new Set([...counted.map(({ metadata }) => metadata.uid), ...this.claimed]);
    const isCounted = (claim: KubeObject): boolean => named.has(claim.metadata.uid) || isCountedWithOwner(claim, named);
    return [...counted, ...unknown.filter((object) => isClaim(object) && !isCounted(object))];
  }

  /** A definition that went earlier in the same run took its objects along; what we know of the server may be older than that. */
  private async wentBefore(scope: Scope): Promise<boolean> {
    const definition = definitionOf(scope);
    if (!this.departure.isNamed(definition)) return false;
    // Once for all namespaces.
    let gone = this.gone.get(definition.name);
    if (gone === undefined) this.gone.set(definition.name, (gone = isDefinitionGone(this.cluster, scope)));
    return gone;
  }

  private async list(scope: Scope): Promise<readonly KubeObject[]> {
    const { apiVersion, kind, resource, namespace } = scope;
    const isGoing = [...this.defined.values()].some((other) => other !== undefined && groupKindOf(other) === groupKindOf(scope));
    if (!isGoing) return (await this.wentBefore(scope)) ? [] : listKind(this.cluster, scope);
    const id = groupKindOf(scope);
    let all = this.custom.get(id);
    if (all === undefined) this.custom.set(id, (all = listKind(this.cluster, { apiVersion, kind, resource })));
    return (await all).filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
  }
}

/** Its owner was counted itself, or it is ephemeral: that of a Pod goes whenever the Pod does. */
function isCountedWithOwner({ metadata: { ownerReferences = [] } }: KubeObject, counted: ReadonlySet<string | undefined>): boolean {
  return ownerReferences.some(({ apiVersion, kind, uid }) => counted.has(uid) || (apiVersion === 'v1' && kind === 'Pod'));
}

function volumeContents({ kind, name }: ObjectRef, live: KubeObject): DataLoss['contents'] {
  return holdsData(live) ? [{ kind, count: 1, examples: [name] }] : [];
}

/** A claim that was never bound holds nothing. */
function holdsData({ kind, ...object }: KubeObject): boolean {
  const { phase } = (object['status'] ?? {}) as { phase?: string };
  return !(kind === 'PersistentVolumeClaim' && phase === 'Pending');
}

/** Made by Kubernetes, or going already. */
function isAutomatic({ apiVersion, kind, metadata }: KubeObject): boolean {
  return AUTOMATIC.has(`${apiVersion}/${kind}/${metadata.name ?? ''}`) || metadata.deletionTimestamp !== undefined;
}

/**
 * Made by a controller for something in the same namespace that was counted itself, or is ours; or for an account (its tokens and
 * registry credentials). An owner elsewhere, or of a kind that was not looked at, says nothing: it lives on, and what it owns is lost.
 */
function hasOwnerThatCounts({ metadata: { ownerReferences = [] } }: KubeObject, uids: ReadonlySet<string | undefined>): boolean {
  return ownerReferences.some(({ apiVersion, kind, uid }) => uids.has(uid) || (apiVersion === 'v1' && kind === 'ServiceAccount'));
}

function countByKind(objects: readonly KubeObject[]): DataLoss['contents'] {
  const byKind = new Map<string, string[]>();
  for (const object of objects) {
    const { kind, name, namespace } = refOf(object);
    byKind.set(kind, [...(byKind.get(kind) ?? []), namespace === undefined ? name : `${namespace}/${name}`]);
  }
  return [...byKind]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, names]) => ({ kind, count: names.length, examples: names.sort().slice(0, 3) }));
}

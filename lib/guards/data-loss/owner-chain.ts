/** What the garbage collector makes of owner references: with which of the objects that go does this one go? */
import { keyOf, type KubeObject, type ObjectRef, type OwnerReference } from '../../api';
import { defined } from '../../defined';
import { reasonOf } from './error';
import type { Departure, GuardCluster } from './types';

/** Owners of one object, those of its owners among them. Controllers make a handful; a user can make as many as there is room for. */
const MAX_OWNERS = 100;

/** Follows owner references up to what goes. Each owner is read once. */
export class OwnerChain {
  private readonly owners = new Map<string, Promise<Owner | undefined>>();
  private readonly keys: ReadonlySet<string>;
  private readonly recorded: ReadonlyMap<string | undefined, ObjectRef>;

  /** @param likely controllers make such owners; otherwise only users do, and one that may not be read is taken for one that stays */
  constructor(private readonly cluster: GuardCluster, private readonly departure: Departure, private readonly likely: boolean) {
    this.keys = new Set(departure.removals.map(({ ref }) => keyOf(ref)));
    this.recorded = new Map(departure.removals.map(({ ref, uid }) => [uid, ref]));
  }

  /**
   * Key of the object with which it goes: every owner that it has goes. Undefined: it stays, because another owner does.
   * @throws when an owner could not be read, or there are too many
   */
  async rootOf(object: KubeObject): Promise<string | undefined> {
    let root: string | undefined;
    const left = [object];
    // Owners may own each other.
    const known = new Set<string>();
    for (const { metadata: { namespace, ownerReferences = [] } } of left) {
      const owners = await this.ownersOf(ownerReferences, namespace);
      if (owners.length === 0) return undefined;
      for (const owner of owners) {
        if (owner.goes) root ??= owner.key;
        else if (!known.has(owner.key)) {
          known.add(owner.key);
          left.push(owner.object);
        }
      }
      if (known.size > MAX_OWNERS) throw new Error(`${object.metadata.name ?? ''} has more than ${MAX_OWNERS} owners, and owners of them.`);
    }
    return root;
  }

  /** An owner that is gone keeps nothing. */
  private async ownersOf(references: readonly OwnerReference[], namespace: string | undefined): Promise<readonly Owner[]> {
    const owners: Owner[] = [];
    for (const reference of references) {
      const owner = await this.owner(reference, namespace);
      if (owner !== undefined) owners.push(owner);
    }
    return owners;
  }

  private owner(reference: OwnerReference, namespace: string | undefined): Promise<Owner | undefined> {
    let owner = this.owners.get(reference.uid);
    if (owner === undefined) this.owners.set(reference.uid, (owner = this.read(reference, namespace)));
    return owner;
  }

  private async read(reference: OwnerReference, namespace: string | undefined): Promise<Owner | undefined> {
    // The version that a reference names may be served no longer; the record knows the one that was applied.
    const ref = this.recorded.get(reference.uid) ?? (await ownerRef(this.cluster, reference, namespace));
    const answer = await this.cluster.get(ref);
    const key = keyOf(ref);
    if (answer.type === 'refused' && answer.status.code === 403 && !this.likely) return { object: unseen(ref), key, goes: false };
    if (answer.type === 'refused' || answer.type === 'lost') throw new Error(reasonOf(answer));
    if (answer.type !== 'object' || answer.object.metadata.uid !== reference.uid) return undefined;
    const object = { ...answer.object, apiVersion: ref.apiVersion, kind: ref.kind };
    return { object, key, goes: this.keys.has(key) && this.departure.goes(object) };
  }
}

/** Where an owner would be: in the namespace of what it owns, or in none. */
export async function ownerRef(
  cluster: Pick<GuardCluster, 'resolve'>, { apiVersion, kind, name }: OwnerReference, namespace: string | undefined,
): Promise<ObjectRef> {
  const served = await cluster.resolve(apiVersion, kind);
  return { apiVersion, kind, name, ...(served?.namespaced === false ? {} : defined({ namespace })) };
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

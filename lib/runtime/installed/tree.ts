/** An extension down to its Pods: phases, objects, and what these own. Writes nothing. */
import { keyOf, type KubeObject } from '../../api';
import { refusedFor } from '../explain/refused';
import { lookAtExtension, type Look, type LookOptions } from '../status/status';
import { ownedBy, type OwnedObject } from './owned-objects';

export interface ExtensionTree {
  readonly look: Look;
  /** What each object owns, by its key. An object that owns nothing is not in it. */
  readonly owned: ReadonlyMap<string, readonly OwnedObject[]>;
  /** Kinds that could not be listed, a sentence each. */
  readonly refused: readonly string[];
}

/** What controllers make on the way to Pods, and beside them. */
const KINDS: readonly (readonly [apiVersion: string, kind: string])[] = [
  ['apps/v1', 'Deployment'], ['apps/v1', 'StatefulSet'], ['apps/v1', 'DaemonSet'], ['apps/v1', 'ReplicaSet'],
  ['batch/v1', 'CronJob'], ['batch/v1', 'Job'], ['v1', 'Pod'], ['v1', 'PersistentVolumeClaim'], ['v1', 'Service'],
];

/**
 * One list for each kind and namespace that the extension has objects in, whatever the number of objects.
 * @throws BoxcutterError as `lookAtExtension`; what may not be listed is said in `refused`
 */
export async function treeOfExtension(extension: string, options: LookOptions): Promise<ExtensionTree> {
  const look = await lookAtExtension(extension, options);
  const { inventory } = look.stored.head;
  const namespaces = [...new Set(inventory.flatMap(({ ref }) => ref.namespace ?? []))];
  const refused: string[] = [];
  const asked = namespaces.flatMap((namespace) => KINDS.map(([apiVersion, kind]) => ({ apiVersion, kind, namespace })));
  const listed = await Promise.all(asked.map(async ({ apiVersion, kind, namespace }): Promise<readonly KubeObject[]> => {
    try {
      const { objects } = await options.cluster.list({ apiVersion, kind, namespace });
      // Items of a list need not name their kind.
      return objects.map((object) => ({ ...object, apiVersion, kind }));
    } catch (error) {
      refused.push(refusedFor(`${kind}s of namespace ${namespace}`, error));
      return [];
    }
  }));
  const candidates = listed.flat();
  const owned = new Map(inventory.flatMap(({ ref, uid }) => {
    const found = uid === undefined ? [] : ownedBy(uid, candidates);
    return found.length === 0 ? [] : [[keyOf(ref), found] as const];
  }));
  return { look, owned, refused };
}

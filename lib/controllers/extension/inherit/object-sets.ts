/** The ClusterObjectSets of an extension: what they have becomes the revision with the next number, and they go. */
import { ANNOTATION_FROM_OBJECT_SETS, type KubeObject } from '../../../api';
import {
  CLUSTER_OBJECT_SET, extensionUids, letGo, type ObjectSet, objectSetOf, objectSetsOf, readOne, sourceOfSets,
} from '../../../adoption';
import type { KubeCluster } from '../../../kube';
import { ResourceCache, type ResourceCacheOptions, type ResourceHandler } from '../../process';
import type { Outcome } from '../outcome';
import type { LiveExtension, LiveRevision } from '../revision-facts';
import { type Found, inherit, type InheritPlace } from './inherit';

/** What they say, without their content. None where the cluster does not serve their kind when the process begins. */
export class ObjectSets {
  /** Resolves when all that exist were seen. */
  readonly synced: Promise<void>;
  private cache: ResourceCache<KubeObject> | undefined;
  private closed = false;

  constructor(cluster: Pick<KubeCluster, 'observe' | 'resolve'>, options: Pick<ResourceCacheOptions<KubeObject>, 'onTrouble'>) {
    this.synced = this.open(cluster, options);
  }

  /** Of an extension by its uid, newest first. */
  of(uid: string): readonly ObjectSet[] {
    return objectSetsOf(this.cache?.by('extension', uid) ?? [], uid);
  }

  on(handler: ResourceHandler<KubeObject>): void {
    this.cache?.on(handler);
  }

  close(): void {
    this.closed = true;
    this.cache?.close();
  }

  private async open(
    cluster: Pick<KubeCluster, 'observe' | 'resolve'>, options: Pick<ResourceCacheOptions<KubeObject>, 'onTrouble'>,
  ): Promise<void> {
    const { apiVersion, kind } = CLUSTER_OBJECT_SET;
    if (await cluster.resolve(apiVersion, kind) === undefined || this.closed) return;
    this.cache = new ResourceCache<KubeObject>(cluster, CLUSTER_OBJECT_SET, {
      transform: withoutContent, index: { extension: extensionUids }, ...options,
    });
    await this.cache.synced;
  }
}

function withoutContent({ metadata: { managedFields: _managers, ...metadata }, ...object }: KubeObject): KubeObject {
  const { phases: _phases, ...spec } = (object['spec'] ?? {}) as Readonly<Record<string, unknown>>;
  return { ...object, metadata, spec };
}

/** @throws BoxcutterError `content-missing`, `content-invalid`, `invalid-revision` (input), and as `inherit` */
export async function inheritObjectSets(
  extension: LiveExtension, sets: readonly ObjectSet[], revisions: readonly LiveRevision[], place: InheritPlace,
): Promise<Outcome | undefined> {
  const { cluster, systemNamespace } = place;
  return inherit(extension, revisions, {
    what: `What operator-controller has installed of ${extension.metadata.name ?? ''}`,
    made: revisions.find(({ metadata: { annotations } }) => annotations?.[ANNOTATION_FROM_OBJECT_SETS] !== undefined),
    find: () => foundOf(extension, sets, place),
    settle: (owner) => letGo(sets, owner, systemNamespace, cluster),
  }, place);
}

async function foundOf(
  { metadata: { name = '' }, spec: { namespace } }: LiveExtension, sets: readonly ObjectSet[], { cluster, systemNamespace }: InheritPlace,
): Promise<Found | undefined> {
  const active = sets.filter(({ isActive }) => isActive);
  const read = await Promise.all(active.map((set) => readOne({ ...CLUSTER_OBJECT_SET, name: set.name }, cluster)));
  const whole = read.flatMap((object) => (object === undefined ? [] : objectSetOf(object) ?? []));
  const found = await sourceOfSets(whole, { extension: name, namespace, systemNamespace }, cluster);
  if (found === undefined) return undefined;
  return {
    ...found,
    // Objects carry the number of the one that wrote them; the next one takes them from it.
    number: Math.max(...sets.map(({ number }) => number)) + 1,
    annotations: { [ANNOTATION_FROM_OBJECT_SETS]: whole.map((set) => set.name).join(',') },
  };
}

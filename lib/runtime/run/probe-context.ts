/**
 * What probes need of the cluster beside the object itself: whether the StorageClass of a claim binds at once. Read at most once for a
 * run, before it, and only when the run has a claim.
 */
import { groupOf, type KubeObject } from '../../api';
import type { ObserveScope, ProbeContext } from '../../engine';
import { isBoxcutterError } from '../../errors';

/** What is asked of a cluster (`KubeCluster` has it). */
export interface StorageClassReader {
  list(scope: ObserveScope): Promise<{ readonly objects: readonly KubeObject[] }>;
}

/** The name that marks the default class; of several the newest counts, as for the API server. */
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

/**
 * @param objects desired objects of the run; StorageClasses among them count as well, they may not exist yet
 * @returns facts for the probes. Nothing is known where the classes may not be listed: pending claims are then not waited for
 * @throws BoxcutterError category `server` when the server does not answer
 */
export async function readProbeContext(cluster: StorageClassReader, objects: Iterable<KubeObject>): Promise<ProbeContext> {
  const desired = [...objects];
  const hasClaim = desired.some(({ apiVersion, kind }) => kind === 'PersistentVolumeClaim' && apiVersion === 'v1');
  if (!hasClaim) return {};
  const stored = await listClasses(cluster);
  if (stored === undefined) return {};
  const brought = desired.filter(({ apiVersion, kind }) => kind === 'StorageClass' && groupOf(apiVersion) === 'storage.k8s.io');
  const byName = new Map([...stored, ...brought].map((object) => [object.metadata.name ?? '', object]));
  const byDefault = defaultOf([...byName.values()]);
  return {
    storageClass: (name) => {
      const found = name === undefined ? byDefault : byName.get(name);
      if (found === undefined) return undefined;
      const mode = found['volumeBindingMode'];
      return typeof mode === 'string' ? { volumeBindingMode: mode } : {};
    },
  };
}

/** Undefined: they may not be read, or the server has no such kind. */
async function listClasses(cluster: StorageClassReader): Promise<readonly KubeObject[] | undefined> {
  try {
    return (await cluster.list({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' })).objects;
  } catch (error) {
    if (isBoxcutterError(error) && (error.code === 'server-forbidden' || error.code === 'kind-unserved')) return undefined;
    throw error;
  }
}

function defaultOf(classes: readonly KubeObject[]): KubeObject | undefined {
  const marked = classes.filter(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true');
  return marked.sort((a, b) => dateOf(b) - dateOf(a))[0];
}

/** One that the revision brings has no date yet: it will be the newest. */
function dateOf({ metadata: { creationTimestamp: created } }: KubeObject): number {
  return created ? Date.parse(created) : Number.MAX_VALUE;
}

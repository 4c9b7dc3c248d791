/**
 * From the revisions of operator-controller to what is taken over: the objects of all that are active, each as the newest of them says it.
 */
import { displayName, type JsonObject, keyOf, refOf, type ResolvedRevision, type RevisionManifest } from '../../api';
import { defined } from '../../defined';
import { resolveRevision, type SourceObject } from '../../revision';
import { readOne } from '../take/answers';
import type { LiveReader } from '../take/read-live';
import type { TakeSource } from '../take/prepare';
import { type NotedBundle, notedBundle } from './noted-bundle';
import { installedSet, type ObjectSet } from './object-set';

export interface SetSource {
  readonly source: TakeSource;
  readonly bundle: NotedBundle;
}

interface Target {
  readonly extension: string;
  /** Where its objects go that name none. */
  readonly namespace: string;
  /** Of operator-controller: where content is of references that name no namespace. */
  readonly systemNamespace: string;
}

/**
 * @param sets with their content, newest first
 * @returns undefined: none of them is active
 * @throws BoxcutterError `content-missing`, `content-invalid`, `invalid-revision` (input), `object-unreadable` (server)
 */
export async function sourceOfSets(
  sets: readonly ObjectSet[], { extension, namespace, systemNamespace }: Target, reader: Pick<LiveReader, 'get'>,
): Promise<SetSource | undefined> {
  const installed = installedSet(sets);
  if (installed === undefined) return undefined;
  const active = sets.filter(({ isActive }) => isActive);
  const found = new Map<string, SourceObject>();
  for (const set of active) {
    const { phases } = await contentOf(set, systemNamespace, reader);
    for (const { object } of phases.flatMap(({ objects }) => objects)) {
      const key = keyOf(refOf(object));
      const origin = { source: `${set.kind} ${set.name}, ${displayName(refOf(object))}` };
      if (!found.has(key)) found.set(key, { manifest: object as unknown as JsonObject, origin });
    }
  }
  const bundle = notedBundle(installed.object.metadata.annotations ?? {});
  const controllers = active.map(({ kind, name, uid }) => ({ kind, name, uid }));
  return {
    bundle,
    source: {
      extension, namespace, objects: [...found.values()], former: { controllers, mustControl: true },
      ...defined({ packageName: bundle.packageName, version: bundle.version }),
    },
  };
}

async function contentOf({ object }: ObjectSet, systemNamespace: string, reader: Pick<LiveReader, 'get'>): Promise<ResolvedRevision> {
  const spec = object['spec'] as unknown as RevisionManifest['spec'];
  const phases = spec.phases.map((phase) => ({
    ...phase,
    objects: phase.objects.map(({ ref, ...entry }) => (
      { ...entry, ...defined({ ref: ref && { ...ref, namespace: ref.namespace || systemNamespace } }) })),
  }));
  const names = new Map(phases.flatMap((phase) => phase.objects).flatMap(({ ref }) => (
    ref === undefined ? [] : [[`${ref.namespace}/${ref.name}`, ref] as const])));
  const secrets = await Promise.all([...names.values()].map(({ namespace, name }) => (
    readOne({ apiVersion: 'v1', kind: 'Secret', namespace, name }, reader, 'Permission to get the Secrets with the content is needed.'))));
  // What is missing is said by what it is missing for.
  const found = secrets.filter((secret) => secret !== undefined);
  return resolveRevision({ ...object, spec: { ...spec, phases } } as unknown as RevisionManifest, found);
}

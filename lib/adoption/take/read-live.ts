/**
 * Objects as they are, for the fewest requests: a list where several are of one kind and namespace, a read where it is one, or where the
 * account may not list.
 */
import { groupKindOf, groupOf, keyOf, refOf, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { Answer, JsonPatchOperation, ServedKind } from '../../engine';
import { isBoxcutterError } from '../../errors';
import { readOne } from './answers';

/** What is asked of a cluster; `KubeCluster` is one. */
export interface LiveReader {
  resolve(apiVersion: string, kind: string): Promise<ServedKind | undefined>;
  kinds(): Promise<readonly ServedKind[]>;
  get(ref: ObjectRef): Promise<Answer>;
  /** What the patch would make of it; nothing is written. */
  tryPatch(ref: ObjectRef, operations: readonly JsonPatchOperation[], fieldManager: string): Promise<Answer>;
  list(
    scope: { readonly apiVersion: string; readonly kind: string; readonly namespace?: string; readonly labelSelector?: string },
  ): Promise<{ readonly objects: KubeObject[] }>;
}

/**
 * How kinds are served now, each as `servedAs` says it: one that is not known is asked for once more, together with all the others.
 * @throws what keeps discovery from knowing (`server-*`)
 */
export async function servedKinds(
  refs: readonly Pick<ObjectRef, 'apiVersion' | 'kind'>[], reader: LiveReader,
): Promise<ReadonlyMap<string, ServedKind | undefined>> {
  const wanted = new Map(refs.map((ref) => [`${ref.apiVersion} ${ref.kind}`, ref]));
  return new Map(await Promise.all([...wanted].map(async ([id, ref]) => [id, await servedAs(ref, reader)] as const)));
}

/** How a kind is served now: in its own version, or in another one. Undefined: in none. */
export async function servedAs(
  { apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>, reader: LiveReader,
): Promise<ServedKind | undefined> {
  const found = await reader.resolve(apiVersion, kind);
  if (found !== undefined) return found;
  return (await reader.kinds()).find((other) => other.kind === kind && groupOf(other.apiVersion) === groupOf(apiVersion));
}

/**
 * Objects that exist, by key.
 * @throws BoxcutterError `object-unreadable` (server)
 */
export async function readLive(refs: readonly ObjectRef[], reader: LiveReader): Promise<ReadonlyMap<string, KubeObject>> {
  const groups = new Map<string, ObjectRef[]>();
  for (const ref of refs) {
    const id = `${ref.apiVersion} ${groupKindOf(ref)} ${ref.namespace ?? ''}`;
    groups.set(id, [...(groups.get(id) ?? []), ref]);
  }
  const found = await Promise.all([...groups.values()].map((group) => readGroup(group, reader)));
  return new Map(found.flat().map((object) => [keyOf(refOf(object)), object]));
}

async function readGroup(refs: readonly ObjectRef[], reader: LiveReader): Promise<readonly KubeObject[]> {
  const [first] = refs;
  if (first === undefined) return [];
  const listed = refs.length === 1 ? undefined : await listLike(first, reader);
  const known = new Map((listed ?? []).map((object) => [keyOf(refOf(object)), object]));
  const missing = refs.filter((ref) => !known.has(keyOf(ref)));
  // Each on its own would be a request for every name that somebody has made up.
  const again = listed !== undefined && missing.length > 1 ? await listLike(first, reader) : undefined;
  const names = new Set(missing.map(({ name }) => name));
  const found = again?.filter(({ metadata: { name = '' } }) => names.has(name))
    ?? (await Promise.all(missing.map((ref) => readTwice(ref, listed !== undefined, reader)))).flat();
  return [...refs.flatMap((ref) => known.get(keyOf(ref)) ?? []), ...found];
}

/** What is not there is left out for good, and would stay as it is, as nobody's: a single answer out of date does not decide that. */
async function readTwice(ref: ObjectRef, wasMissed: boolean, reader: LiveReader): Promise<readonly KubeObject[]> {
  const found = await readOne(ref, reader) ?? (wasMissed ? undefined : await readOne(ref, reader));
  return found === undefined ? [] : [found];
}

/** All of its kind and namespace; undefined: this account may not list them. */
async function listLike({ apiVersion, kind, namespace }: ObjectRef, reader: LiveReader): Promise<readonly KubeObject[] | undefined> {
  try {
    const { objects } = await reader.list({ apiVersion, kind, ...defined({ namespace }) });
    return objects.map((object) => ({ ...object, apiVersion, kind }));
  } catch (error) {
    if (isBoxcutterError(error) && error.code === 'server-forbidden') return undefined;
    throw error;
  }
}

/**
 * Objects as they are, for the fewest requests: a list where several are of one kind and namespace, a read where it is one, or where the
 * account may not list.
 */
import { groupKindOf, groupOf, keyOf, refOf, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { Answer, ServedKind } from '../../engine';
import { isBoxcutterError } from '../../errors';
import { readOne } from './answers';

/** What is asked of a cluster; `KubeCluster` is one. */
export interface LiveReader {
  resolve(apiVersion: string, kind: string): Promise<ServedKind | undefined>;
  kinds(): Promise<readonly ServedKind[]>;
  get(ref: ObjectRef): Promise<Answer>;
  list(
    scope: { readonly apiVersion: string; readonly kind: string; readonly namespace?: string; readonly labelSelector?: string },
  ): Promise<{ readonly objects: KubeObject[] }>;
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
  return (await Promise.all(refs.map(async (ref) => known.get(keyOf(ref)) ?? readTwice(ref, listed !== undefined, reader)))).flat();
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

/**
 * What a namespace comes down to, so that two of them can be compared: content, labels and ownership, without what the API server and
 * its controllers add or count.
 */
import { ANNOTATION_OWNERS, keyOf, refOf, type KubeObject } from '../../lib/api';
import { canonicalJson } from '../../lib/engine';
import type { StoredHead } from '../../lib/state';
import type { Site } from './site';

/** By `Kind/name`; values are canonical JSON. */
export type FinalState = ReadonlyMap<string, string>;

export function idOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.name ?? ''}`;
}

/** What we, or another client, wrote: status and the work of controllers left out. */
export function contentOf({ status: _status, ...object }: KubeObject): string {
  const { metadata, spec, ...rest } = object;
  const { 'deployment.kubernetes.io/revision': _revision, ...annotations } = metadata.annotations ?? {};
  const { labels = {}, ownerReferences = [], finalizers = [] } = metadata;
  return canonicalJson({ ...rest, spec: withoutAddresses(spec), labels, annotations, ownerReferences, finalizers });
}

/** @param others of kinds that the history does not have */
export async function finalStateOf(site: Site, others: readonly KubeObject[] = []): Promise<FinalState> {
  const stored = await site.head();
  const all = [...site.objects().filter(({ kind }) => kind !== 'ReplicaSet'), ...others];
  const objects = all.filter((object) => !isWaste(object, all));
  const uids = new Map(objects.map((object) => [object.metadata.uid ?? '', `<${idOf(object)}>`]));
  const named = (text: string): string => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uid) => uids.get(uid) ?? '<gone>');
  const state = new Map<string, string>();
  for (const object of objects) {
    if (object.kind !== 'Secret') state.set(idOf(object), named(contentOf(sortedOwners(object))));
    else state.set(idOf(object), canonicalJson({ type: object['type'], keys: Object.keys((object['data'] ?? {}) as object).length > 0 }));
  }
  if (stored !== undefined) state.set('the record', canonicalJson(recordOf(stored, objects)));
  return state;
}

/** Content of a head that is gone: the garbage collector comes for it in its own time. */
function isWaste({ kind, metadata }: KubeObject, all: readonly KubeObject[]): boolean {
  const owners = metadata.ownerReferences ?? [];
  return kind === 'Secret' && owners.length > 0 && !owners.some(({ uid }) => all.some((other) => other.metadata.uid === uid));
}

/** The order of owners in the annotation says nothing. */
function sortedOwners(object: KubeObject): KubeObject {
  const text = object.metadata.annotations?.[ANNOTATION_OWNERS];
  if (text === undefined) return object;
  const owners = (JSON.parse(text) as { name: string }[]).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    ...object,
    metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [ANNOTATION_OWNERS]: canonicalJson(owners) } },
  };
}

function recordOf({ head }: StoredHead, objects: readonly KubeObject[]): unknown {
  const uids = new Map(objects.map((object) => [keyOf(refOf(object)), object.metadata.uid]));
  const inventory = head.inventory.map(({ ref, order, phase, uid }) => {
    const right = uid === undefined || uid === uids.get(keyOf(ref));
    return { object: `${ref.kind}/${ref.name}`, order, phase, known: uid !== undefined, right };
  });
  return {
    revisions: head.revisions.map(({ number, digest, completeAt }) => ({ number, digest, complete: completeAt !== undefined })),
    inventory: inventory.sort((a, b) => (a.object < b.object ? -1 : 1)),
    locked: head.lock !== undefined,
    paused: head.paused !== undefined,
    deleting: head.deleting === true,
  };
}

function withoutAddresses(spec: unknown): unknown {
  if (typeof spec !== 'object' || spec === null) return spec;
  const { clusterIP: _address, clusterIPs: _addresses, ...rest } = spec as Record<string, unknown>;
  return rest;
}

/** What is different, as sentences. */
export function differences(expected: FinalState, found: FinalState): readonly string[] {
  const ids = [...new Set([...expected.keys(), ...found.keys()])].sort();
  return ids.flatMap((id) => {
    const [should, is] = [expected.get(id), found.get(id)];
    if (should === is) return [];
    if (should === undefined) return [`${id} is left behind`];
    if (is === undefined) return [`${id} is missing`];
    return [`${id} is not as in the undisturbed run: ${firstDifference(should, is)}`];
  });
}

function firstDifference(should: string, is: string): string {
  let at = 0;
  while (should[at] === is[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `…${is.slice(from, at + 80)}… instead of …${should.slice(from, at + 80)}…`;
}

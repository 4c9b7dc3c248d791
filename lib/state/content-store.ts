/** Reading and writing the content of revisions, in Secrets beside the head. */
import type { KubeObject, ObjectRef, ResolvedRevision } from '../api';
import { defined } from '../defined';
import { canonicalJson } from '../engine';
import { contentRef, decodeContent, encodeContent, partsOf } from './content';
import { SECRET_TYPE_REVISION, type StoredHead } from './head';
import { stateError } from './state-error';
import type { StateCluster } from './store';

/** Writes the content of a revision. Content that is already there, from an earlier try at the same number, is replaced. */
export async function writeContent(cluster: StateCluster, head: StoredHead, revision: ResolvedRevision): Promise<void> {
  for (const part of encodeContent(revision, head)) {
    const ref: ObjectRef = {
      apiVersion: 'v1',
      kind: 'Secret',
      name: part.metadata.name ?? '',
      ...defined({ namespace: head.ref.namespace }),
    };
    let answer = await cluster.create(part);
    if (answer.type === 'lost') answer = await cluster.create(part);
    if (answer.type === 'refused' && answer.status.code === 409) {
      const existing = await cluster.get(ref);
      if (existing.type === 'object') {
        if (isSameContent(existing.object, part)) continue;
        if (existing.object['type'] !== SECRET_TYPE_REVISION) throw stateError(answer, 'write', ref);
        await cluster.delete(ref, { uid: existing.object.metadata.uid ?? '' });
      }
      answer = await cluster.create(part);
    }
    if (answer.type !== 'object') throw stateError(answer, 'write', ref);
  }
}

/** Same data, and of this very head: what a lost head owned goes with it. */
function isSameContent(existing: KubeObject, part: KubeObject): boolean {
  return isOfHead(existing, part.metadata.ownerReferences?.[0]?.uid) && canonicalJson(existing['data']) === canonicalJson(part['data']);
}

/**
 * A head that was deleted leaves its content behind for as long as the garbage collector takes; a new head of the same name must not take
 * that for its own.
 */
function isOfHead({ metadata }: KubeObject, uid: string | undefined): boolean {
  return uid !== undefined && metadata.ownerReferences?.some((owner) => owner.uid === uid) === true;
}

/** The content of a revision; undefined when it was not kept. */
export async function readContent(cluster: StateCluster, head: StoredHead, number: number): Promise<ResolvedRevision | undefined> {
  const namespace = head.ref.namespace ?? '';
  const parts: KubeObject[] = [];
  for (let part = 0, count = 1; part < count; part += 1) {
    const ref = contentRef(head.head.extension, namespace, number, part);
    const answer = await cluster.get(ref);
    if (answer.type === 'gone') return undefined;
    if (answer.type !== 'object') throw stateError(answer, 'read', ref);
    if (!isOfHead(answer.object, head.uid)) return undefined;
    parts.push(answer.object);
    if (part === 0) count = partsOf(answer.object);
  }
  return decodeContent(parts, contentRef(head.head.extension, namespace, number));
}

/** Is the content of a revision kept? Asked by its first part; what is in it is not looked at. */
export async function hasContent(cluster: StateCluster, head: StoredHead, number: number): Promise<boolean> {
  const ref = contentRef(head.head.extension, head.ref.namespace ?? '', number);
  const answer = await cluster.get(ref);
  if (answer.type !== 'object' && answer.type !== 'gone') throw stateError(answer, 'read', ref);
  return answer.type === 'object' && isOfHead(answer.object, head.uid);
}

/**
 * Removes the content of revisions that the history no longer names: by name, because who may write the state need not be allowed to list.
 * @throws BoxcutterError when something of it could not be removed; it goes with the head at the latest
 */
export async function pruneContent(cluster: StateCluster, head: StoredHead, numbers: readonly number[]): Promise<void> {
  await Promise.all(numbers.map((number) => removeContent(cluster, head, number)));
}

async function removeContent(cluster: StateCluster, head: StoredHead, number: number): Promise<void> {
  const parts: { readonly ref: ObjectRef; readonly uid: string }[] = [];
  for (let part = 0, count = 1; part < count; part += 1) {
    const ref = contentRef(head.head.extension, head.ref.namespace ?? '', number, part);
    const answer = await cluster.get(ref);
    if (answer.type === 'gone') break;
    if (answer.type !== 'object') throw stateError(answer, 'read', ref);
    const { metadata } = answer.object;
    if (!isOfHead(answer.object, head.uid)) return;
    if (part === 0) count = partsOf(answer.object);
    parts.push({ ref, uid: metadata.uid ?? '' });
  }
  // The first part names the others, so it goes last.
  for (const { ref, uid } of parts.reverse()) {
    const answer = await cluster.delete(ref, { uid });
    if (answer.type !== 'gone' && answer.type !== 'object') throw stateError(answer, 'delete', ref);
  }
}

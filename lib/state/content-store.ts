/** Reading and writing the content of revisions, in Secrets beside the head. */
import type { KubeObject, ObjectRef, ResolvedRevision } from '../api';
import { defined } from '../defined';
import { canonicalJson } from '../engine';
import { contentDigest } from '../revision';
import { contentRef, decodeContent, encodeContent, partsOf } from './content';
import { SECRET_TYPE_REVISION, type Head, type StoredHead } from './head';
import { stateError } from './state-error';
import type { StateCluster } from './store';
import { contentStatement, sealIn, withSeal, type NoKey, type Seals } from './trust';

/** How content was written. */
export type Written = { readonly sealed: true } | { readonly sealed: false; readonly why: NoKey | 'untrusted' };

/**
 * Writes the content of a revision, sealed where this account can. What was made of state that is not trusted gets no seal: it would pass
 * for an installer's own. Content that is already there, from an earlier try at the same number, is replaced.
 */
export async function writeContent(cluster: StateCluster, head: StoredHead, revision: ResolvedRevision, seals: Seals): Promise<Written> {
  const plain = encodeContent(revision, head);
  const answer = revision.untrusted === undefined ? await seals.seal(contentStatement(head, revision.number, plain)) : undefined;
  const parts = answer?.type === 'sealed' ? withSeal(plain, answer.seal) : plain;
  for (const part of parts) {
    const ref: ObjectRef = {
      apiVersion: 'v1',
      kind: 'Secret',
      name: part.metadata.name ?? '',
      ...defined({ namespace: head.ref.namespace }),
    };
    let stored = await cluster.create(part);
    if (stored.type === 'lost') stored = await cluster.create(part);
    if (stored.type === 'refused' && stored.status.code === 409) {
      const existing = await cluster.get(ref);
      if (existing.type === 'object') {
        if (isSameContent(existing.object, part)) continue;
        if (existing.object['type'] !== SECRET_TYPE_REVISION) throw stateError(stored, 'write', ref);
        await cluster.delete(ref, { uid: existing.object.metadata.uid ?? '' });
      }
      stored = await cluster.create(part);
    }
    if (stored.type !== 'object') throw stateError(stored, 'write', ref);
  }
  if (answer === undefined) return { sealed: false, why: 'untrusted' };
  return answer.type === 'sealed' ? { sealed: true } : { sealed: false, why: answer.why };
}

/** Same data, of this very head (what a lost head owned goes with it), and with the seal that it is to have, if any. */
function isSameContent(existing: KubeObject, part: KubeObject): boolean {
  const isOurs = isOfHead(existing, part.metadata.ownerReferences?.[0]?.uid);
  const seal = sealIn(part);
  return isOurs && canonicalJson(existing['data']) === canonicalJson(part['data']) && (seal === undefined || seal === sealIn(existing));
}

/**
 * A head that was deleted leaves its content behind for as long as the garbage collector takes; a new head of the same name must not take
 * that for its own.
 */
function isOfHead({ metadata }: KubeObject, uid: string | undefined): boolean {
  return uid !== undefined && metadata.ownerReferences?.some((owner) => owner.uid === uid) === true;
}

/** The Secrets that hold the content of a revision, in order; undefined when one of them is not kept. */
export async function readParts(cluster: StateCluster, head: StoredHead, number: number): Promise<readonly KubeObject[] | undefined> {
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
  return parts;
}

/**
 * The content of a revision; undefined when it was not kept, or is not what the head names under the number: an earlier try left it, which
 * wrote nothing, or another client put it there. With `untrusted` where its seal does not hold.
 */
export async function readContent(
  cluster: StateCluster,
  head: StoredHead,
  number: number,
  seals: Seals,
): Promise<ResolvedRevision | undefined> {
  const parts = await readParts(cluster, head, number);
  const [first] = parts ?? [];
  if (parts === undefined || first === undefined) return undefined;
  const ref = contentRef(head.head.extension, head.ref.namespace ?? '', number);
  const { untrusted: _untrusted, ...content } = decodeContent(parts, ref);
  const why = await seals.doubt(sealIn(first), contentStatement(head, number, parts));
  if (!isNamed(content, head.head, number, why === undefined)) return undefined;
  return why === undefined ? content : { ...content, untrusted: { secret: `${ref.namespace ?? ''}/${ref.name}`, why } };
}

/** Without a seal the digest that it says of itself proves nothing: it is computed. */
function isNamed({ extension, number, digest, phases, probes }: ResolvedRevision, head: Head, wanted: number, sealed: boolean): boolean {
  const recorded = head.revisions.find((revision) => revision.number === wanted);
  if (extension !== head.extension || number !== wanted || digest !== recorded?.digest) return false;
  return sealed || contentDigest(phases, probes) === digest;
}

/** Is the content of a revision kept, and has it a seal? Asked by its first part; what is in it is not looked at. */
export async function lookForContent(cluster: StateCluster, head: StoredHead, number: number): Promise<'absent' | 'sealed' | 'unsealed'> {
  const ref = contentRef(head.head.extension, head.ref.namespace ?? '', number);
  const answer = await cluster.get(ref);
  if (answer.type !== 'object' && answer.type !== 'gone') throw stateError(answer, 'read', ref);
  if (answer.type !== 'object' || !isOfHead(answer.object, head.uid)) return 'absent';
  return sealIn(answer.object) === undefined ? 'unsealed' : 'sealed';
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

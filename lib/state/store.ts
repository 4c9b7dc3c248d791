/**
 * Reading and writing the state of extensions. Every write of a head is a compare-and-swap on its resourceVersion.
 */
import type { KubeObject, ObjectRef, ResolvedRevision } from '../api';
import { defined } from '../defined';
import { canonicalJson, type Answer, type ApiStatus } from '../engine';
import { BoxcutterError, type HintText } from '../errors';
import { contentRef, decodeContent, encodeContent, partsOf } from './content';
import { decodeHead, encodeHead, headRef, LABEL_STATE, SECRET_TYPE_REVISION, type Head, type StoredHead } from './head';

/** What the state needs of a cluster (`KubeCluster` has it). */
export interface StateCluster {
  get(ref: ObjectRef): Promise<Answer>;
  create(object: KubeObject): Promise<Answer>;
  replace(object: KubeObject): Promise<Answer>;
  delete(ref: ObjectRef, options: { uid: string; resourceVersion?: string }): Promise<Answer>;
  list(scope: { apiVersion: string; kind: string; namespace?: string; labelSelector?: string }): Promise<{ objects: KubeObject[] }>;
  /** Where requests wait in a queue of their own; urgent ones go before all others. Absent: they wait with the others. */
  lane?(name: string, options: { readonly urgent: boolean }): StateCluster;
}

/** Another run wrote or removed the head in the meantime. */
export class HeadConflict extends BoxcutterError {
  constructor(extension: string, what = `Another run changed the state of extension "${extension}" at the same moment.`) {
    super('state-conflict', 'locked', what, { hint: 'Run the command again.' });
  }
}

/** How often a write of the head is sent whose answer is lost while it surely had no effect, and the first pause between; doubles. */
const WRITE_TRIES = 3;
const WRITE_PAUSE_MS = 250;

export async function readHead(cluster: StateCluster, extension: string, namespace: string): Promise<StoredHead | undefined> {
  const ref = headRef(extension, namespace);
  const answer = await cluster.get(ref);
  if (answer.type === 'gone') return undefined;
  if (answer.type === 'object') return decodeHead(answer.object);
  throw stateError(answer, 'read', ref);
}

/**
 * The heads of a namespace, or of all namespaces, by extension name.
 * @param onUnreadable called for each Secret that is no readable head, which is then left out; without it the first one throws
 */
export async function listHeads(
  cluster: StateCluster,
  namespace?: string,
  onUnreadable?: (error: BoxcutterError) => void,
): Promise<readonly StoredHead[]> {
  const scope = { apiVersion: 'v1', kind: 'Secret', ...defined({ namespace }), labelSelector: `${LABEL_STATE}=head` };
  const { objects } = await cluster.list(scope);
  const heads = objects.flatMap((object) => {
    try {
      return [decodeHead(object)];
    } catch (error) {
      if (onUnreadable === undefined || !(error instanceof BoxcutterError)) throw error;
      onUnreadable(error);
      return [];
    }
  });
  return heads.sort((a, b) => compare(a.head.extension, b.head.extension) || compare(a.ref.namespace ?? '', b.ref.namespace ?? ''));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Writes the first state of a head.
 * @throws HeadConflict when there is one that is not this; BoxcutterError `state-unreachable` when no answer comes
 */
export async function createHead(cluster: StateCluster, head: Head, namespace: string): Promise<StoredHead> {
  const ref = headRef(head.extension, namespace);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await cluster.create(encodeHead(head, namespace));
    if (answer.type === 'object') return decodeHead(answer.object);
    const exists = answer.type === 'refused' && answer.status.code === 409;
    if (!exists && answer.type !== 'lost') throw stateError(answer, 'create', ref);
    // Committed or not? If what is there is this very head, it was; also where something on the way has sent it twice.
    const stored = await readHead(cluster, head.extension, namespace);
    if (stored !== undefined && isSameHead(stored.head, head)) return stored;
    if (exists || stored !== undefined) throw new HeadConflict(head.extension);
    await pauseOrGiveUp(attempt, answer, 'create', ref);
  }
}

/**
 * Writes over this very state of the head.
 * @throws HeadConflict when another run wrote or removed it in the meantime; BoxcutterError `state-unreachable` when no answer comes
 */
export async function replaceHead(cluster: StateCluster, stored: StoredHead, head: Head): Promise<StoredHead> {
  const { extension } = head;
  const { namespace = '' } = stored.ref;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await cluster.replace(encodeHead(head, namespace, stored));
    if (answer.type === 'object') return decodeHead(answer.object);
    if (answer.type === 'gone' || (answer.type === 'refused' && answer.status.code === 404)) throw headGone(extension);
    const changed = answer.type === 'refused' && answer.status.code === 409;
    if (!changed && answer.type !== 'lost') throw stateError(answer, 'write', stored.ref);
    const current = await readHead(cluster, extension, namespace);
    if (current === undefined) throw headGone(extension);
    // Also where something on the way has sent it twice: then the conflict is with ourselves.
    if (current.uid === stored.uid && isSameHead(current.head, head)) return current;
    if (changed || current.uid !== stored.uid || current.resourceVersion !== stored.resourceVersion) throw new HeadConflict(extension);
    // Surely not written: the same state is still there, so it may be tried again.
    await pauseOrGiveUp(attempt, answer, 'write', stored.ref);
  }
}

/** A lock has an id of its own for every run, so two runs never write the same. */
function isSameHead(one: Head, other: Head): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Before a write without effect is sent again. */
async function pauseOrGiveUp(attempt: number, answer: Exclude<Answer, { type: 'object' }>, verb: string, ref: ObjectRef): Promise<void> {
  if (attempt === WRITE_TRIES) throw stateError(answer, verb, ref);
  await new Promise((resolve) => setTimeout(resolve, WRITE_PAUSE_MS * 2 ** (attempt - 1)));
}

function headGone(extension: string): HeadConflict {
  return new HeadConflict(extension, `The state of extension "${extension}" is gone: another run has deleted it.`);
}

/**
 * Deletes this very state of the head. The content Secrets go with it: they are owned by it.
 * @throws HeadConflict when another run wrote it in the meantime
 */
export async function deleteHead(cluster: StateCluster, stored: StoredHead): Promise<void> {
  const { head: { extension }, ref, uid, resourceVersion } = stored;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await cluster.delete(ref, { uid, resourceVersion });
    if (answer.type === 'gone' || answer.type === 'object') return;
    if (answer.type === 'refused' && answer.status.code === 409) throw new HeadConflict(extension);
    if (answer.type !== 'lost') throw stateError(answer, 'delete', ref);
    const current = await readHead(cluster, extension, ref.namespace ?? '');
    if (current === undefined) return;
    if (current.uid !== uid || current.resourceVersion !== resourceVersion) throw new HeadConflict(extension);
    await pauseOrGiveUp(attempt, answer, 'delete', ref);
  }
}

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

function stateError(answer: Exclude<Answer, { type: 'object' }>, verb: string, ref: ObjectRef): BoxcutterError {
  const what = `Cannot ${verb} the state of the extension (Secret ${ref.namespace ?? ''}/${ref.name})`;
  if (answer.type === 'refused') {
    return new BoxcutterError('state-refused', 'server', `${what}: ${answer.status.message}`, { hint: hintFor(answer.status, ref) });
  }
  return new BoxcutterError(
    'state-unreachable',
    'server',
    `${what}: ${answer.type === 'lost' ? answer.message : 'the API server gave no usable answer'}.`,
    { hint: 'Run the command again once the API server answers.' },
  );
}

function hintFor({ code }: ApiStatus, { namespace = '' }: ObjectRef): HintText {
  if (code === 403) {
    return ({ option }) =>
      `Ask for permission to get, create, update and delete Secrets in namespace ${namespace}, `
      + `or keep the state elsewhere with ${option('stateNamespace')}.`;
  }
  if (code === 404) return ({ option }) => `Create namespace ${namespace} first, or name an existing one with ${option('stateNamespace')}.`;
  return 'Run the command again.';
}

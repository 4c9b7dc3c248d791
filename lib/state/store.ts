/**
 * Reading and writing the heads of extensions. Every write of a head is a compare-and-swap on its resourceVersion.
 */
import { isDnsSubdomain, type KubeObject, type ObjectRef } from '../api';
import type { Answer } from '../engine';
import { BoxcutterError } from '../errors';
import { decodeHead, encodeHead, headRef, type Head, type StoredHead } from './head';
import { clocks, elapsedMs } from './lock/elapsed';
import { stateError } from './state-error';

/** What the state needs of a cluster (`KubeCluster` has it). */
export interface StateCluster {
  get(ref: ObjectRef): Promise<Answer>;
  create(object: KubeObject): Promise<Answer>;
  replace(object: KubeObject): Promise<Answer>;
  delete(ref: ObjectRef, options: { uid: string; resourceVersion?: string }): Promise<Answer>;
  list(scope: { apiVersion: string; kind: string; namespace?: string; labelSelector?: string }): Promise<{ objects: KubeObject[] }>;
  /** Time of the API server as its last answer said it, milliseconds since the epoch. Absent or undefined: not known. */
  serverTime?(): number | undefined;
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

/** @throws BoxcutterError `usage-name` (input) for what is no name of an extension; `state-*` (server) */
export async function readHead(cluster: StateCluster, extension: string, namespace: string): Promise<StoredHead | undefined> {
  if (!isDnsSubdomain(extension)) {
    throw new BoxcutterError('usage-name', 'input', `${JSON.stringify(extension)} cannot be the name of an extension.`, {
      hint: 'A name has lower-case letters, digits, hyphens and dots; the namespace of an extension is another option.',
    });
  }
  const ref = headRef(extension, namespace);
  const answer = await cluster.get(ref);
  if (answer.type === 'gone') return undefined;
  if (answer.type === 'object') return decodeHead(answer.object, cluster.serverTime?.());
  throw stateError(answer, 'read', ref);
}

/**
 * Writes the first state of a head.
 * @param onDoubt called before it is sent again, with the time that the answer was waited for: what is lost may still arrive
 * @throws HeadConflict when there is one that is not this; BoxcutterError `state-unreachable` when no answer comes
 */
export async function createHead(
  cluster: StateCluster, head: Head, namespace: string, onDoubt?: (waitedMs: number) => void,
): Promise<StoredHead> {
  const ref = headRef(head.extension, namespace);
  for (let attempt = 1; ; attempt += 1) {
    const asked = clocks();
    const answer = await cluster.create(encodeHead(head, namespace));
    if (answer.type === 'object') return decodeHead(answer.object, cluster.serverTime?.());
    const exists = answer.type === 'refused' && answer.status.code === 409;
    if (!exists && answer.type !== 'lost') throw stateError(answer, 'create', ref);
    // Committed or not? If what is there is this very head, it was; also where something on the way has sent it twice.
    const stored = await readHead(cluster, head.extension, namespace);
    if (stored !== undefined && isSameHead(stored.head, head)) return stored;
    if (exists || stored !== undefined) throw new HeadConflict(head.extension);
    onDoubt?.(elapsedMs(asked));
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
    if (answer.type === 'object') return decodeHead(answer.object, cluster.serverTime?.());
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

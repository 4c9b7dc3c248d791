/**
 * From a workload to its Pods: what keeps each of them from running. Pure, but for the lists.
 */
import { asObject, isJsonObject, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { ObserveScope } from '../../engine';
import { conditionsOf } from './conditions';
import type { LastWords } from './last-words';
import { podReasons } from './pod-reasons';
import { refusedFor } from './refused';
import { selectorOf } from './selector';
import { stallOfPod, type StallCause } from './stalls';

export interface PodTrouble {
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
  /** What is in the way, a sentence each: `container web waits: ImagePullBackOff: Back-off pulling image ...`. */
  readonly reasons: readonly string[];
  /** A container in trouble was started again. */
  readonly restarted: boolean;
  /** A container has ended with an error. */
  readonly ended: boolean;
  /** It will hardly get ready by itself. */
  readonly stall?: StallCause;
  /**
   * What a failed container wrote last, as a sentence. Shown to who asks, and recorded nowhere: others may read the record of an extension
   * who may not read logs.
   */
  readonly lastWords?: string;
}

/** What the Pods of an object are found with (`KubeCluster` has it). */
export interface Lister {
  list(scope: ObserveScope): Promise<{ readonly objects: readonly KubeObject[] }>;
}

export interface OlderPods {
  /** `ReplicaSet web-5d9c`. */
  readonly of: string;
  readonly total: number;
  readonly ready: number;
}

/** Trouble on the way to the Pods. */
export interface ChainTrouble {
  /** Which object reports it, where the message does not say so: `ReplicaSet web-5d9c`. */
  readonly of?: string;
  /** `FailedCreate: exceeded quota ...`. */
  readonly message: string;
}

/** Pods behind an object, as far as they may be seen. */
export interface PodChain {
  /** Names of what makes the Pods, from the object down: `ReplicaSet web-5d9c`. */
  readonly through: readonly string[];
  /** What that says of trouble, and claims of the Pods that are not bound. */
  readonly troubles: readonly ChainTrouble[];
  /** Pods that exist and are not being deleted. */
  readonly total: number;
  readonly ready: number;
  /** How many there should be, where the object says so. */
  readonly wanted?: number;
  /** Of a Deployment: Pods of older templates, which serve until the new ones are there. */
  readonly older: readonly OlderPods[];
  /** Pods in trouble, the first few. */
  readonly pods: readonly PodTrouble[];
  /** Uids of what makes the Pods, and of such claims: events about them belong here, too. */
  readonly uids: readonly string[];
  readonly refused?: string;
}

/** Pods that are shown of one object. */
const POD_LIMIT = 3;

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'ReplicationController']);

/** It is a Pod, or makes some. */
export function hasPods({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>): boolean {
  return WORKLOADS.has(kind) || (kind === 'Pod' && apiVersion === 'v1');
}

/** @param words reads the last words of failed containers. @default they are not asked for */
export async function podsOf(cluster: Lister, object: KubeObject, words?: LastWords): Promise<PodChain | undefined> {
  const { namespace = '', uid = '' } = object.metadata;
  const isPod = object.kind === 'Pod' && object.apiVersion === 'v1';
  const selector = selectorOf(object);
  if (!hasPods(object) || (!isPod && selector === undefined)) return undefined;
  try {
    const list = async (apiVersion: string, kind: string, labelSelector?: string): Promise<readonly KubeObject[]> =>
      (await cluster.list({ apiVersion, kind, namespace, ...defined({ labelSelector }) })).objects;
    const listClaims = (): Promise<readonly KubeObject[]> => list('v1', 'PersistentVolumeClaim');
    if (isPod) return await withClaims(await withLastWords(chain([object], [], []), [object], words), [object], listClaims);
    const sets =
      object.kind === 'Deployment' ? byAge((await list('apps/v1', 'ReplicaSet', selector)).filter((set) => isOwnedBy(set, [uid]))) : [];
    const newest = sets.slice(0, 1);
    const owners = object.kind === 'Deployment' ? newest.flatMap(uidOf) : [uid];
    const all = await list('v1', 'Pod', selector);
    const pods = all.filter((pod) => isOwnedBy(pod, owners));
    const older = sets.slice(1).map((set) => ({ of: nameOf(set), ...countReady(living(all.filter((pod) => isOwnedBy(pod, uidOf(set))))) }));
    const wanted = wantedOf(object);
    const found = { ...chain(pods, newest, owners), older: older.filter(({ total }) => total > 0), ...defined({ wanted }) };
    return await withClaims(await withLastWords(found, pods, words), pods, listClaims);
  } catch (error) {
    return {
      through: [],
      troubles: [],
      total: 0,
      ready: 0,
      older: [],
      pods: [],
      uids: [],
      refused: refusedFor(`Pods of ${object.kind} ${object.metadata.name ?? ''}`, error),
    };
  }
}

function chain(pods: readonly KubeObject[], sets: readonly KubeObject[], uids: readonly string[]): PodChain {
  const alive = living(pods);
  const troubled = alive.map((pod) => ({ pod, ...podReasons(pod), ...defined({ stall: stallOfPod(pod) }) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => Number(a.stall === undefined) - Number(b.stall === undefined));
  return {
    through: sets.map(nameOf),
    troubles: sets.flatMap((set) => conditionsOf(set).filter(({ type, status }) => type === 'ReplicaFailure' && status === 'True')
      .map(({ reason = '', message = '' }) => ({ of: nameOf(set), message: `${reason}: ${message}` }))),
    ...countReady(alive),
    older: [],
    pods: troubled.slice(0, POD_LIMIT).map(({ pod, said: _said, ...trouble }) => ({
      namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '', ...defined({ uid: pod.metadata.uid }), ...trouble,
    })),
    uids,
  };
}

async function withLastWords(found: PodChain, pods: readonly KubeObject[], words: LastWords | undefined): Promise<PodChain> {
  if (words === undefined) return found;
  const said = found.pods.map(async (trouble): Promise<PodTrouble> => {
    const pod = pods.find(({ metadata }) => metadata.name === trouble.name);
    return { ...trouble, ...defined({ lastWords: pod === undefined ? undefined : await words.of(pod) }) };
  });
  return { ...found, pods: await Promise.all(said) };
}

/** Words of the scheduler and the kubelet about claims and volumes; a claim that only waits for its first Pod is no trouble. */
const ABOUT_CLAIMS = /persistentvolumeclaim|storageclass|volume/i;

/** Claims that Pods in trouble wait for, where the scheduler says so. A caller that may not list claims gets the rest. */
async function withClaims(
  found: PodChain,
  pods: readonly KubeObject[],
  listClaims: () => Promise<readonly KubeObject[]>,
): Promise<PodChain> {
  const shown = new Set(found.pods.map(({ name }) => name));
  const isAboutClaims = (pod: KubeObject): boolean => podReasons(pod).said.some((words) => ABOUT_CLAIMS.test(words));
  const waiting = pods.filter((pod) => shown.has(pod.metadata.name ?? '') && isAboutClaims(pod));
  const names = [...new Set(waiting.flatMap(claimNames))];
  if (names.length === 0) return found;
  try {
    const claims = new Map((await listClaims()).map((claim) => [claim.metadata.name ?? '', claim]));
    const unbound = names.filter((name) => asObject(claims.get(name)?.['status'])?.['phase'] !== 'Bound');
    const uids = unbound.flatMap((name) => claims.get(name)?.metadata.uid ?? []);
    const troubles = unbound.map((name) => ({ message: claimTrouble(name, claims.get(name)) }));
    return { ...found, troubles: [...found.troubles, ...troubles], uids: [...found.uids, ...uids] };
  } catch {
    // What the scheduler says names the trouble, if not the claim.
    return found;
  }
}

/** `ReplicaSet web-5d9c: FailedCreate: exceeded quota ...`. */
export function troubleText({ of, message }: ChainTrouble): string {
  return of === undefined ? message : `${of}: ${message}`;
}

function claimNames(pod: KubeObject): readonly string[] {
  const volumes = asObject(pod['spec'])?.['volumes'];
  if (!Array.isArray(volumes)) return [];
  return volumes.filter(isJsonObject).flatMap((volume) => {
    const name = asObject(volume['persistentVolumeClaim'])?.['claimName'];
    return typeof name === 'string' ? [name] : [];
  });
}

function claimTrouble(name: string, claim: KubeObject | undefined): string {
  if (claim === undefined) return `PersistentVolumeClaim ${name} does not exist`;
  const storage = asObject(claim['spec'])?.['storageClassName'];
  const phase = asObject(claim['status'])?.['phase'];
  const storageClass = typeof storage === 'string' && storage !== '' ? `StorageClass ${storage}` : 'no StorageClass';
  return `PersistentVolumeClaim ${name} is ${typeof phase === 'string' ? phase : 'not looked at yet'} (${storageClass})`;
}

function living(pods: readonly KubeObject[]): readonly KubeObject[] {
  return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

function countReady(pods: readonly KubeObject[]): { readonly total: number; readonly ready: number } {
  const isReady = (pod: KubeObject): boolean => conditionsOf(pod).some(({ type, status }) => type === 'Ready' && status === 'True');
  return { total: pods.length, ready: pods.filter(isReady).length };
}

/** A Job counts completions, which is something else. */
function wantedOf(object: KubeObject): number | undefined {
  if (object.kind === 'Job') return undefined;
  const wanted =
    object.kind === 'DaemonSet' ? asObject(object['status'])?.['desiredNumberScheduled'] : (asObject(object['spec'])?.['replicas'] ?? 1);
  return typeof wanted === 'number' ? wanted : undefined;
}

function nameOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.name ?? ''}`;
}

function uidOf({ metadata }: KubeObject): readonly string[] {
  return metadata.uid === undefined ? [] : [metadata.uid];
}

/** ReplicaSets of a Deployment, the newest first; the Deployment numbers them. */
function byAge(sets: readonly KubeObject[]): readonly KubeObject[] {
  const number = ({ metadata }: KubeObject): number => Number(metadata.annotations?.['deployment.kubernetes.io/revision'] ?? 0);
  return [...sets].sort((a, b) => number(b) - number(a));
}

function isOwnedBy({ metadata }: KubeObject, uids: readonly string[]): boolean {
  return (metadata.ownerReferences ?? []).some(({ uid }) => uids.includes(uid));
}

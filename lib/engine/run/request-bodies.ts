/**
 * What is sent for a request of the core: from the request, the desired object, the live one and the owner to a body or a patch. Every
 * precondition of a write is in what it sends. Pure.
 */
import { GROUP, type KubeObject, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import { claimOf, sentTo, shortHash } from '../fields';
import { entriesToMerge, mergePatch, releasePatch, stampOwner, strategyFor, type OwnerContext } from '../ownership';
import type { JsonPatchOperation, Precondition } from '../ports';

/** Refused when the object exists, also under force: no stored object ever has version 1. */
export function createBody(desired: KubeObject): KubeObject {
  return { ...desired, metadata: { ...desired.metadata, resourceVersion: '1' } };
}

/**
 * The object as a new one beside the old one: under a name that no object has. Where the name of a kind says something, the server refuses
 * it for its name.
 */
export function trialBody(desired: KubeObject): KubeObject {
  const { name = '' } = desired.metadata;
  return createBody({
    ...desired,
    metadata: { ...desired.metadata, name: `${name.slice(0, LONGEST_STEM)}-${shortHash(name).slice(0, 8)}` },
  });
}

/** The shortest names that a kind allows have 52 characters (CronJob). */
const LONGEST_STEM = 40;

const RUN_PODS = new Set(['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet', 'CronJob', 'Job']);

/**
 * How an object goes that is made anew. What runs Pods goes after them, so that the old ones and the new ones never run at once. Everything
 * else goes right away: of kinds that it has not met yet, the garbage collector takes half a minute to hear.
 */
export function propagationOf({ apiVersion, kind }: ObjectRef): 'Foreground' | 'Background' {
  return RUN_PODS.has(kind) && (apiVersion === 'apps/v1' || apiVersion === 'batch/v1') ? 'Foreground' : 'Background';
}

/** What a trial shows, under the name that it is about. */
export function underItsName(tried: KubeObject, { metadata: { name } }: KubeObject): KubeObject {
  return { ...tried, metadata: { ...tried.metadata, ...defined({ name }) } };
}

export interface UpdateInput {
  /** With our mark. */
  readonly desired: KubeObject;
  /** As it was last seen; kept only where a request may need it. */
  readonly live: KubeObject | undefined;
  readonly context: OwnerContext;
  readonly revision: number;
}

/** An apply for exactly the state that was decided about. Fields that belong to others by rule stay as they are there. */
export function updateBody(on: Precondition, takeover: boolean, { desired, live, context, revision }: UpdateInput): KubeObject {
  const keepsOwners = live !== undefined && (takeover || hasOtherOwners(live, desired, context));
  const stamped = keepsOwners ? stampOwner(desired, context, revision, live) : desired;
  return withPrecondition(live === undefined ? stamped : sentTo(stamped, live, context.fieldManager, entriesToMerge(live, context)), on);
}

/** All owners stand in one annotation: those of others beside us, whom we once adopted it from, are written again with every update. */
export function hasOtherOwners(live: KubeObject, desired: KubeObject, context: OwnerContext): boolean {
  const strategy = strategyFor(desired, context.strategy);
  return strategy.type === 'annotation'
    && live.metadata.annotations?.[strategy.annotation] !== desired.metadata.annotations?.[strategy.annotation];
}

/** What other field managers hold of it becomes ours, and what nobody holds and is in the way of what is wanted. */
export function mergeBody(on: Precondition, live: KubeObject, desired: KubeObject, context: OwnerContext): readonly JsonPatchOperation[] {
  return mergePatch(live, context, desired.apiVersion, on, claimOf(desired, live, context.fieldManager));
}

/** The object is let go and lives on. `live` may have become a newer state than the one that was decided about: then it is refused. */
export function releaseBody(
  on: Precondition, live: KubeObject, context: OwnerContext, labels: readonly string[],
): readonly JsonPatchOperation[] {
  return releasePatch(withPrecondition(live, on), context, labels);
}

/** The rules stay as they are; the controller of aggregated roles no longer writes them. */
export function detachBody({ uid }: Precondition): readonly JsonPatchOperation[] {
  return [{ op: 'test', path: '/metadata/uid', value: uid }, { op: 'remove', path: '/aggregationRule' }];
}

/** An annotation that says when the object was nudged. Where there is no annotation yet, their map comes with it. */
export function nudgeBody({ uid, resourceVersion }: Precondition, live: KubeObject | undefined): readonly JsonPatchOperation[] {
  const change = live?.metadata.annotations === undefined
    ? { path: '/metadata/annotations', value: { [`${GROUP}/nudged`]: resourceVersion } }
    : { path: `/metadata/annotations/${GROUP}~1nudged`, value: resourceVersion };
  return [{ op: 'test', path: '/metadata/uid', value: uid }, { op: 'add', ...change }];
}

function withPrecondition(object: KubeObject, { uid, resourceVersion }: Precondition): KubeObject {
  return { ...object, metadata: { ...object.metadata, uid, resourceVersion } };
}

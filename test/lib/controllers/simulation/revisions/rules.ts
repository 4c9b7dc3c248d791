/** What must hold on every path of a world of revisions, and at its ends. */
import { FINALIZER_TEARDOWN, type Condition, type KubeObject } from '../../../../../lib/api';
import type { Violation } from '../explore';
import type { Next, World } from './model';
import { objectsOf } from './revision-turn';

export const RULES = {
  R1: 'an object is made when the finalizer of its revision is set: nothing is left when that goes',
  R2: 'an older revision is archived when the newer one has all of its objects',
  R3: 'a finalizer goes when the revision has no object any more',
  R4: 'what a newer revision has rolled out is not deleted by an older one',
  R5: 'of two with the same number, the second is not rolled out',
  R7: 'what has to go makes nothing any more, as soon as its process knows',
  R6: 'every path ends: the newest rolled out and said so, older ones archived, and nothing left of what was deleted',
} as const;

interface Spec {
  readonly revision: number;
  readonly lifecycleState: string;
}

export function specOf(object: KubeObject): Spec {
  return object['spec'] as Spec;
}

function revisionsOf({ server }: World): readonly KubeObject[] {
  return [...server.objects.values()].filter(({ kind }) => kind === 'ClusterExtensionRevision');
}

function ownedBy({ server }: World, uid: string | undefined): readonly string[] {
  return [...server.objects.values()].filter(({ metadata: { ownerReferences = [] } }) => ownerReferences.some((owner) => owner.uid === uid))
    .map(({ metadata: { name = '' } }) => name);
}

export function check(before: World, { world, done }: Next): { readonly world: World; readonly bad?: Violation } {
  const bad = done === undefined ? undefined : violated(before, world, done);
  return bad === undefined ? { world } : { world, bad };
}

function violated(before: World, world: World, done: NonNullable<Next['done']>): Violation | undefined {
  if (done.type === 'put') {
    const owner = revisionsOf(before).find(({ metadata }) => metadata.uid === done.object.metadata.ownerReferences?.[0]?.uid);
    if (world.server !== before.server && owner?.metadata.finalizers?.includes(FINALIZER_TEARDOWN) !== true) {
      return { rule: 'R1', what: `${done.object.metadata.name} is made for a revision that may go without it` };
    }
    const known = owner && before.process.turn?.moments.at(-1)?.cache.objects.get(`ClusterExtensionRevision/${owner.metadata.name ?? ''}`);
    const isLeaving = known !== undefined && (known.metadata.deletionTimestamp !== undefined || specOf(known).lifecycleState !== 'Active');
    if (isLeaving && world.server !== before.server) return { rule: 'R7', what: `${done.object.metadata.name} is made` };
    return undefined;
  }
  if (done.type === 'take' && world.server !== before.server) {
    const taken = revisionsOf(before).find(({ metadata }) => metadata.uid === done.uid);
    const isNewer = (other: KubeObject): boolean => taken !== undefined && specOf(other).revision > specOf(taken).revision;
    const isStanding = (other: KubeObject): boolean => other.metadata.deletionTimestamp === undefined && specOf(other).lifecycleState === 'Active';
    const newer = revisionsOf(before)
      .find((other) => isNewer(other) && isStanding(other) && hasSucceeded(other) && objectsOf(other).includes(done.ref.name));
    return newer === undefined ? undefined : { rule: 'R4', what: `${done.ref.name} is deleted, which ${newer.metadata.name} has` };
  }
  if (done.type !== 'patch') return undefined;
  const [was, is] = [before, world].map(({ server }) => server.objects.get(`ClusterExtensionRevision/${done.ref.name}`));
  if (was !== undefined && is !== undefined && specOf(was).lifecycleState === 'Active' && specOf(is).lifecycleState === 'Archived') {
    const newer = revisionsOf(before).find((other) => specOf(other).revision > specOf(was).revision
      && objectsOf(other).every((name) => ownedBy(before, other.metadata.uid).includes(name)));
    return newer === undefined ? { rule: 'R2', what: `${done.ref.name} is archived` } : undefined;
  }
  const isHeld = (object: KubeObject | undefined): boolean => object?.metadata.finalizers?.includes(FINALIZER_TEARDOWN) === true;
  const isReleased = was !== undefined && isHeld(was) && !isHeld(is);
  const left = isReleased ? ownedBy(before, was.metadata.uid) : [];
  return left.length === 0 ? undefined : { rule: 'R3', what: `${done.ref.name} lets go, and has ${left.join()}` };
}

function conditionOf(object: KubeObject, type: string): Condition | undefined {
  return ((object['status'] ?? {}) as { readonly conditions?: readonly Condition[] }).conditions?.find((one) => one.type === type);
}

function hasSucceeded(object: KubeObject): boolean {
  return conditionOf(object, 'Succeeded')?.status === 'True';
}

export function judge(world: World): Violation | undefined {
  const revisions = [...revisionsOf(world)].sort((a, b) => specOf(a).revision - specOf(b).revision);
  const twins = revisions.filter((one) => revisions.some((other) => other !== one && specOf(other).revision === specOf(one).revision));
  const second = twins.filter((one) => ownedBy(world, one.metadata.uid).length > 0);
  if (second.length > 1) return { rule: 'R5', what: `${second.map(({ metadata }) => metadata.name).join(' and ')} are rolled out` };
  const leaving = revisions.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  if (leaving.length > 0) return { rule: 'R6', what: `${leaving.map(({ metadata }) => metadata.name).join()} is still there` };
  const uids = new Set(revisions.map(({ metadata }) => metadata.uid));
  const left = [...world.server.objects.values()].filter(({ kind, metadata: { ownerReferences = [] } }) => (
    kind === 'ConfigMap' && ownerReferences.length > 0 && !ownerReferences.some(({ uid }) => uids.has(uid))
  ));
  if (left.length > 0) return { rule: 'R6', what: `${left.map(({ metadata }) => metadata.name).join()} is left` };
  if (twins.length > 0) return undefined;
  const newest = revisions.filter((one) => specOf(one).lifecycleState === 'Active').at(-1);
  if (newest !== undefined) {
    const others = world.server.objects.has('ConfigMap/theirs') && objectsOf(newest).includes('theirs');
    const missing = others ? [] : objectsOf(newest).filter((name) => !ownedBy(world, newest.metadata.uid).includes(name));
    if (missing.length > 0) return { rule: 'R6', what: `${newest.metadata.name} has no ${missing.join()}` };
    const progressing = conditionOf(newest, 'Progressing');
    if (progressing?.reason === 'ObjectCollisions' && world.server.objects.get('ConfigMap/theirs') !== undefined) return undefined;
    if (!hasSucceeded(newest) || progressing?.reason !== 'RolledOut') {
      return { rule: 'R6', what: `${newest.metadata.name} says ${progressing?.reason}: ${progressing?.message}` };
    }
  }
  const isDone = (one: KubeObject): boolean => specOf(one).lifecycleState === 'Archived' && (one.metadata.finalizers ?? []).length === 0;
  const old = revisions.filter((one) => one !== newest && !isDone(one));
  return old.length === 0 ? undefined : { rule: 'R6', what: `${old.map(({ metadata }) => metadata.name).join()} is not done with` };
}

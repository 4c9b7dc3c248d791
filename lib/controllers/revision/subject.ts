/** A revision with everything that a turn looks at it with. */
import type { FenceAnswer, Owner } from '../../state';
import { HELM_MANAGERS } from '../../adoption';
import type { ControllerContext, ResourceCache } from '../process';
import type { Contents } from './content/contents';
import type { Facts } from './facts';
import { numberProblem, siblingsOf, siblingUids } from './lineage';
import { revisionOf, type CachedRevision, type Revision } from './model';
import { ownerOf } from './owner';
import { targetFactsOf } from './target-facts';
import type { CollisionWatch } from './rollout/collision-watch';
import type { Memories, Memory } from './rollout/memory';
import type { ObjectPools } from './rollout/object-pools';

export interface TurnPlace {
  readonly context: ControllerContext;
  readonly cache: ResourceCache<CachedRevision>;
  readonly contents: Contents;
  readonly objects: ObjectPools;
  readonly memories: Memories;
  readonly collisions: CollisionWatch;
}

export interface Subject {
  readonly cached: CachedRevision;
  readonly revision: Revision;
  readonly siblings: readonly Revision[];
  readonly owner: Owner;
  readonly memory: Memory;
}

/** Undefined: there is no such revision, or it is a pending upgrade. */
export function subjectOf(name: string, { cache, memories, context }: TurnPlace): Subject | undefined {
  const cached = cache.get(name);
  const revision = cached && revisionOf(cached);
  if (cached === undefined || revision === undefined) return undefined;
  const others = cache.by('extension', revision.extension).flatMap((other) => revisionOf(other) ?? []);
  const siblings = siblingsOf(revision, others);
  const managers = revision.takesOver ? HELM_MANAGERS : [];
  const owner = ownerOf(revision, siblingUids(revision, siblings), context.target.name !== undefined, managers);
  return { cached, revision, siblings, owner, memory: memories.of(name, revision.uid) };
}

/** It has to go, with its objects. */
export function isLeaving({ deleting, state }: Pick<Revision, 'deleting' | 'state'>): boolean {
  return deleting || state === 'Archived';
}

/**
 * How things stand. What stands in the revision is asked once in a turn.
 * @param known what was found out in this turn already
 * @throws BoxcutterError category `server` when a Secret could not be read
 */
export async function factsOf({ cached, revision, siblings, memory }: Subject, place: TurnPlace, known?: Facts): Promise<Facts> {
  const now = place.context.clock.now().getTime();
  const content = known?.content ?? (isLeaving(revision)
    ? { type: 'resolved', digests: revision.observedPhases } as const
    : await place.contents.factsOf(cached, revision));
  const elsewhere = targetFactsOf(revision, place.context.target);
  const problem = numberProblem(revision, siblings);
  memory.interference = new Map([...memory.interference].filter(([, { until }]) => until > now));
  return {
    revision,
    content,
    now,
    ...(memory.run === undefined ? {} : { run: memory.run }),
    ...(problem === undefined ? {} : { number: problem }),
    ...(elsewhere === undefined ? {} : { target: elsewhere }),
    objects: place.objects.named(revision.name)?.facts(revision.name) ?? [],
    gates: place.objects.named(revision.name)?.gatesOf(revision.name) ?? [],
    interference: [...memory.interference.values()],
  };
}

/** A run ends when the revision wants something else by now. */
export function fenceOf({ name, uid, state, deleting }: Revision, cached: CachedRevision | undefined): FenceAnswer {
  const now = cached && revisionOf(cached);
  if (now === undefined || now.uid !== uid) return { held: false, message: `${name} is gone` };
  if (now.state === state && now.deleting === deleting) return { held: true, message: '' };
  return { held: false, message: `${name} is ${now.deleting ? 'being deleted' : now.state} now` };
}

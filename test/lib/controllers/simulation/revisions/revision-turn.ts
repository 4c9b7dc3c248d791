/**
 * A turn of a revision around the decisions of its controller. What stands for the runs of the engine, which has a search of its own: a
 * rollout makes each object, or takes it over; a teardown deletes those that the revision has, in reverse.
 */
import type { KubeObject, ObjectRef } from '../../../../../lib/api';
import type { Answer } from '../../../../../lib/engine';
import { BoxcutterError } from '../../../../../lib/errors';
import { isComplete } from '../../../../../lib/controllers/revision/conditions/progress';
import { statusOf } from '../../../../../lib/controllers/revision/conditions/status';
import { stepOf } from '../../../../../lib/controllers/revision/decide';
import type { Facts, RunFacts } from '../../../../../lib/controllers/revision/facts';
import { numberProblem, siblingsOf, siblingUids, toArchive } from '../../../../../lib/controllers/revision/lineage';
import { revisionOf, type CachedRevision, type Revision } from '../../../../../lib/controllers/revision/model';
import { archive, removeFinalizer, setFinalizer } from '../../../../../lib/controllers/revision/writes';
import { writeStatus } from '../../../../../lib/controllers/process/status-writer';
import type { Lane } from '../turn';

/** The decisions, which a test may replace. */
export interface Parts {
  readonly stepOf: typeof stepOf;
  readonly isComplete: typeof isComplete;
  readonly toArchive: typeof toArchive;
  readonly numberProblem: typeof numberProblem;
  /** A run asks before each write whether the revision still wants the same. */
  readonly fence: boolean;
}

export const PARTS: Parts = { stepOf, isComplete, toArchive, numberProblem, fence: true };

/** What a process remembers of its runs, by uid of the revision. */
export type Memory = Map<string, { readonly basis: string; readonly run: RunFacts }>;

export interface RevisionPlace {
  readonly lane: Lane & { readonly ask: (request: never) => Promise<Answer> };
  /** As the cache shows them now. */
  readonly revisions: () => readonly KubeObject[];
  readonly note: (object: KubeObject) => void;
  readonly memory: Memory;
}

const KIND = 'ClusterExtensionRevision';
const PACKED = Buffer.alloc(0);
const DIGESTS = [{ name: 'all', digest: 'sha256:00' }];
const NOW = Date.parse('2026-01-01T00:00:00Z');

/** Names of its objects, in their order. */
export function objectsOf(revision: KubeObject): readonly string[] {
  const { phases = [] } = (revision['spec'] ?? {}) as { readonly phases?: readonly { readonly objects: readonly string[] }[] };
  return phases.flatMap(({ objects }) => objects);
}

function modelOf(object: KubeObject | undefined): Revision | undefined {
  return object && revisionOf({ ...object, packed: PACKED } as unknown as CachedRevision);
}

export async function revisionTurn(name: string, place: RevisionPlace, parts: Parts = PARTS): Promise<{ readonly againInMs?: number } | void> {
  const { lane } = place;
  const find = (): KubeObject | undefined => place.revisions().find(({ metadata }) => metadata.name === name);
  const cached = find();
  const revision = modelOf(cached);
  if (cached === undefined || revision === undefined) return;
  const facts = factsOf(revision, place, parts);
  const step = parts.stepOf(facts);
  if (step.type === 'begin') {
    if (step.finalizer) {
      const written = await setFinalizer(lane as never, cached as CachedRevision, undefined);
      if (written === undefined) return;
      place.note(written);
    }
    await report(factsOf(modelOf(find()) ?? revision, place, parts), find, place);
    return { againInMs: 0 };
  }
  if (step.type === 'keep') await keep(revision, cached, find, place, parts);
  if (step.type === 'take-down') await takeDown(revision, cached, place);
  const after = factsOf(revision, place, parts);
  if (parts.stepOf(after).type === 'release') {
    if (!revision.deleting) await report({ ...after, objects: [] }, find, place);
    const released = await removeFinalizer(lane as never, (find() ?? cached) as CachedRevision);
    if (released !== undefined) place.note(released);
    return;
  }
  await report(after, find, place);
  if (revision.state !== 'Active' || revision.deleting || !parts.isComplete(after)) return;
  for (const older of parts.toArchive(revision, siblings(revision, place))) {
    const archived = await archive(lane as never, older);
    if (archived !== undefined) place.note(archived);
  }
}

function siblings(revision: Revision, { revisions }: RevisionPlace): readonly Revision[] {
  return siblingsOf(revision, revisions().flatMap((object) => modelOf(object) ?? []));
}

function factsOf(revision: Revision, place: RevisionPlace, parts: Parts): Facts {
  const all = siblings(revision, place);
  const number = parts.numberProblem(revision, all);
  const known = place.memory.get(revision.uid);
  const run = known?.basis === basisOf(revision, all) ? known.run : undefined;
  return {
    revision, content: { type: 'resolved', digests: DIGESTS }, objects: [], interference: [], now: NOW,
    ...(number === undefined ? {} : { number }), ...(run === undefined ? {} : { run }),
  };
}

/** What a run was for: another state, or other siblings, and it is done anew. */
function basisOf({ state, deleting }: Revision, all: readonly Revision[]): string {
  return [state, deleting, ...all.map(({ uid }) => uid)].join();
}

const refOf = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', name });

async function keep(revision: Revision, cached: KubeObject, find: () => KubeObject | undefined, place: RevisionPlace, parts: Parts): Promise<void> {
  const { lane, memory } = place;
  const all = siblings(revision, place);
  const basis = basisOf(revision, all);
  const before = memory.get(revision.uid);
  if (before?.basis === basis && before.run.type === 'rollout' && before.run.applied) return;
  const owner = { apiVersion: cached.apiVersion, kind: KIND, name: revision.name, uid: revision.uid, controller: true };
  const run = { type: 'rollout', applied: true, collisions: [], failures: [], terminal: [] } as const;
  for (const name of objectsOf(cached)) {
    const now = modelOf(find());
    if (parts.fence && (now === undefined || now.state !== revision.state || now.deleting)) {
      memory.set(revision.uid, { basis, run: { ...run, applied: false, stopped: 'it wants something else now' } });
      return;
    }
    const { apiVersion, kind } = refOf(name);
    const object = {
      apiVersion, kind, metadata: { name, annotations: { revision: String(revision.number) }, ownerReferences: [owner] },
    } as KubeObject;
    const answer = await lane.ask({ type: 'put', object, siblings: siblingUids(revision, all) } as never);
    if (answer.type === 'object') continue;
    if (answer.type !== 'refused' || answer.status.reason !== 'Collision') throw new BoxcutterError('lost', 'server', `${name} was not written`);
    const cause = { type: 'controlled' } as never;
    memory.set(revision.uid, { basis, run: { ...run, applied: false, collisions: [{ ref: refOf(name), phase: 'all', cause }] } });
    return;
  }
  memory.set(revision.uid, { basis, run });
}

async function takeDown(revision: Revision, cached: KubeObject, place: RevisionPlace): Promise<void> {
  const basis = basisOf(revision, siblings(revision, place));
  for (const name of [...objectsOf(cached)].reverse()) {
    const answer = await place.lane.ask({ type: 'take', ref: refOf(name), uid: revision.uid } as never);
    if (answer.type !== 'gone' && answer.type !== 'object') throw new BoxcutterError('lost', 'server', `${name} was not deleted`);
  }
  place.memory.set(revision.uid, { basis, run: { type: 'teardown', complete: true, left: [], failures: [] } });
}

async function report(facts: Facts, find: () => KubeObject | undefined, place: RevisionPlace): Promise<void> {
  const cached = find();
  const { generation } = (cached?.metadata ?? {}) as { readonly generation?: number };
  if (cached === undefined || cached.metadata.uid !== facts.revision.uid || generation !== facts.revision.generation) return;
  const { conditions = [] } = (cached['status'] ?? {}) as { readonly conditions?: Revision['conditions'] };
  const status = statusOf({ ...facts, revision: { ...facts.revision, conditions } });
  const written = await writeStatus(place.lane as never, cached, (live) => ({ ...(live['status'] as object | undefined), ...status }));
  if (written.type === 'written') place.note(written.object);
}

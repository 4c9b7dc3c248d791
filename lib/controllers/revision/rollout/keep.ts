/** One piece of due work: a rollout brought further, or objects repaired. The result is put down with the objects and in memory. */
import { keyOf, type KubeObject, type ObjectRef } from '../../../api';
import type { ObjectResult, Reader } from '../../../engine';
import { BoxcutterError, isBoxcutterError, messageOf } from '../../../errors';
import type { KeptObject, Work } from '../../../runtime/internal';
import type { RolloutFacts } from '../facts';
import type { Memory } from './memory';
import type { Kept, RevisionObjects, Standing } from './objects';
import { repairObjects, rollOut, type Ran, type RunPlace } from './run';

export interface KeepPlace {
  readonly revision: Kept;
  readonly memory: Memory;
  readonly objects: RevisionObjects;
  /** Reads objects in whatever version is served. */
  readonly reader: Pick<Reader, 'get'>;
  readonly run: RunPlace;
  readonly standing: Omit<Standing, 'inventory' | 'complete'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Performs what is due. Never rejects for what the server says: that is in the facts of the run. */
export async function performWork(work: Work, place: KeepPlace): Promise<void> {
  const { revision: { name }, memory, objects } = place;
  const { store } = objects;
  store.advance(name, { type: 'begun' });
  let left = true;
  let waits = false;
  try {
    if (work.type === 'rollout') {
      const ran = await rollOut(place.run, false, objects.seen(name));
      memory.run = ran.facts;
      memory.complete ||= ran.complete;
      left = !ran.complete;
      waits = ran.waits;
      note(ran, place);
    } else {
      left = await repair(work.keys, place);
    }
  } catch (error) {
    memory.run = errorFacts(error, place.now());
  } finally {
    memory.fresh = false;
    store.advance(name, { type: 'ended', work, left, waits });
  }
}

/** Looks at the objects, and writes nothing. @returns what a run would do */
export async function lookAtObjects(place: KeepPlace): Promise<readonly ObjectResult[]> {
  const { memory } = place;
  try {
    const ran = await rollOut(place.run, true, []);
    memory.run = { ...ran.facts, collisions: [], failures: [] };
    note({ ...ran, results: [] }, place);
    return ran.results;
  } catch (error) {
    memory.run = errorFacts(error, place.now());
    return [];
  }
}

export function errorFacts(error: unknown, at: number): NonNullable<Memory['run']> {
  return { type: 'error', code: isBoxcutterError(error) ? error.code : 'internal', message: messageOf(error), at };
}

/** First what is recorded now, then what was seen: in between nothing is judged. */
function note(ran: Ran, { revision, memory, objects, standing }: KeepPlace): void {
  const { store } = objects;
  const before = new Map((memory.inventory ?? []).map(({ ref, uid }) => [keyOf(ref), uid]));
  memory.inventory = ran.inventory;
  const kept = objects.kept(revision.name);
  // What was never there was not taken away.
  const repaired = ran.results.filter(({ ref }) => before.get(keyOf(ref)) !== undefined);
  if (kept !== undefined) store.noteRun(kept, repaired, ran.views);
  objects.take(revision, { ...standing, inventory: ran.inventory, complete: memory.complete });
}

/** As for the extensions of the command: what the streams showed is good enough to write with, and what they did not show is read. */
async function repair(keys: readonly string[], place: KeepPlace): Promise<boolean> {
  const { revision: { name }, memory, objects } = place;
  const { store } = objects;
  const kept = objects.kept(name);
  const suspects = keys.flatMap((key) => kept?.records.get(key) ?? []);
  if (kept === undefined || suspects.length === 0) return false;
  const before = new Map(suspects.map((record) => [record.key, { lostAt: record.lostAt, listedAt: store.listedAt(record) }]));
  const live = await liveOf(suspects, place);
  const wrong = suspects.filter((record) => {
    const { lostAt, listedAt } = before.get(record.key) ?? {};
    return store.confirm(kept, record, live.get(record.key), lostAt, listedAt);
  });
  if (wrong.length === 0) return false;
  const ran = await repairObjects(place.run, new Map(wrong.map(({ key }) => [key, live.get(key)])));
  memory.run = withRepairs(memory.run, ran.facts, new Set(wrong.map(({ key }) => key)));
  note(ran, place);
  for (const { key } of wrong) store.unchangedBy(kept, key, live.get(key), ran.views.get(key)?.resourceVersion);
  return wrong.filter((record) => store.isWrong(kept, record)).length > 0;
}

/** What the rollout came to, with what became of these objects since. */
function withRepairs(run: Memory['run'], repaired: RolloutFacts, keys: ReadonlySet<string>): RolloutFacts {
  if (run?.type !== 'rollout') return { ...repaired, applied: true };
  const isOther = ({ ref }: { readonly ref: ObjectRef }): boolean => !keys.has(keyOf(ref));
  const { stopped: _stopped, ...facts } = run;
  return {
    ...facts,
    collisions: [...run.collisions.filter(isOther), ...repaired.collisions],
    failures: [...run.failures.filter(isOther), ...repaired.failures],
    ...(repaired.stopped === undefined ? {} : { stopped: repaired.stopped }),
  };
}

async function liveOf(
  suspects: readonly KeptObject[], { objects, reader }: KeepPlace,
): Promise<ReadonlyMap<string, KubeObject | undefined>> {
  const found = await Promise.all(suspects.map(async (record) => {
    const shown = objects.suspects.of(record);
    if (shown !== undefined) return [record.key, shown] as const;
    const answer = await reader.get(record.ref);
    if (answer.type === 'object') return [record.key, answer.object] as const;
    if (answer.type === 'gone' || answer.type === 'unserved') return [record.key, undefined] as const;
    const why = answer.type === 'refused' ? answer.status.message : answer.message;
    throw new BoxcutterError('server-failed', 'server', `${record.ref.kind} ${record.ref.name} could not be read: ${why}.`);
  }));
  return new Map(found);
}

/** What is done for one extension when its turn has come: objects repaired, or a rollout brought further. */
import { HeadConflict, type ContentCache } from '../../state';
import type { Work } from './due-work';
import { extensionRefOf, type SubjectStore } from './subject-store';
import type { HeadIntake } from './head-intake';
import type { KeptObject } from './objects/kept-object';
import type { KeptSubject } from './objects/object-index';
import type { SuspectObjects } from './objects/suspect-objects';
import type { KeepOptions } from './options';
import { failuresOf, finishRollout, look, NOTHING_KNOWN, repair, type Known, type RepairOptions } from './repair';

export interface WorkPlace {
  readonly options: KeepOptions;
  readonly store: SubjectStore;
  readonly contents: ContentCache;
  /** What streams showed of objects that are wrong. */
  readonly suspects: Pick<SuspectObjects, 'of'>;
  /** What the streams showed of heads; it is given the head as it was read, and as a run left it. */
  readonly heads: Pick<HeadIntake, 'latest' | 'take'>;
}

/** @returns what was left undone: why, or empty when it only has to wait. Undefined: nothing */
export async function perform(kept: KeptSubject, work: Work, place: WorkPlace): Promise<string | undefined> {
  const { cluster, signal, breakLock = false, crdSafety, words, stateKey, trustState, vouchedDigests, onEvent } = place.options;
  const trust = { stateKey, trustState, vouchedDigests };
  const where = { ...extensionRefOf(kept), cluster, contents: place.contents };
  const options: RepairOptions = { ...where, ...trust, signal, breakLock, crdSafety, words };
  if (work.type === 'repair') return repairObjects(kept, work.keys, options, place);
  const { stored, complete, failure } = await finishRollout(options);
  if (stored === undefined) return undefined;
  place.heads.take(stored);
  onEvent?.({ type: 'rollout', revision: stored.head.revisions[0]?.number ?? 0, complete, ...extensionRefOf(kept) });
  // What a run leaves open of a revision that was complete once, it leaves open for good (objects that are paused).
  if (complete || (failure === undefined && stored.head.revisions[0]?.completeAt !== undefined)) return undefined;
  return failure ?? '';
}

/**
 * Three requests where streams have shown the head and every object: the lock taken, the write, the lock given back. What they showed
 * may be old by now. The server says so when the lock is taken of a head that changed since, and then everything is read; the write of an
 * object is for the state that was shown, too.
 */
async function repairObjects(
  kept: KeptSubject,
  keys: readonly string[],
  options: RepairOptions,
  place: WorkPlace,
): Promise<string | undefined> {
  const suspects = keys.flatMap((key) => kept.records.get(key) ?? []);
  const known = knownOf(kept, suspects, place);
  try {
    return await repairSuspects(kept, suspects, options, place, known);
  } catch (error) {
    if (!(error instanceof HeadConflict) || known.stored === undefined) throw error;
    return repairSuspects(kept, suspects, options, place, NOTHING_KNOWN);
  }
}

function knownOf({ id }: KeptSubject, suspects: readonly KeptObject[], place: WorkPlace): Known {
  const objects = suspects.flatMap((record) => {
    const object = place.suspects.of(record);
    return object === undefined ? [] : [[record.key, object] as const];
  });
  return { stored: place.heads.latest(id), objects: new Map(objects) };
}

async function repairSuspects(
  kept: KeptSubject,
  suspects: readonly KeptObject[],
  options: RepairOptions,
  { store, heads }: WorkPlace,
  known: Known,
): Promise<string | undefined> {
  const before = new Map(suspects.map((record) => [record.key, { lostAt: record.lostAt, listedAt: store.listedAt(record) }]));
  const { stored, live } = await look(suspects.map(({ ref }) => ref), options, known);
  if (stored === undefined) return undefined; // The stream of heads says so, too.
  heads.take(stored);
  const wrong = suspects.filter((record) => {
    const { lostAt, listedAt } = before.get(record.key) ?? {};
    return store.confirm(kept, record, live.get(record.key), lostAt, listedAt);
  });
  const { head } = stored;
  if (wrong.length === 0 || head.paused !== undefined || head.deleting === true) return undefined;
  const done = await repair(stored, new Map(wrong.map(({ key }) => [key, live.get(key)])), options);
  // First what is recorded now, then what is seen: in between nothing is judged.
  store.noteRun(kept, done.results, done.views);
  heads.take(done.stored);
  // What the run left as it was is known as a whole.
  for (const { key } of wrong) store.unchangedBy(kept, key, live.get(key), done.views.get(key)?.resourceVersion);
  const left = wrong.filter((record) => store.isWrong(kept, record));
  if (left.length === 0) return undefined;
  return failuresOf(done.results)[0] ?? done.refused ?? done.stopped ?? '';
}

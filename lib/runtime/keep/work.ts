/** What is done for one extension when its turn has come: objects repaired, or a rollout brought further. */
import type { ContentCache, StoredHead } from '../../state';
import type { Work } from './due-work';
import { extensionRefOf, type ExtensionStore } from './extension-store';
import type { KeptExtension } from './objects/object-index';
import type { KeepOptions } from './options';
import { failuresOf, finishRollout, look, repair, type RepairOptions } from './repair';

export interface WorkPlace {
  readonly options: KeepOptions;
  readonly store: ExtensionStore;
  readonly contents: ContentCache;
  /** Called with the head as it was read, and as a run left it. */
  readonly takeHead: (stored: StoredHead) => void;
}

/** @returns what was left undone: why, or empty when it only has to wait. Undefined: nothing */
export async function perform(kept: KeptExtension, work: Work, place: WorkPlace): Promise<string | undefined> {
  const { cluster, signal, takeOver = false, crdSafety, words, stateKey, trustState, vouchedDigests, onEvent } = place.options;
  const trust = { stateKey, trustState, vouchedDigests };
  const where = { ...extensionRefOf(kept), cluster, contents: place.contents };
  const options: RepairOptions = { ...where, ...trust, signal, takeOver, crdSafety, words };
  if (work.type === 'repair') return repairObjects(kept, work.keys, options, place);
  const { stored, complete, failure } = await finishRollout(options);
  if (stored === undefined) return undefined;
  place.takeHead(stored);
  onEvent?.({ type: 'rollout', revision: stored.head.revisions[0]?.number ?? 0, complete, ...extensionRefOf(kept) });
  // What a run leaves open of a revision that was complete once, it leaves open for good (objects that are paused).
  if (complete || (failure === undefined && stored.head.revisions[0]?.completeAt !== undefined)) return undefined;
  return failure ?? '';
}

async function repairObjects(
  kept: KeptExtension,
  keys: readonly string[],
  options: RepairOptions,
  { store, takeHead }: WorkPlace,
): Promise<string | undefined> {
  const suspects = keys.flatMap((key) => kept.records.get(key) ?? []);
  const { stored, live } = await look(suspects.map(({ ref }) => ref), options);
  if (stored === undefined) return undefined; // The stream of heads says so, too.
  takeHead(stored);
  const wrong = suspects.filter((record) => store.confirm(kept, record, live.get(record.key)));
  const { head } = stored;
  if (wrong.length === 0 || head.paused !== undefined || head.deleting === true) return undefined;
  const done = await repair(stored, new Map(wrong.map(({ key }) => [key, live.get(key)])), options);
  // First what is recorded now, then what is seen: in between nothing is judged.
  store.noteRun(kept, done.results, done.views);
  takeHead(done.stored);
  // What the run left as it was is known as a whole.
  for (const { key } of wrong) store.unchangedBy(kept, key, live.get(key), done.views.get(key)?.resourceVersion);
  const left = wrong.filter((record) => store.isWrong(kept, record));
  if (left.length === 0) return undefined;
  return failuresOf(done.results)[0] ?? done.refused ?? done.stopped ?? '';
}

/** Refuses to delete data of others: custom resources with their definition, the content of a namespace, claims and volumes. */
import { holdsOthers, isVolume, keyOf, refOf, type KubeObject, type ObjectRef } from '../../api';
import { ownershipOf, type InventoryEntry, type KeptCause, type State } from '../../engine';
import { outcomeOf } from '../../engine/internal';
import { isBoxcutterError, LIBRARY_WORDS, type HintWords } from '../../errors';
import {
  contentsText, dataLossError, findDataLoss, mayTakeClaims, type DataLoss, type DataLossReport,
  type GuardCluster, type Removal,
} from '../../guards';
import { keysOf, type ExtensionRecord, type Operation } from '../../state';
import type { Guard } from './guard';

/**
 * @param allowed what the caller has said about data: then nothing is looked at
 * @param words how hints name options and operations. @default as the library does
 */
export function dataLossGuard(
  cluster: GuardCluster,
  allowed: { readonly deleteData?: boolean; readonly orphan?: boolean },
  words?: HintWords,
): Guard {
  if (allowed.deleteData === true) return {};
  const lastLooks: Guard = {
    // What is made anew is only known after the dry runs. It is no object that could be let live.
    beforeWrites: async ({ operation, record, state }) => {
      const losses = await replacedLosses(state, record, cluster);
      return losses.length === 0 ? {} : { refusal: dataLossError(losses, subjectOf(operation, record), 'replaced') };
    },
    beforeDelete: ({ operation, record }) => {
      const going = goingOf(operation, record);
      const kept = keptBy(operation);
      // Of what is made anew, and of a repair, this may be the only look.
      const isFirst = (ref: ObjectRef): boolean => operation.intent === 'repair' || kept.has(keyOf(ref));
      const concerns = (ref: ObjectRef): boolean => holdsOthers(ref) || (isFirst(ref) && mayTakeClaims(ref));
      const hint = wayOut(operation, words);
      return { concerns, refusal: async (ref) => held(await lastLook(ref, goingWith(ref, going, kept, record), record, cluster), hint) };
    },
  };
  if (allowed.orphan === true) return lastLooks;
  return {
    ...lastLooks,
    before: async ({ operation, record, dryRun }) => {
      // A repair puts right what it can: each of its deletes is looked at by itself.
      const going = operation.intent === 'repair' ? [] : goingOf(operation, record);
      if (going.length === 0) return {};
      const { losses, seen } = await lossesWith(going, record, cluster);
      if (losses.length > 0) return { refusal: dataLossError(losses, subjectOf(operation, record)) };
      // Metadata is not enough for what a dry run of an apply compares.
      return dryRun && operation.intent !== 'delete' ? {} : { seen };
    },
  };
}

/**
 * What would be lost with objects that are going to be made anew.
 * @throws BoxcutterError `data-loss-unknown` (server)
 */
export async function replacedLosses(state: State, record: ExtensionRecord, cluster: GuardCluster): Promise<readonly DataLoss[]> {
  const fixed = state.task.items.filter(({ key, paused }) => paused !== true && state.entries.get(key)?.fixed !== undefined);
  const replaced = fixed.filter(({ key }) => outcomeOf(state, key)?.action === 'Replaced');
  if (replaced.length === 0) return [];
  const entries = new Map(record.inventory.map((entry) => [keyOf(entry.ref), entry]));
  return (await lossesWith(replaced.map(({ key, ref }) => entries.get(key) ?? { ref }), record, cluster)).losses;
}

/**
 * What would be lost with objects that go.
 * @param removals those of them that are asked about. @default all
 * @throws BoxcutterError `data-loss-unknown` (server)
 */
export async function lossesWith(
  going: readonly Removal[],
  record: Pick<ExtensionRecord, 'owner' | 'isState'>,
  cluster: GuardCluster,
  removals: readonly Removal[] = going,
): Promise<DataLossReport> {
  const uids = new Map(going.map(({ ref, uid }) => [keyOf(ref), uid]));
  const { context } = record.owner;
  const goes = (object: KubeObject): boolean => {
    const key = keyOf(refOf(object));
    return uids.has(key) && ownershipOf(object, context, uids.get(key)).relation === 'ours';
  };
  return findDataLoss(cluster, { removals, goes, isNamed: (ref) => uids.has(keyOf(ref)), isState: (object) => record.isState(object) });
}

/** A repair has no option that deletes data: an apply does. */
function wayOut({ intent }: Operation, { operation, option }: HintWords = LIBRARY_WORDS): string {
  return intent === 'repair' ? `${operation('applyRevision')} with ${option('deleteData', true)}` : option('deleteData', true);
}

function held(reason: Held | undefined, wayOut: string): KeptCause | undefined {
  if (reason === undefined) return undefined;
  const first = reason.code === 'data-loss' ? 'Check what it holds' : 'Run again when this can be read';
  return { ...reason, type: 'kept', message: `it was not deleted${reason.message}`, hint: `${first}; ${wayOut} deletes it nevertheless.` };
}

/** Why an object is not deleted; the message begins after "it was not deleted". */
interface Held {
  readonly code: 'data-loss' | 'data-loss-unknown';
  readonly message: string;
}

/** What came into being since the first look: minutes may have passed. */
async function lastLook(
  ref: ObjectRef,
  going: readonly Removal[],
  record: ExtensionRecord,
  cluster: GuardCluster,
): Promise<Held | undefined> {
  try {
    const { losses } = await lossesWith(going, record, cluster, going.filter((entry) => keyOf(entry.ref) === keyOf(ref)));
    const [loss] = losses;
    if (loss === undefined) return undefined;
    const what = isVolume(ref) ? 'it holds data now' : `this would also delete ${contentsText(loss)}`;
    return { code: 'data-loss', message: `: ${what}` };
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'data-loss-unknown') throw error;
    return { code: 'data-loss-unknown', message: `. ${error.message}` };
  }
}

/** What the operation deletes. What is to live on does not go. */
function goingOf(operation: Operation, { inventory }: ExtensionRecord): readonly InventoryEntry[] {
  if (operation.intent === 'orphan') return [];
  const kept = keptBy(operation);
  const isConcerned = (key: string): boolean => operation.intent !== 'repair' || operation.present.has(key);
  return inventory.filter(({ ref, orphan }) => orphan !== true && !kept.has(keyOf(ref)) && isConcerned(keyOf(ref)));
}

/** Objects that the operation wants. */
function keptBy(operation: Operation): ReadonlySet<string> {
  return 'revision' in operation ? keysOf(operation.revision) : new Set();
}

/** What goes, and an object of the revision that is deleted to be made anew. */
function goingWith(
  ref: ObjectRef, going: readonly Removal[], kept: ReadonlySet<string>, { inventory }: ExtensionRecord,
): readonly Removal[] {
  return kept.has(keyOf(ref)) ? [...going, inventory.find((entry) => keyOf(entry.ref) === keyOf(ref)) ?? { ref }] : going;
}

function subjectOf(operation: Operation, { extension }: ExtensionRecord): string {
  return 'revision' in operation
    ? `Revision ${operation.revision.number} of extension "${extension}"`
    : `Deleting extension "${extension}"`;
}

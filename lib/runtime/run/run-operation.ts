/**
 * One run of an operation, the same for every operation and every owner: ask the guards, begin on record, run the engine, put the outcome
 * on record or let go. Command and controllers differ in the record and the guards that they give, not in what happens.
 */
import type { KubeObject } from '../../api';
import { defined } from '../../defined';
import { runTask, type Built, type Comparison, type OwnerContext, type State, type TaskEnding } from '../../engine';
import { BoxcutterError } from '../../errors';
import { bringsContent, type ExtensionRecord, type Operation, type Owner, type RecordSession, type RunEnding } from '../../state';
import { inAnyVersion, type VersionedCluster } from '../any-version';
import { clear, clearWrites, deleteGuardOf, type Cleared, type Guard, type GuardedRun } from './guard';
import { observedBy, type Observers } from './observed-by';
import { readProbeContext, type StorageClassReader } from './probe-context';
import { StallWatch, type Grace } from './stalls';
import { refuseUnknownReplacements, taskOf, type TaskSettings } from './task';

export interface RunPlace {
  readonly cluster: VersionedCluster & StorageClassReader;
  readonly record: ExtensionRecord;
  /** Asked in this order. @default none */
  readonly guards?: readonly Guard[];
}

export interface RunSettings extends Omit<TaskSettings, 'coming'>, Observers {
  /** Decide what would happen; neither the cluster nor the record is written. @default false */
  readonly dryRun?: boolean | undefined;
  /** Break an expired lock. @default false */
  readonly breakLock?: boolean | undefined;
  /** Objects as live reads have just shown them. @default none */
  readonly seen?: readonly KubeObject[];
  /** What the owner of the record says of itself for this run alone: whom it takes over from, whom it gives objects to. @default nothing */
  readonly owning?: Pick<OwnerContext, 'takeOverManagers' | 'handBack'> | undefined;
  /** Keep what the dry runs show of every object, and not only of those that a guard watches. @default false */
  readonly compareAll?: boolean;
  /** Called after every step of the engine. */
  readonly onProgress?: ((state: State) => void) | undefined;
  /**
   * How long trouble of Pods may last before the run ends as failed instead of waiting on; see `DEFAULT_GRACE`. `never`: their Pods are not
   * looked at. Only of runs that wait. @default as `DEFAULT_GRACE` says
   */
  readonly giveUp?: Partial<Grace> | 'never' | undefined;
  /** Called when the content is on record, before the first object is written. What it rejects with ends the run. */
  readonly onRecord?: (() => Promise<void>) | undefined;
  /** Called with what is worth saying and no error. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Ends the run in an orderly way: see `RunOptions.signal`. */
  readonly signal?: AbortSignal | undefined;
}

export interface OperationRun extends TaskEnding {
  readonly built: Built;
  readonly owner: Owner;
  /** What the dry runs showed, by key. */
  readonly comparisons: ReadonlyMap<string, Comparison>;
  /** Namespaces that the run found missing and did not make. Only a dry run goes on without them. */
  readonly coming: readonly string[];
  /** Everything is as desired and ready; or what had to go is gone, or surely going. */
  readonly complete: boolean;
  /** Why the outcome could not be put on record; the lock may still be held. */
  readonly unrecorded?: Error;
}

/**
 * @returns what happened to objects, for success and failure
 * @throws BoxcutterError what a guard refuses, what the record says (category `locked`, `state-*`), and what keeps a run from beginning
 */
export async function runOperation(operation: Operation, place: RunPlace, settings: RunSettings): Promise<OperationRun> {
  const { record, guards = [] } = place;
  const { dryRun = false, breakLock = false, onNote } = settings;
  const guarded: GuardedRun = { operation, record, dryRun, onNote };
  refuseUnknownReplacements(operation, settings);
  const { seen, coming } = await clear(guards, guarded);
  const given = { ...settings, seen: [...(settings.seen ?? []), ...seen], coming };
  if (dryRun) {
    const done = await perform(guarded, place, given, owningAs(record.owner, settings));
    const { state, built: { desired }, comparisons } = done;
    if (state.status !== 'stopped') await clearWrites(guards, { ...guarded, state, desired, comparisons });
    return done;
  }
  const lost = new AbortController();
  const signal = settings.signal === undefined ? lost.signal : AbortSignal.any([settings.signal, lost.signal]);
  const session = await record.begin(operation, { breakLock, onNote, signal, onLost: (message) => lost.abort(new Error(message)) });
  try {
    const done = await perform(guarded, place, given, owningAs(session.owner, settings), { session, lost: lost.signal });
    return { ...done, ...(await conclude(session, done)) };
  } catch (error) {
    await session.letGo().catch(() => undefined);
    throw error;
  }
}

function owningAs(owner: Owner, { owning }: RunSettings): Owner {
  return owning === undefined ? owner : { ...owner, context: { ...owner.context, ...owning } };
}

async function conclude(session: RecordSession, { state, inventory, complete }: OperationRun): Promise<Pick<OperationRun, 'unrecorded'>> {
  const ending: RunEnding = { inventory, complete, untouched: state.preflight !== 'passed' };
  try {
    await session.conclude(ending);
    return {};
  } catch (error) {
    return { unrecorded: error instanceof Error ? error : new Error(String(error)) };
  }
}

interface Begun {
  readonly session: RecordSession;
  /** Fires when another run has the extension. */
  readonly lost: AbortSignal;
}

/** @param begun undefined: nothing is written */
async function perform(
  guarded: GuardedRun,
  place: RunPlace,
  settings: RunSettings & Pick<Cleared, 'coming'>,
  owner: Owner,
  { session, lost }: Partial<Begun> = {},
): Promise<OperationRun> {
  const { operation, record } = guarded;
  const { cluster, guards = [] } = place;
  const { coming, compareAll = false, onObserve, onLive, onProgress, onRecord, seen, signal } = settings;
  const built = taskOf(operation, record, owner, session === undefined, settings);
  const comparisons = new Map<string, Comparison>();
  const isWatched = (object: KubeObject): boolean => compareAll || guards.some((guard) => guard.watches?.(object) === true);
  const watched = new Set([...built.desired].filter(([, object]) => isWatched(object)).map(([key]) => key));
  const onDryRun = (comparison: Comparison): void => void comparisons.set(comparison.key, comparison);
  let latest: State | undefined;
  const commit = async (writing: RecordSession): Promise<void> => {
    // Another run may have taken over while this process slept in the preflight; number and content of the revision are not ours any more.
    const { held, message } = await writing.fence('write');
    if (!held) throw new BoxcutterError('state-conflict', 'locked', `Nothing was written: ${message}.`, { hint: 'Run the command again.' });
    if (latest !== undefined) await clearWrites(guards, { ...guarded, state: latest, desired: built.desired, comparisons });
    await writing.commit();
    await onRecord?.();
  };
  const ending = await runTask({
    built,
    cluster: observedBy(inAnyVersion(cluster), { onObserve, onLive }),
    context: owner.context,
    labels: owner.labels,
    probes: 'revision' in operation ? operation.revision.probes : [],
    // A repair waits for no probe.
    probeContext: operation.intent === 'repair' ? {} : await readProbeContext(cluster, built.desired.values()),
    onProgress: (state) => {
      latest = state;
      onProgress?.(state);
    },
    ...defined({ diagnostician: session === undefined ? undefined : stallWatchOf(operation, cluster, settings) }),
    ...(watched.size === 0 ? {} : { compares: (key) => watched.has(key), onDryRun }),
    ...(session === undefined ? {} : { fence: (kind) => session.fence(kind) }),
    ...(session === undefined ? {} : defined({ beforeDelete: deleteGuardOf(guards, guarded) })),
    ...(session === undefined || !bringsContent(operation) ? {} : { commit: () => commit(session) }),
    ...defined({ seen, signal, lost }),
  });
  return { ...ending, built, owner, comparisons, coming, complete: isComplete(operation, ending.state) };
}

/** A repair waits for nothing, and what goes has no Pods to get ready. */
function stallWatchOf(
  operation: Operation, cluster: RunPlace['cluster'], { giveUp = {}, wait = true }: RunSettings,
): StallWatch | undefined {
  if (giveUp === 'never' || !wait || operation.intent === 'repair' || !bringsContent(operation)) return undefined;
  const reader = inAnyVersion(cluster);
  return new StallWatch({ lister: cluster, get: (ref) => reader.get(ref), grace: giveUp });
}

/** Without waiting, what is being deleted is as good as gone. */
function isComplete({ intent }: Operation, { status }: State): boolean {
  const isLeaving = intent === 'delete' || intent === 'orphan';
  return status === 'complete' || (isLeaving && status === 'waiting');
}

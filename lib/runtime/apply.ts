/**
 * Applying a revision of an extension: compare with what is there, record, run the engine, record the outcome.
 */
import { keyOf, refOf, type ResolvedRevision } from '../api';
import { buildRollout, compileProbes, inventoryOf, resultOf, run, type Built, type InventoryEntry, type OwnerContext, type RevisionResult, type State } from '../engine';
import { BoxcutterError, messageOf } from '../errors';
import { dataLossError, findDataLoss, type DataLossReport } from '../preflight';
import { Hold, headRef, pruneContent, readHead, writeContent, type Head, type RevisionRecord, type StoredHead } from '../state';
import { inAnyVersion } from './any-version';
import { endingOf, isStateSecret, unrecorded, type Outcome, type Unrecorded, type WriteOptions } from './options';
import { OWNER_LABELS, ownerContext, ownerSelector } from './owner';

/** Archived revisions whose content is kept beside the newest one (S0). */
export const HISTORY_LIMIT = 5;

/**
 * Brings the revision onto the cluster. Its number is decided here: the newest one's when the content is the same, the next otherwise.
 * @throws BoxcutterError categories `locked`, `data-loss`, `server`, `input`; what happens to objects is in the outcome
 */
export async function applyRevision(revision: ResolvedRevision, options: WriteOptions): Promise<Outcome> {
  const { cluster, stateNamespace } = options;
  refuseEmpty(revision);
  refuseStateInPackage(revision, stateNamespace);
  compileProbes(revision.probes); // Refuses bad ones before anything is asked or written.
  const stored = await readHead(cluster, revision.extension, stateNamespace);
  const newest = stored?.head.revisions[0];
  const same = stored !== undefined && newest?.digest === revision.digest && stored.head.deleting !== true;
  const numbered: ResolvedRevision = { ...revision, number: same ? newest.number : (newest?.number ?? 0) + 1 };
  const paused = stored?.head.paused !== undefined;
  if (options.dryRun === true || paused) return report(numbered, stored, options, paused);
  if (same && newest.completeAt !== undefined) {
    const look = await report(numbered, stored, options, false);
    if (look.unchanged && look.status === 'complete') return { ...look, dryRun: false, result: settled(look.result) };
    // Broken off before it could tell: nothing was written, and nothing is to be begun any more.
    if (options.signal?.aborted === true) return { ...look, dryRun: false };
  }
  return rollOut(numbered, stored, same, options);
}

/** Nothing to apply would mean that everything of the revision before goes: nobody asks for that by way of apply. */
function refuseEmpty(revision: ResolvedRevision): void {
  if (revision.phases.some(({ objects }) => objects.length > 0)) return;
  throw new BoxcutterError('nothing-to-apply', 'input', `Revision of extension "${revision.extension}" holds no object.`, {
    hint: 'To take an extension down, use: boxcutter delete EXTENSION.',
  });
}

/** A state namespace that the package itself makes would not be there at first, and would take the state with it at the end. */
function refuseStateInPackage(revision: ResolvedRevision, stateNamespace: string): void {
  const inPackage = revision.phases.some(({ objects }) => objects.some(({ object }) => object.kind === 'Namespace' && object.apiVersion === 'v1' && object.metadata.name === stateNamespace));
  if (!inPackage) return;
  throw new BoxcutterError('state-namespace', 'input', `Namespace ${stateNamespace} is part of the package, so the state of extension "${revision.extension}" cannot live in it.`, {
    hint: 'Name a namespace that stays with --state-namespace, for example --state-namespace default.',
  });
}

/**
 * What the revision would drop, and what of it holds data.
 * @throws BoxcutterError category `data-loss`
 */
async function guardDrops(revision: ResolvedRevision, stored: StoredHead | undefined, options: WriteOptions): Promise<DataLossReport | undefined> {
  const kept = keysOf(revision);
  const refs = (stored?.head.inventory ?? []).map(({ ref }) => ref).filter((ref) => !kept.has(keyOf(ref)));
  if (options.deleteData === true || options.orphan === true || refs.length === 0) return undefined;
  // What the revision keeps counts as loss as well: it must not go with a namespace or a kind that the revision drops.
  const guard = await findDataLoss(options.cluster, refs, refs, (object) => isStateSecret(object, revision.extension));
  if (guard.losses.length > 0) throw dataLossError(guard.losses, `Revision ${revision.number} of extension "${revision.extension}"`);
  return guard;
}

/** What would be done, without writing. A dry run ends where the real one would: also at the data-loss guard. */
async function report(revision: ResolvedRevision, stored: StoredHead | undefined, options: WriteOptions, paused: boolean): Promise<Outcome> {
  if (options.dryRun === true && !paused) await guardDrops(revision, stored, options);
  const context = ownerContext(stored === undefined ? { ref: headRef(revision.extension, options.stateNamespace), uid: 'not-yet-created' } : { ...stored, formerUids: stored.head.formerUids ?? [] });
  const built = build(revision, stored?.head.inventory ?? [], context, options, true);
  const state = await execute(revision, built, context, options);
  const result = resultOf(state);
  const objects = result.phases.flatMap(({ objects: list }) => list);
  const unchanged = result.removed.length === 0 && objects.every(({ action }) => action === 'Unchanged');
  const ready = objects.every((object) => object.ready?.status === 'pass');
  const status = result.failed ? 'failed' : unchanged && ready ? 'complete' : 'incomplete';
  return outcomeOf(revision, state, { status, unchanged, newRevision: false, dryRun: true, paused }, result);
}

/** Nothing had to be done, so what would be is what is. */
function settled(result: RevisionResult): RevisionResult {
  const phases = result.phases.map((phase) => ({ ...phase, objects: phase.objects.map(({ wouldBe: _wouldBe, ...object }) => object) }));
  return { ...result, phases, complete: true };
}

async function rollOut(revision: ResolvedRevision, stored: StoredHead | undefined, same: boolean, options: WriteOptions): Promise<Outcome> {
  const { cluster } = options;
  const { extension } = revision;
  const before = stored?.head;
  const guard = await guardDrops(revision, stored, options);

  const lost = new AbortController();
  const signal = options.signal === undefined ? lost.signal : AbortSignal.any([options.signal, lost.signal]);
  const record: RevisionRecord = {
    number: revision.number,
    digest: revision.digest,
    at: new Date().toISOString(),
    ...(revision.version === undefined ? {} : { version: revision.version }),
  };
  const begun = (head: Head): Head => {
    const { deleting: _deleting, ...rest } = head;
    const revisions = same ? head.revisions : [record, ...head.revisions];
    const named = revision.packageName === undefined ? {} : { packageName: revision.packageName };
    return { ...rest, ...named, revisions, inventory: superset(revision, head.inventory) };
  };
  const hold = await Hold.take(
    { cluster, extension, namespace: options.stateNamespace, purpose: `apply revision ${revision.number}`, takeOver: options.takeOver ?? false, onLost: (message) => lost.abort(new Error(message)) },
    stored,
    begun,
  );
  let committed = false;
  let state: State;
  try {
    const context = ownerContext({ ...hold.stored, formerUids: hold.stored.head.formerUids ?? [] });
    const built = build(revision, before?.inventory ?? [], context, options, false);
    state = await execute(revision, built, context, { ...options, signal }, {
      fence: (kind) => hold.fence(kind),
      ...(guard === undefined ? {} : { seen: guard.seen }),
      commit: async () => {
        // An earlier run at the same number may have ended before it wrote the content.
        if (!same || before?.revisions[0]?.completeAt === undefined) await writeContent(cluster, hold.stored, revision);
        committed = true;
      },
    });
  } catch (error) {
    await letGo(hold, stored, committed).catch(() => undefined);
    throw error;
  }
  const result = resultOf(state);
  const ending = endingOf(state, state.status === 'complete', await conclude(hold, stored, revision, state, options));
  const objects = result.phases.flatMap(({ objects: list }) => list);
  const unchanged = same && objects.every(({ action }) => action === 'Unchanged');
  return outcomeOf(revision, state, { ...ending, unchanged, newRevision: !same && state.preflight === 'passed', dryRun: false, paused: false }, result);
}

/** Puts the outcome on record and lets go; why not, where that failed. A run that wrote no object leaves the record as it found it. */
async function conclude(
  hold: Hold,
  stored: StoredHead | undefined,
  revision: ResolvedRevision,
  state: State,
  options: WriteOptions,
): Promise<Unrecorded | undefined> {
  let dropped: readonly RevisionRecord[] = [];
  try {
    if (state.preflight !== 'passed') {
      await letGo(hold, stored, false);
      return undefined;
    }
    const inventory = inventoryOf(state.task, state.entries);
    const completeAt = new Date().toISOString();
    const isDone = ({ number }: RevisionRecord): boolean => state.status === 'complete' && number === revision.number;
    const revisions = hold.stored.head.revisions.map((record) => (isDone(record) ? { completeAt, ...record } : record));
    const kept = keptOf(revisions);
    dropped = revisions.filter((record) => !kept.includes(record));
    await hold.release((head) => ({ ...head, inventory, revisions: kept }));
  } catch (error) {
    return unrecorded(error, options.onNote);
  }
  // Only what the record no longer names: nothing is lost when this fails, so it spoils no outcome.
  await pruneContent(options.cluster, hold.stored, dropped.map(({ number }) => number)).catch((error: unknown) => {
    options.onNote?.(`The content of revision ${dropped.map(({ number }) => number).join(', ')} is out of use, but was not removed: ${messageOf(error)}`);
  });
  return undefined;
}

/** What the history keeps: the newest revision and those before it, and the newest complete one, however many tries came after it. */
function keptOf(revisions: readonly RevisionRecord[]): readonly RevisionRecord[] {
  const complete = revisions.find(({ completeAt }) => completeAt !== undefined);
  return revisions.filter((record, index) => index <= HISTORY_LIMIT || record === complete);
}

/** Before the first object was written the record goes back to what it was. */
async function letGo(hold: Hold, stored: StoredHead | undefined, committed: boolean): Promise<void> {
  if (committed) await hold.release((head) => head);
  else if (stored === undefined) await hold.remove();
  else await hold.release(() => stored.head);
}

function keysOf(revision: ResolvedRevision): ReadonlySet<string> {
  return new Set(revision.phases.flatMap(({ objects }) => objects.map(({ object }) => keyOf(refOf(object)))));
}

/** Everything that may exist from now on: written before the first object, so that no crash can leak one. */
function superset(revision: ResolvedRevision, inventory: readonly InventoryEntry[]): readonly InventoryEntry[] {
  const known = new Set(inventory.map(({ ref }) => keyOf(ref)));
  const planned = revision.phases.flatMap((phase, order) =>
    phase.objects.map(({ object }): InventoryEntry => ({ ref: refOf(object), order, phase: phase.name })).filter(({ ref }) => !known.has(keyOf(ref))),
  );
  return [...inventory, ...planned];
}

function build(
  revision: ResolvedRevision,
  inventory: readonly InventoryEntry[],
  context: OwnerContext,
  options: WriteOptions,
  report: boolean,
): Built {
  return buildRollout(revision, {
    context,
    inventory,
    report,
    labelSelector: ownerSelector(revision.extension),
    preflight: options.preflight ?? 'new-content',
    wait: options.wait ?? true,
    orphan: () => options.orphan === true,
  });
}

function execute(
  revision: ResolvedRevision,
  { task, desired }: Built,
  context: OwnerContext,
  options: WriteOptions,
  hooks: Pick<Parameters<typeof run>[0], 'fence' | 'commit' | 'seen'> = {},
): Promise<State> {
  const probe = compileProbes(revision.probes);
  const { cluster, onProgress, signal } = options;
  return run({
    cluster: inAnyVersion(cluster), task, desired, context, probe: (object) => probe(object), labels: OWNER_LABELS, ...hooks,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function outcomeOf(
  revision: ResolvedRevision,
  state: State,
  rest: Pick<Outcome, 'status' | 'unchanged' | 'newRevision' | 'dryRun' | 'paused' | 'stopped' | 'unrecorded'>,
  result: RevisionResult,
): Outcome {
  return {
    extension: revision.extension,
    revision: revision.number,
    ...(revision.version === undefined ? {} : { version: revision.version }),
    ...(state.stopping === undefined ? {} : { stopped: state.stopping }),
    ...rest,
    result,
  };
}

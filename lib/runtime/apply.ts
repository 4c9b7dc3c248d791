/**
 * Applying a revision of an extension: compare with what is there, record, run the engine, record the outcome.
 */
import { keyOf, refOf, type ResolvedRevision } from '../api';
import { buildRollout, compileProbes, inventoryOf, resultOf, run, type Built, type InventoryEntry, type OwnerContext, type RevisionResult, type State } from '../engine';
import { BoxcutterError } from '../errors';
import { dataLossError, findDataLoss } from '../preflight';
import { Hold, headRef, pruneContent, readHead, writeContent, type Head, type RevisionRecord, type StoredHead } from '../state';
import { isStateSecret, type Outcome, type WriteOptions } from './options';
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

/** What would be done, without writing. */
async function report(revision: ResolvedRevision, stored: StoredHead | undefined, options: WriteOptions, paused: boolean): Promise<Outcome> {
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
  const { cluster, extension } = { cluster: options.cluster, extension: revision.extension };
  const before = stored?.head;
  const going = (before?.inventory ?? []).filter(({ ref }) => !contains(revision, keyOf(ref)));
  const refs = going.map(({ ref }) => ref);
  const unguarded = options.deleteData === true || options.orphan === true || going.length === 0;
  // What the revision keeps counts as loss as well: it must not go with a namespace or a kind that the revision drops.
  const guard = unguarded ? undefined : await findDataLoss(cluster, refs, refs, (object) => isStateSecret(object, extension));
  if (guard !== undefined && guard.losses.length > 0) throw dataLossError(guard.losses, `Revision ${revision.number} of extension "${extension}"`);

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
  const context = ownerContext({ ...hold.stored, formerUids: hold.stored.head.formerUids ?? [] });
  const built = build(revision, before?.inventory ?? [], context, options, false);
  let committed = false;
  let state: State;
  try {
    state = await execute(revision, built, context, { ...options, signal }, {
      fence: () => hold.fence(),
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
  await conclude(hold, stored, revision, state, options);
  const status = state.status === 'complete' ? 'complete' : state.status === 'failed' ? 'failed' : 'incomplete';
  const objects = result.phases.flatMap(({ objects: list }) => list);
  const unchanged = same && objects.every(({ action }) => action === 'Unchanged');
  return outcomeOf(revision, state, { status, unchanged, newRevision: !same && state.preflight === 'passed', dryRun: false, paused: false }, result);
}

/** Puts the outcome on record and lets go. A run that wrote no object leaves the record as it found it. */
async function conclude(hold: Hold, stored: StoredHead | undefined, revision: ResolvedRevision, state: State, options: WriteOptions): Promise<void> {
  try {
    if (state.preflight !== 'passed') return await letGo(hold, stored, false);
    const inventory = inventoryOf(state.task, state.entries);
    const completeAt = new Date().toISOString();
    const kept = hold.stored.head.revisions.slice(0, HISTORY_LIMIT + 1);
    const dropped = state.status === 'complete' ? hold.stored.head.revisions.slice(HISTORY_LIMIT + 1) : [];
    await pruneContent(options.cluster, hold.stored, dropped.map(({ number }) => number));
    await hold.release((head) => ({
      ...head,
      inventory,
      revisions: state.status === 'complete' ? kept.map((record) => (record.number === revision.number ? { completeAt, ...record } : record)) : head.revisions,
    }));
  } catch (error) {
    options.onNote?.(`The outcome could not be recorded: ${error instanceof Error ? error.message : String(error)} Run the command again to bring the record up to date.`);
  }
}

/** Before the first object was written the record goes back to what it was. */
async function letGo(hold: Hold, stored: StoredHead | undefined, committed: boolean): Promise<void> {
  if (committed) await hold.release((head) => head);
  else if (stored === undefined) await hold.remove();
  else await hold.release(() => stored.head);
}

function contains(revision: ResolvedRevision, key: string): boolean {
  return revision.phases.some(({ objects }) => objects.some(({ object }) => keyOf(refOf(object)) === key));
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
    cluster, task, desired, context, probe: (object) => probe(object), labels: OWNER_LABELS, ...hooks,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function outcomeOf(
  revision: ResolvedRevision,
  state: State,
  rest: Pick<Outcome, 'status' | 'unchanged' | 'newRevision' | 'dryRun' | 'paused'>,
  result: RevisionResult,
): Outcome {
  return {
    extension: revision.extension,
    revision: revision.number,
    ...(revision.version === undefined ? {} : { version: revision.version }),
    ...rest,
    ...(state.stopping === undefined ? {} : { stopped: state.stopping }),
    result,
  };
}

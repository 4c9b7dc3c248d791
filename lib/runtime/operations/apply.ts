/**
 * Applying a revision of an extension: compare with what is there, record, run the engine, record the outcome.
 */
import { keyOf, refOf, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { buildRollout, canonicalJson, compileProbes, inventoryOf, resultOf, run, type Built, type InventoryEntry, type OwnerContext, type RevisionResult, type State } from '../../engine';
import { BoxcutterError, messageOf } from '../../errors';
import { crdUpgradeError, crdWarningNote, dataLossError, findDataLoss, type CrdUpgrade, type DataLossReport } from '../../guards';
import { Hold, hasContent, pruneContent, readContent, readHead, writeContent, type Head, type Pause, type RevisionRecord, type StoredHead } from '../../state';
import { inAnyVersion } from '../any-version';
import { crdUpgradesOf, watchDefinitions } from '../run/crd-safety';
import { comingNamespaces, makeNamespaces } from '../run/needed-namespaces';
import { endingOf, isStateSecret, pausedBy, unrecorded, type Outcome, type Unrecorded, type WriteOptions } from '../options';
import { OWNER_LABELS, contextOf, ownerSelector } from '../owner';
import { readProbeContext } from '../run/probe-context';
import { refuseOtherPackage, refuseUnfit } from './refusals';

/** Archived revisions whose content is kept beside the newest one (S0). */
export const HISTORY_LIMIT = 5;

/**
 * Brings the revision onto the cluster. Its number is decided here: the newest one's when the content is the same, the next otherwise.
 * @throws BoxcutterError categories `locked`, `data-loss`, `server`, `input` (`crd-upgrade-unsafe`, `namespace-not-found` and `package-differs`
 *   among them); what happens to objects is in the outcome
 */
export async function applyRevision(revision: ResolvedRevision, options: WriteOptions): Promise<Outcome> {
  const { cluster, stateNamespace } = options;
  refuseUnfit(revision, stateNamespace);
  const stored = await readHead(cluster, revision.extension, stateNamespace);
  refuseOtherPackage(revision, stored?.head, options);
  return applyOver(stored, revision, options);
}

/**
 * Applies the revision to an extension as its record shows it.
 * @param rollbackOf number of the earlier revision that this is the content of
 */
export async function applyOver(
  stored: StoredHead | undefined,
  revision: ResolvedRevision,
  options: WriteOptions,
  rollbackOf?: number,
): Promise<Outcome> {
  const newest = stored?.head.revisions[0];
  const { numbered, same } = numberOf(revision, stored);
  const paused = stored?.head.paused;
  const whence = rollbackOf === undefined ? {} : { rollbackOf };
  if (options.dryRun === true || paused !== undefined) return { ...(await report(numbered, stored, same, options, paused)), ...whence };
  if (same && newest?.completeAt !== undefined) {
    const look = { ...(await report(numbered, stored, same, options)), ...whence };
    const isDone = look.unchanged && look.status === 'complete' && (await isOnRecord(options.cluster, stored as StoredHead, numbered));
    if (isDone) return { ...look, dryRun: false, result: settled(look.result) };
    // Broken off before it could tell: nothing was written, and nothing is to be begun any more.
    if (options.signal?.aborted === true) return { ...look, dryRun: false };
  }
  return { ...(await rollOut(numbered, stored, same, options, rollbackOf)), ...whence };
}

/** Is the content kept, and with it what the user chose for it? Other choices may well give the same objects; the next upgrade asks for them. */
async function isOnRecord(cluster: WriteOptions['cluster'], stored: StoredHead, revision: ResolvedRevision): Promise<boolean> {
  if (revision.config === undefined && revision.certificates === undefined) return hasContent(cluster, stored, revision.number);
  const content = await readContent(cluster, stored, revision.number);
  const choicesOf = ({ config, certificates }: ResolvedRevision): string => canonicalJson([config ?? null, certificates ?? null]);
  return content !== undefined && choicesOf(content) === choicesOf(revision);
}

/** The revision with the number that an apply gives it, and whether it is the newest one of the record again. */
export function numberOf(
  revision: ResolvedRevision,
  stored: StoredHead | undefined,
): { readonly numbered: ResolvedRevision; readonly same: boolean } {
  const newest = stored?.head.revisions[0];
  const same = newest?.digest === revision.digest && stored?.head.deleting !== true;
  return { numbered: { ...revision, number: (newest?.number ?? 0) + (same ? 0 : 1) }, same };
}

/**
 * What the revision would drop, and what of it holds data.
 * @throws BoxcutterError category `data-loss`
 */
async function guardDrops(revision: ResolvedRevision, stored: StoredHead | undefined, options: WriteOptions): Promise<DataLossReport | undefined> {
  const kept = keysOf(revision);
  const refs = (stored?.head.inventory ?? []).filter(({ ref, orphan }) => orphan !== true && !kept.has(keyOf(ref))).map(({ ref }) => ref);
  if (options.deleteData === true || options.orphan === true || refs.length === 0) return undefined;
  // What the revision keeps counts as loss as well: it must not go with a namespace or a kind that the revision drops.
  const guard = await findDataLoss(options.cluster, refs, refs, (object) => isStateSecret(object, revision.extension));
  if (guard.losses.length > 0) throw dataLossError(guard.losses, `Revision ${revision.number} of extension "${revision.extension}"`);
  return guard;
}

/** What would be done, without writing. A dry run ends where the real one would: also at the data-loss guard. */
async function report(
  revision: ResolvedRevision,
  stored: StoredHead | undefined,
  same: boolean,
  options: WriteOptions,
  paused?: Pause,
): Promise<Outcome> {
  const isRefusing = options.dryRun === true && paused === undefined;
  if (isRefusing) await guardDrops(revision, stored, options);
  const coming = isRefusing ? await comingNamespaces(revision, stored, options) : [];
  const context = contextOf(stored, revision.extension, options.stateNamespace);
  const built = build(revision, stored?.head.inventory ?? [], context, options, true, coming);
  const { comparisons, hooks } = isRefusing ? watchDefinitions(built.desired, options.crdSafety) : { comparisons: new Map(), hooks: {} };
  const state = await execute(revision, built, context, options, hooks);
  if (isRefusing && state.status !== 'stopped') refuseCrdUpgrades(await crdUpgradesOf(state, built.desired, comparisons, options.cluster, options.crdSafety), options);
  const result = resultOf(state);
  const objects = result.phases.flatMap(({ objects: list }) => list);
  // Another revision is something to put on record, although no object changes.
  const unchanged = same && result.removed.length === 0 && objects.every(({ action }) => action === 'Unchanged');
  const ready = objects.every((object) => object.ready?.status === 'pass');
  const status = result.failed ? 'failed' : unchanged && ready ? 'complete' : 'incomplete';
  return outcomeOf(revision, state, { status, unchanged, newRevision: false, dryRun: true, ...pausedBy(paused) }, result);
}

/** @throws BoxcutterError `crd-upgrade-unsafe` (input) */
function refuseCrdUpgrades(upgrades: readonly CrdUpgrade[], { onNote }: WriteOptions): void {
  const error = crdUpgradeError(upgrades);
  if (error !== undefined) throw error;
  const note = crdWarningNote(upgrades);
  if (note !== undefined) onNote?.(note);
}

/** Nothing had to be done, so what would be is what is. */
function settled(result: RevisionResult): RevisionResult {
  const phases = result.phases.map((phase) => ({ ...phase, objects: phase.objects.map(({ wouldBe: _wouldBe, ...object }) => object) }));
  return { ...result, phases, complete: true };
}

async function rollOut(
  revision: ResolvedRevision,
  stored: StoredHead | undefined,
  same: boolean,
  options: WriteOptions,
  rollbackOf?: number,
): Promise<Outcome> {
  const { cluster } = options;
  const { extension } = revision;
  const before = stored?.head;
  const guard = await guardDrops(revision, stored, options);
  await makeNamespaces(await comingNamespaces(revision, stored, options), options, options.onNote);

  const lost = new AbortController();
  const signal = options.signal === undefined ? lost.signal : AbortSignal.any([options.signal, lost.signal]);
  const record: RevisionRecord = {
    number: revision.number,
    digest: revision.digest,
    at: new Date().toISOString(),
    ...defined({ version: revision.version, rollbackOf }),
  };
  const begun = (head: Head): Head => {
    const { deleting: _deleting, ...rest } = head;
    const revisions = same ? head.revisions : [record, ...head.revisions];
    const named = revision.packageName === undefined ? {} : { packageName: revision.packageName };
    return { ...rest, ...named, revisions, probes: revision.probes, inventory: superset(revision, head.inventory) };
  };
  const { stateNamespace: namespace, takeOver = false } = options;
  const purpose = purposeOf(revision.number, rollbackOf);
  const onLost = (message: string): void => lost.abort(new Error(message));
  const hold = await Hold.take({ cluster, extension, namespace, purpose, takeOver, onLost }, stored, begun);
  let committed = false;
  let state: State;
  try {
    const context = contextOf(hold.stored);
    const built = build(revision, before?.inventory ?? [], context, options, false);
    const { comparisons, hooks } = watchDefinitions(built.desired, options.crdSafety);
    let latest: State | undefined;
    const onProgress = (now: State): void => {
      latest = now;
      options.onProgress?.(now);
    };
    state = await execute(revision, built, context, { ...options, signal, onProgress }, {
      ...hooks,
      fence: (kind) => hold.fence(kind),
      ...defined({ seen: guard?.seen }),
      commit: async () => {
        // Somebody may have taken over while we slept in the preflight, and number and content of that revision are not ours any more.
        const { held, message } = await hold.fence('write');
        if (!held) throw new BoxcutterError('state-conflict', 'locked', `Nothing was written: ${message}.`, { hint: 'Run the command again.' });
        if (latest !== undefined) refuseCrdUpgrades(await crdUpgradesOf(latest, built.desired, comparisons, cluster, options.crdSafety), options);
        await options.confirm?.();
        // An earlier run at the same number may have ended before it wrote the content, or somebody may have deleted it.
        const isWritten = same && before?.revisions[0]?.completeAt !== undefined && (await isOnRecord(cluster, hold.stored, revision));
        if (!isWritten) await writeContent(cluster, hold.stored, revision);
        committed = true;
      },
    });
  } catch (error) {
    await letGo(cluster, hold, stored, committed).catch(() => undefined);
    throw error;
  }
  const result = resultOf(state);
  const ending = endingOf(state, state.status === 'complete', await conclude(hold, stored, revision, state, options));
  if (ending.status === 'complete' && isRecovered(before)) options.onNote?.(`The record of extension "${extension}", which was recovered, is up to date again.`);
  const objects = result.phases.flatMap(({ objects: list }) => list);
  const unchanged = same && objects.every(({ action }) => action === 'Unchanged');
  return outcomeOf(revision, state, { ...ending, unchanged, newRevision: !same && state.preflight === 'passed', dryRun: false, paused: false }, result);
}

/** Rebuilt from the objects, and nothing was applied since. */
function isRecovered(head: Head | undefined): boolean {
  return head !== undefined && head.revisions.length === 0 && head.formerUids !== undefined;
}

function purposeOf(number: number, rollbackOf: number | undefined): string {
  return rollbackOf === undefined ? `apply revision ${number}` : `roll back to revision ${rollbackOf} as revision ${number}`;
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
      await letGo(options.cluster, hold, stored, false);
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

/**
 * What the history keeps: the newest revision and those before it; the newest complete one, however many tries came after it; and what a
 * rollback goes back to, until it is complete: it is gone on with by the same words.
 */
function keptOf(revisions: readonly RevisionRecord[]): readonly RevisionRecord[] {
  const [newest] = revisions;
  const complete = revisions.find(({ completeAt }) => completeAt !== undefined);
  const wanted = newest?.completeAt === undefined ? newest?.rollbackOf : undefined;
  return revisions.filter((record, index) => index <= HISTORY_LIMIT || record === complete || record.number === wanted);
}

/** Before the first object was written the record goes back to what it was. */
async function letGo(cluster: WriteOptions['cluster'], hold: Hold, stored: StoredHead | undefined, committed: boolean): Promise<void> {
  if (committed) await hold.release((head) => head);
  else if (stored === undefined || (await wasNeverBegun(cluster, stored))) await hold.remove();
  else await hold.release(() => stored.head);
}

/** The record of a first install that died in its preflight: content comes before the first object, and there is none. */
async function wasNeverBegun(cluster: WriteOptions['cluster'], stored: StoredHead): Promise<boolean> {
  const { revisions: [first, ...more], inventory, formerUids, paused } = stored.head;
  if (first === undefined || first.completeAt !== undefined || more.length > 0 || formerUids !== undefined || paused !== undefined) return false;
  return inventory.every(({ uid }) => uid === undefined) && (await readContent(cluster, stored, first.number)) === undefined;
}

function keysOf(revision: ResolvedRevision): ReadonlySet<string> {
  return new Set(revision.phases.flatMap(({ objects }) => objects.map(({ object }) => keyOf(refOf(object)))));
}

/** Everything that may exist from now on: written before the first object, so that no crash can leak one. */
function superset(revision: ResolvedRevision, inventory: readonly InventoryEntry[]): readonly InventoryEntry[] {
  const known = new Set(inventory.map(({ ref }) => keyOf(ref)));
  const planned = revision.phases.flatMap((phase, order) =>
    phase.objects
      .map(({ object, orphan }): InventoryEntry => ({ ref: refOf(object), order, phase: phase.name, ...(orphan === true ? { orphan } : {}) }))
      .filter(({ ref }) => !known.has(keyOf(ref))),
  );
  return [...inventory, ...planned];
}

export function build(
  revision: ResolvedRevision,
  inventory: readonly InventoryEntry[],
  context: OwnerContext,
  options: WriteOptions,
  report: boolean,
  coming: readonly string[] = [],
): Built {
  return buildRollout(revision, {
    context,
    inventory,
    report,
    coming,
    labelSelector: ownerSelector(revision.extension),
    preflight: options.preflight ?? 'new-content',
    wait: options.wait ?? true,
    orphan: () => options.orphan === true,
  });
}

export async function execute(
  revision: ResolvedRevision,
  { task, desired }: Built,
  context: OwnerContext,
  options: WriteOptions,
  hooks: Partial<Pick<Parameters<typeof run>[0], 'cluster' | 'fence' | 'commit' | 'seen' | 'onDryRun' | 'compares'>> = {},
): Promise<State> {
  const probe = compileProbes(revision.probes);
  const { cluster, onProgress, signal } = options;
  const facts = await readProbeContext(cluster, desired.values());
  return run({
    cluster: inAnyVersion(cluster), task, desired, context, probe: (object) => probe(object, facts), labels: OWNER_LABELS, ...hooks,
    ...defined({ onProgress, signal }),
  });
}

function outcomeOf(
  revision: ResolvedRevision,
  state: State,
  rest: Pick<Outcome, 'status' | 'unchanged' | 'newRevision' | 'dryRun' | 'paused' | 'pause' | 'stopped' | 'unrecorded'>,
  result: RevisionResult,
): Outcome {
  return {
    extension: revision.extension,
    revision: revision.number,
    ...defined({ version: revision.version, stopped: state.stopping }),
    ...rest,
    result,
  };
}

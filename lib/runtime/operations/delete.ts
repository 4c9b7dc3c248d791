/**
 * Taking objects of an extension away, in reverse order: all of them, and then its record, or some.
 */
import type { KubeObject } from '../../api';
import { defined } from '../../defined';
import { buildTeardown, compileProbes, inventoryOf, resultOf, run, type InventoryEntry, type State } from '../../engine';
import { BoxcutterError } from '../../errors';
import { dataLossError, findDataLoss } from '../../guards';
import { Hold, listHeads, readHead, type Head, type StoredHead } from '../../state';
import { inAnyVersion } from '../any-version';
import { endingOf, isStateSecret, pausedBy, unrecorded, type OperationOptions, type Outcome, type Unrecorded, type WriteOptions } from '../options';
import { OWNER_LABELS, contextOf, ownerSelector } from '../owner';

/** @throws BoxcutterError category `input` when there is no such extension */
export async function requireHead(extension: string, options: Pick<OperationOptions, 'cluster' | 'stateNamespace'>): Promise<StoredHead> {
  const stored = await readHead(options.cluster, extension, options.stateNamespace);
  if (stored !== undefined) return stored;
  const hint = await whereElse(extension, options);
  throw new BoxcutterError('not-found', 'input', `There is no extension "${extension}" with its state in namespace ${options.stateNamespace}.`, { hint });
}

/** How many extensions a hint lists. */
const LISTED = 10;

/** Where it, or what else, is installed: in all namespaces, or in this one for those who may not look in the others. */
async function whereElse(extension: string, { cluster, stateNamespace }: Pick<OperationOptions, 'cluster' | 'stateNamespace'>): Promise<string> {
  const look = (namespace?: string): Promise<readonly StoredHead[] | undefined> =>
    listHeads(cluster, namespace, () => undefined).catch(() => undefined);
  const everywhere = await look();
  const found = everywhere ?? (await look(stateNamespace)) ?? [];
  const elsewhere = found.find(({ head }) => head.extension === extension);
  if (elsewhere !== undefined) return `Its state is in namespace ${elsewhere.ref.namespace ?? ''}: use --state-namespace ${elsewhere.ref.namespace ?? ''}.`;
  const unseen = everywhere === undefined ? ' Other namespaces could not be looked at; --state-namespace names another one.' : '';
  const names = found.slice(0, LISTED).map(({ head, ref }) => `${head.extension} (state in ${ref.namespace ?? ''})`);
  const more = found.length > LISTED ? `, and ${found.length - LISTED} more` : '';
  if (found.length > 0) return `Installed are: ${names.join(', ')}${more}.${unseen}`;
  const none = everywhere === undefined ? `None was found in namespace ${stateNamespace}.` : 'No extension is installed.';
  return `${none}${unseen} If its state was lost, try: boxcutter recover EXTENSION.`;
}

/**
 * Takes an extension down: its objects in reverse order, then its record. Of a paused one it is reported what would go.
 * @throws BoxcutterError categories `input`, `locked`, `data-loss`, `server`; what happens to objects is in the outcome
 */
export async function deleteExtension(extension: string, options: WriteOptions): Promise<Outcome> {
  const { cluster, deleteData = false, orphan = false } = options;
  const stored = await requireHead(extension, options);
  const { inventory, paused } = stored.head;
  // What is to live on must not go with a namespace or a kind that goes.
  const going = inventory.filter((entry) => entry.orphan !== true).map(({ ref }) => ref);
  const unguarded = deleteData || orphan || paused !== undefined;
  const guard = unguarded ? undefined : await findDataLoss(cluster, going, going, (object) => isStateSecret(object, extension));
  if (guard !== undefined && guard.losses.length > 0) throw dataLossError(guard.losses, `Deleting extension "${extension}"`);
  return takeAway(stored, options, {
    purpose: orphan ? 'orphan' : 'delete',
    entries: inventory,
    orphan,
    ...defined({ seen: guard?.seen }),
    begin: (head) => ({ ...head, deleting: true }),
    left: (left) => (left.length === 0 ? undefined : left),
  });
}

/** Objects of an extension that have to go, or are let go. */
export interface Leaving {
  /** For whoever finds the extension held. */
  readonly purpose: string;
  readonly entries: readonly InventoryEntry[];
  /** Let all of them live. */
  readonly orphan: boolean;
  readonly seen?: readonly KubeObject[];
  /** What is on record before the first of them goes. */
  readonly begin: (head: Head) => Head;
  /** The inventory, given which of the entries are still there; undefined: the extension is gone, and its record goes, too. */
  readonly left: (left: readonly InventoryEntry[]) => readonly InventoryEntry[] | undefined;
}

export async function takeAway(stored: StoredHead, options: WriteOptions, leaving: Leaving): Promise<Outcome> {
  const { cluster, stateNamespace } = options;
  const { extension, paused, revisions } = stored.head;
  const lost = new AbortController();
  const signal = options.signal === undefined ? lost.signal : AbortSignal.any([options.signal, lost.signal]);
  const report = options.dryRun === true || paused !== undefined;
  const { purpose, begin } = leaving;
  const { takeOver = false } = options;
  const onLost = (message: string): void => lost.abort(new Error(message));
  const hold = report ? undefined : await Hold.take({ cluster, extension, namespace: stateNamespace, purpose, takeOver, onLost }, stored, begin);
  let state: State;
  try {
    state = await tearDown(stored, { ...options, signal }, hold, leaving);
  } catch (error) {
    await hold?.release((current) => current).catch(() => undefined);
    throw error;
  }
  const done = state.status === 'complete' || state.status === 'waiting';
  const failure = hold === undefined ? undefined : await conclude(hold, state, done, leaving, options);
  return {
    extension,
    revision: revisions[0]?.number ?? 0,
    ...endingOf(state, done && paused === undefined, failure),
    unchanged: false,
    newRevision: false,
    dryRun: report,
    ...pausedBy(paused),
    result: resultOf(state),
  };
}

function tearDown(
  stored: StoredHead,
  options: WriteOptions,
  hold: Hold | undefined,
  { entries, orphan, seen = [] }: Leaving,
): Promise<State> {
  const { cluster, signal, onProgress } = options;
  const context = contextOf(stored);
  const { task, desired } = buildTeardown(stored.head.revisions[0]?.number ?? 0, {
    context,
    inventory: entries,
    report: hold === undefined,
    wait: options.wait ?? true,
    labelSelector: ownerSelector(stored.head.extension),
    orphan: () => orphan,
  });
  const probe = compileProbes([]);
  return run({
    cluster: inAnyVersion(cluster), task, desired, context, seen, probe: (object) => probe(object), labels: OWNER_LABELS,
    ...(hold === undefined ? {} : { fence: (kind) => hold.fence(kind) }),
    ...defined({ signal, onProgress }),
  });
}

/** Removes the state, or puts on record what is left; why not, where that failed. */
async function conclude(hold: Hold, state: State, done: boolean, { left }: Leaving, { onNote }: WriteOptions): Promise<Unrecorded | undefined> {
  const there = inventoryOf(state.task, state.entries);
  // Without waiting, what is being deleted is as good as gone.
  const inventory = left(done ? [] : there);
  const letGo = (entries: readonly InventoryEntry[]): Promise<void> => hold.release((current) => ({ ...current, inventory: entries }));
  try {
    await (done && inventory === undefined ? hold.remove() : letGo(inventory ?? there));
    return undefined;
  } catch (error) {
    // Who may not delete the head may still be allowed to give its lock back.
    if (done && inventory === undefined) await letGo(there).catch(() => undefined);
    return unrecorded(error, onNote);
  }
}

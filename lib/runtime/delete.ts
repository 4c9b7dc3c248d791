/**
 * Taking an extension down: its objects in reverse order, then its state.
 */
import type { KubeObject } from '../api';
import { buildTeardown, compileProbes, inventoryOf, resultOf, run, type State } from '../engine';
import { BoxcutterError } from '../errors';
import { dataLossError, findDataLoss } from '../preflight';
import { Hold, listHeads, readHead, type StoredHead } from '../state';
import { inAnyVersion } from './any-version';
import { endingOf, isStateSecret, unrecorded, type OperationOptions, type Outcome, type Unrecorded, type WriteOptions } from './options';
import { OWNER_LABELS, ownerContext, ownerSelector } from './owner';

/** @throws BoxcutterError category `input` when there is no such extension */
export async function requireHead(extension: string, options: Pick<OperationOptions, 'cluster' | 'stateNamespace'>): Promise<StoredHead> {
  const stored = await readHead(options.cluster, extension, options.stateNamespace);
  if (stored !== undefined) return stored;
  const hint = await whereElse(extension, options);
  throw new BoxcutterError('not-found', 'input', `There is no extension "${extension}" with its state in namespace ${options.stateNamespace}.`, { hint });
}

/** Where it, or what else, is installed: in all namespaces, or in this one for those who may not look in the others. */
async function whereElse(extension: string, { cluster, stateNamespace }: Pick<OperationOptions, 'cluster' | 'stateNamespace'>): Promise<string> {
  const look = (namespace?: string): Promise<readonly StoredHead[] | undefined> =>
    listHeads(cluster, namespace, () => undefined).catch(() => undefined);
  const everywhere = await look();
  const found = everywhere ?? (await look(stateNamespace)) ?? [];
  const elsewhere = found.find(({ head }) => head.extension === extension);
  if (elsewhere !== undefined) return `Its state is in namespace ${elsewhere.ref.namespace ?? ''}: use --state-namespace ${elsewhere.ref.namespace ?? ''}.`;
  const unseen = everywhere === undefined ? ' Other namespaces could not be looked at; --state-namespace names another one.' : '';
  if (found.length > 0) return `Installed are: ${found.map(({ head, ref }) => `${head.extension} (state in ${ref.namespace ?? ''})`).join(', ')}.${unseen}`;
  const none = everywhere === undefined ? `None was found in namespace ${stateNamespace}.` : 'No extension is installed.';
  return `${none}${unseen} If its state was lost, try: boxcutter recover EXTENSION.`;
}

export async function deleteExtension(extension: string, options: WriteOptions): Promise<Outcome> {
  const { cluster, stateNamespace } = options;
  const stored = await requireHead(extension, options);
  const { head } = stored;
  const refs = head.inventory.map(({ ref }) => ref);
  const unguarded = options.deleteData === true || options.orphan === true;
  const guard = unguarded ? undefined : await findDataLoss(cluster, refs, refs, (object) => isStateSecret(object, extension));
  if (guard !== undefined && guard.losses.length > 0) throw dataLossError(guard.losses, `Deleting extension "${extension}"`);

  const number = head.revisions[0]?.number ?? 0;
  const lost = new AbortController();
  const signal = options.signal === undefined ? lost.signal : AbortSignal.any([options.signal, lost.signal]);
  const report = options.dryRun ?? false;
  const hold = report
    ? undefined
    : await Hold.take(
        { cluster, extension, namespace: stateNamespace, purpose: 'delete', takeOver: options.takeOver ?? false, onLost: (message) => lost.abort(new Error(message)) },
        stored,
        (current) => ({ ...current, deleting: true }),
      );
  let state: State;
  try {
    state = await tearDown(number, stored, { ...options, signal }, hold, guard?.seen);
  } catch (error) {
    await hold?.release((current) => current).catch(() => undefined);
    throw error;
  }
  const done = state.status === 'complete' || state.status === 'waiting';
  const failure = hold === undefined ? undefined : await conclude(hold, state, done, options);
  return {
    extension,
    revision: number,
    ...endingOf(state, done, failure),
    unchanged: false,
    newRevision: false,
    dryRun: report,
    paused: false,
    result: resultOf(state),
  };
}

function tearDown(
  number: number,
  stored: StoredHead,
  options: WriteOptions,
  hold: Hold | undefined,
  seen: readonly KubeObject[] = [],
): Promise<State> {
  const { cluster, signal, onProgress } = options;
  const { head } = stored;
  const context = ownerContext({ ...stored, formerUids: head.formerUids ?? [] });
  const { task, desired } = buildTeardown(number, {
    context,
    inventory: head.inventory,
    report: hold === undefined,
    wait: options.wait ?? true,
    labelSelector: ownerSelector(head.extension),
    orphan: () => options.orphan === true,
  });
  const probe = compileProbes([]);
  return run({
    cluster: inAnyVersion(cluster), task, desired, context, seen, probe: (object) => probe(object), labels: OWNER_LABELS,
    ...(hold === undefined ? {} : { fence: (kind) => hold.fence(kind) }),
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}

/** Removes the state, or puts on record what is left; why not, where that failed. */
async function conclude(hold: Hold, state: State, done: boolean, { onNote }: WriteOptions): Promise<Unrecorded | undefined> {
  const letGo = (): Promise<void> => hold.release((current) => ({ ...current, inventory: inventoryOf(state.task, state.entries) }));
  try {
    await (done ? hold.remove() : letGo());
    return undefined;
  } catch (error) {
    // Who may not delete the head may still be allowed to give its lock back.
    if (done) await letGo().catch(() => undefined);
    return unrecorded(error, onNote);
  }
}

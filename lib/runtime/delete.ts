/**
 * Taking an extension down: its objects in reverse order, then its state.
 */
import { buildTeardown, compileProbes, inventoryOf, resultOf, run } from '../engine';
import { BoxcutterError } from '../errors';
import { dataLossError, findDataLoss } from '../preflight';
import { Hold, listHeads, readHead, type StoredHead } from '../state';
import { isStateSecret, type OperationOptions, type Outcome, type WriteOptions } from './options';
import { OWNER_LABELS, ownerContext, ownerSelector } from './owner';

/** @throws BoxcutterError category `input` when there is no such extension */
export async function requireHead(extension: string, options: Pick<OperationOptions, 'cluster' | 'stateNamespace'>): Promise<StoredHead> {
  const stored = await readHead(options.cluster, extension, options.stateNamespace);
  if (stored !== undefined) return stored;
  const others = await listHeads(options.cluster, undefined, () => undefined).catch(() => []);
  const elsewhere = others.find(({ head }) => head.extension === extension);
  const hint =
    elsewhere !== undefined
      ? `Its state is in namespace ${elsewhere.ref.namespace ?? ''}: use --state-namespace ${elsewhere.ref.namespace ?? ''}.`
      : others.length === 0
        ? 'No extension is installed. If its state was lost, try: boxcutter recover EXTENSION.'
        : `Installed are: ${others.map(({ head, ref }) => `${head.extension} (state in ${ref.namespace ?? ''})`).join(', ')}.`;
  throw new BoxcutterError('not-found', 'input', `There is no extension "${extension}" with its state in namespace ${options.stateNamespace}.`, { hint });
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
  const context = ownerContext({ ...stored, formerUids: head.formerUids ?? [] });
  const { task, desired } = buildTeardown(number, {
    context,
    inventory: head.inventory,
    report,
    wait: options.wait ?? true,
    labelSelector: ownerSelector(extension),
    orphan: () => options.orphan === true,
  });
  const probe = compileProbes([]);
  const state = await run({
    cluster, task, desired, context, probe: (object) => probe(object), labels: OWNER_LABELS, signal,
    ...(hold === undefined ? {} : { fence: () => hold.fence() }),
    ...(guard === undefined ? {} : { seen: guard.seen }),
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
  });
  const result = resultOf(state);
  const done = state.status === 'complete' || state.status === 'waiting';
  if (hold !== undefined) {
    try {
      await (done ? hold.remove() : hold.release((current) => ({ ...current, inventory: inventoryOf(state.task, state.entries) })));
    } catch (error) {
      options.onNote?.(`The outcome could not be recorded: ${error instanceof Error ? error.message : String(error)} Run the command again.`);
    }
  }
  return {
    extension,
    revision: number,
    status: done ? 'complete' : state.status === 'failed' ? 'failed' : 'incomplete',
    unchanged: false,
    newRevision: false,
    dryRun: report,
    paused: false,
    ...(state.stopping === undefined ? {} : { stopped: state.stopping }),
    result,
  };
}

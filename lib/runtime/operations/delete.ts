/**
 * Taking an extension down: its objects in reverse order, then its record.
 */
import type { DeleteOperation, HeadRecord, OrphanOperation } from '../../state';
import { endingOf, unrecorded, type Outcome, type WriteOptions } from '../options';
import { dataLossGuard, permissionGuard, readOrListMissing, runOperation, type Guard } from '../run';
import { pauseOf } from './pause-of';
import { requireRecord } from './require-record';

/**
 * Takes an extension down: its objects in reverse order, then its record. Of a paused one it is reported what would go.
 * @throws BoxcutterError categories `input`, `locked`, `data-loss`, `server`; what happens to objects is in the outcome
 */
export async function deleteExtension(extension: string, options: WriteOptions): Promise<Outcome> {
  const record = await readOrListMissing(() => requireRecord(extension, options), extension, options);
  const operation: DeleteOperation = { intent: 'delete', number: record.head.revisions[0]?.number ?? 0, orphan: options.orphan === true };
  const guards = [permissionGuard(record, options), dataLossGuard(options.cluster, options, options.words)];
  return takeAway(operation, record, options, record.head.paused === undefined ? guards : []);
}

/** Of a paused extension it is reported what would go. */
export async function takeAway(
  operation: DeleteOperation | OrphanOperation,
  record: HeadRecord,
  options: WriteOptions,
  guards: readonly Guard[] = [],
): Promise<Outcome> {
  const { cluster, onNote } = options;
  const pause = pauseOf(record.head);
  const dryRun = options.dryRun === true || pause.paused;
  const run = await runOperation(operation, { cluster, record, guards }, { ...options, dryRun });
  return {
    extension: record.extension,
    revision: operation.number,
    ...endingOf(run.state, run.complete && !pause.paused, unrecorded(run, onNote)),
    unchanged: false,
    newRevision: false,
    dryRun,
    ...pause,
    result: run.result,
  };
}

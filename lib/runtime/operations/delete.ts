/**
 * Taking an extension down: its objects in reverse order, then its record.
 */
import { missedHooks } from '../../api';
import { defined } from '../../defined';
import type { DeleteOperation, HeadRecord, OrphanOperation } from '../../state';
import { endingOf, unrecorded, type Outcome, type WriteOptions } from '../options';
import { dataLossGuard, permissionGuard, readOrListMissing, runOperation, type Guard } from '../run';
import { noteHooks } from './hook-notes';
import { pauseOf } from './pause-of';
import { requireRecord } from './require-record';

/**
 * Takes an extension down: its objects in reverse order, then its record. Of a paused one it is reported what would go.
 * @throws BoxcutterError categories `input`, `locked`, `data-loss`, `server`; what happens to objects is in the outcome
 */
export async function deleteExtension(extension: string, options: WriteOptions): Promise<Outcome> {
  const record = await readOrListMissing(() => requireRecord(extension, options), extension, options);
  const [newest] = record.head.revisions;
  const orphan = options.orphan === true;
  const operation: DeleteOperation = { intent: 'delete', number: newest?.number ?? 0, orphan };
  // What is let live needs no clean-up.
  const hooksNotRun = orphan || newest?.hooksNotRun === undefined ? undefined : missedHooks(newest.hooksNotRun, 'deletion');
  noteHooks(hooksNotRun, 'deletion', options);
  const guards = [permissionGuard(record, options), dataLossGuard(options.cluster, options, options.words)];
  const outcome = await takeAway(operation, record, options, record.head.paused === undefined ? guards : []);
  return { ...outcome, ...defined({ hooksNotRun }) };
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

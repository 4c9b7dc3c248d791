/**
 * Taking an extension down: its objects in reverse order, then its record.
 */
import { displayName, keyOf, missedHooks, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { DeleteOperation, HeadRecord, OrphanOperation } from '../../state';
import { endingOf, unrecorded, type DeleteOptions, type Outcome, type WriteOptions } from '../options';
import { dataLossGuard, permissionGuard, readOrListMissing, runOperation, type Guard } from '../run';
import { noteHooks } from './hook-notes';
import { pauseOf } from './pause-of';
import { requireRecord, type InstalledRecord } from './require-record';

/**
 * Takes an extension down: its objects in reverse order, then its record. Of a paused one it is reported what would go.
 * @throws BoxcutterError categories `input`, `locked` (`plan-outdated` among them), `data-loss`, `server`; what happens to objects is in
 *   the outcome
 */
export async function deleteExtension(extension: string, options: DeleteOptions): Promise<Outcome> {
  return deleteOver(await readOrListMissing(() => requireRecord(extension, options), extension, options), options);
}

/** The same for an extension as its record shows it. */
export async function deleteOver(record: InstalledRecord, options: DeleteOptions): Promise<Outcome> {
  refuseOthers(record, options.agreed);
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

/** The lock is taken of the very state that is compared here. */
function refuseOthers({ extension, inventory }: InstalledRecord, agreed: readonly ObjectRef[] | undefined): void {
  if (agreed === undefined) return;
  const keys = new Set(agreed.map(keyOf));
  const others = inventory.map(({ ref }) => ref).filter((ref) => !keys.has(keyOf(ref)));
  const [first] = others;
  if (first === undefined) return;
  const more = others.length === 1 ? '' : ` and ${others.length - 1} more`;
  const what = `Extension "${extension}" has got ${displayName(first)}${more} since it was shown what would go. Nothing was written.`;
  throw new BoxcutterError('plan-outdated', 'locked', what, {
    hint: 'Run the command again to see what would go now.',
  });
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

/**
 * Taking an extension down: its objects in reverse order, then its record.
 */
import { displayName, keyOf, missedHooks, type ObjectRef } from '../../api';
import { defined } from '../../defined';
import type { OwnerContext } from '../../engine';
import { BoxcutterError } from '../../errors';
import type { DeleteOperation, HeadRecord, OrphanOperation } from '../../state';
import { endingOf, unrecorded, type DeleteOptions, type Outcome, type WriteOptions } from '../options';
import { dataLossGuard, permissionGuard, readOrListMissing, runOperation, type Guard, type RunSettings } from '../run';
import { noteHooks } from './hook-notes';
import { pauseOf } from './pause-of';
import { requireRecord, type InstalledRecord } from './require-record';

/**
 * Takes an extension down: its objects in reverse order, then its record. Of a paused one it is reported what would go.
 * @throws BoxcutterError categories `input`, `locked` (`plan-outdated` among them), `data-loss`, `server`; what happens to objects is in
 *   the outcome
 */
export async function deleteExtension(extension: string, options: DeleteOptions): Promise<Outcome> {
  const doing = options.orphan === true ? 'orphan' : 'delete';
  return deleteOver(await readOrListMissing(() => requireRecord(extension, options, doing), extension, options), options);
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

/**
 * Lets all objects of an extension go, to whom they are handed, and forgets it. Whoever has the state of what was adopted may end this.
 * @throws BoxcutterError as {@link deleteExtension}
 */
export async function orphanExtension(
  extension: string, { handBack, ...options }: WriteOptions & Pick<OwnerContext, 'handBack'>,
): Promise<Outcome> {
  const record = await readOrListMissing(() => requireRecord(extension, options, 'orphan'), extension, options);
  const operation: DeleteOperation = { intent: 'delete', number: record.head.revisions[0]?.number ?? 0, orphan: true };
  return takeAway(operation, record, options, [], defined({ handBack }));
}

/** The lock is taken of the very state that is compared here. */
function refuseOthers({ extension, inventory }: InstalledRecord, agreed: readonly ObjectRef[] | undefined): void {
  if (agreed === undefined) return;
  const keys = new Set(agreed.map(keyOf));
  const others = inventory.map(({ ref }) => ref).filter((ref) => !keys.has(keyOf(ref)));
  const [first] = others;
  if (first === undefined) return;
  const more = others.length === 1 ? '' : ` and ${others.length - 1} more`;
  const what = `Extension "${extension}" has new objects since the plan was shown: ${displayName(first)}${more}. Nothing was written.`;
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
  owning?: RunSettings['owning'],
): Promise<Outcome> {
  const { cluster, onNote } = options;
  const pause = pauseOf(record.head);
  const dryRun = options.dryRun === true || pause.paused;
  const run = await runOperation(operation, { cluster, record, guards }, { ...options, owning, dryRun });
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

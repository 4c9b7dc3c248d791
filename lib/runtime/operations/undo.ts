/**
 * Going back after a rollout that failed, or ran out of time: to the newest complete revision; a first install is taken down.
 */
import type { ObjectResult, RevisionResult } from '../../engine';
import { BoxcutterError } from '../../errors';
import type { Head } from '../../state';
import type { Outcome, WriteOptions } from '../options';
import { readOrListMissing } from '../run';
import { deleteOver } from './delete';
import { requireRecord } from './require-record';
import { candidates, rollbackOver } from './rollback';

/**
 * May there be something to go back from? What was refused before the first write changed nothing, and what is paused is not to be changed.
 */
export function isToUndo({ status, dryRun, paused, newRevision, unrecorded, result }: Outcome): boolean {
  if (status === 'complete' || dryRun || paused || unrecorded !== undefined || result.unreachable !== undefined) return false;
  return newRevision || objectsOf(result).some(({ action }) => !UNREACHED.has(action));
}

/** Before the first write an object is nothing else. */
const UNREACHED: ReadonlySet<ObjectResult['action']> = new Set(['Waiting', 'Failed', 'Collision']);

function objectsOf({ phases, removed }: RevisionResult): readonly ObjectResult[] {
  return [...phases.flatMap((phase) => phase.objects), ...removed];
}

/**
 * Goes back to the content of the newest revision that was complete, as a rollback does, under its guards. Without one: takes down what the
 * very run of the given outcome installed first, unless it took over objects that were there before. All of it as long as the record is as
 * that run left it: what another run has made of the extension since is not undone.
 * @throws BoxcutterError `nothing-to-go-back-to` (input) when neither can be done; otherwise as `rollbackExtension` and `deleteExtension`
 */
export async function undo(outcome: Outcome, options: WriteOptions): Promise<Outcome> {
  const { extension } = outcome;
  const record = await readOrListMissing(() => requireRecord(extension, options, 'rollback'), extension, options);
  const { revisions } = record.head;
  const why = movedOn(outcome, record.head);
  if (why !== undefined) throw left(extension, why);
  // The lock is taken of the very state that was judged.
  if (candidates(revisions).length > 0) return rollbackOver(record, options);
  const obstacle = obstacleOf(outcome, record.head);
  if (obstacle === undefined) return deleteOver(record, options);
  throw left(extension, `it has no earlier revision that was complete, and ${obstacle}`);
}

/** Why the newest revision is not the one that failed, or has not failed. Pure. */
export function movedOn({ newRevision, revision }: Pick<Outcome, 'newRevision' | 'revision'>, head: Head): string | undefined {
  const [newest] = head.revisions;
  if (head.deleting === true) return 'another run has begun to delete it meanwhile';
  if (newest === undefined) return 'its revisions are not on record any more';
  if (newest.number !== revision) return `another run has made revision ${newest.number} of it meanwhile`;
  if (newest.completeAt === undefined) return undefined;
  return newRevision ? 'another run has completed the revision meanwhile' : 'the revision was complete before, and is now only not ready';
}

function left(extension: string, why: string): BoxcutterError {
  return new BoxcutterError('nothing-to-go-back-to', 'input', `Extension "${extension}" is left as it is: ${why}.`, {
    hint: 'Correct what failed and apply again, or delete the extension.',
  });
}

function obstacleOf({ newRevision, result: { phases } }: Outcome, { revisions }: Head): string | undefined {
  if (!newRevision || revisions.length !== 1) return 'this run did not install it';
  const taken = phases.flatMap(({ objects }) => objects).filter(({ action }) => action === 'Adopted').length;
  return taken === 0 ? undefined : `the run took over ${taken === 1 ? 'an object that was' : `${taken} objects that were`} there before`;
}

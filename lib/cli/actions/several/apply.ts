/** `apply` of several extensions: one plan, one question, one after the other. What needs one that failed is not begun. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError, isBoxcutterError } from '../../../errors';
import { broughtByAll } from '../../../runtime';
import { heldBackBy } from '../../../source';
import { applyWords, type ApplyArgs } from '../../commands/apply';
import { wordsFor } from '../../command-line/hints';
import { EXIT } from '../../exit';
import { isDocument, printDocument } from '../../output/print';
import { counted } from '../../output/terminal/table';
import { printLines } from '../../output/terminal/sink';
import type { ShownPlan } from '../operation/confirm';
import { rollOut, type RollOutContext } from '../operation/roll-out';
import { noProgress, noteFailure, type Progress, progressLine } from './progress';

export const OUTCOMES_SCHEMA = 'boxcutter.outcomes/v1';

type Context = Omit<RollOutContext, 'onDocument' | 'shown'>;

/**
 * The exit code of the first that was not done. One that fails keeps those from being begun that need it, or may need it: the others are
 * applied all the same.
 * @throws BoxcutterError `usage-several` (input) for `--watch` and `--report`
 */
export async function applySeveral(revisions: readonly ResolvedRevision[], args: ApplyArgs, context: Context): Promise<number> {
  refuseSingular(revisions, args);
  const shown = await confirm(revisions, args, context);
  if (typeof shown === 'number') return shown;
  const progress = noProgress();
  let code: number = EXIT.done;
  let hasChanges = false;
  for (const [index, revision] of revisions.entries()) {
    const needs = heldBackBy(revision, [...progress.failed, ...progress.notBegun.map(({ extension }) => extension)]);
    if (needs !== undefined || code === EXIT.interrupted) {
      const known = revision.dependsOn === undefined ? undefined : needs;
      progress.notBegun.push({ extension: revision.extension, ...defined({ needs: known }) });
      continue;
    }
    const isFurther = progress.done.length + progress.failed.length > 0;
    const startedMs = isFurther ? performance.now() : context.startedMs;
    const before = broughtByAll(revisions.slice(0, index));
    const known = args.dryRun ? { earlier: before } : { applied: before };
    const place = { ...context, startedMs, isFurther, ...defined({ shown: shown?.[index] }), ...known };
    const ended = await one(revision, args, place, progress);
    const isDone = ended === EXIT.done || (args.dryRun && ended === EXIT.changes);
    (isDone ? progress.done : progress.failed).push(revision.extension);
    hasChanges ||= ended === EXIT.changes;
    if (!isDone && (code === EXIT.done || ended === EXIT.interrupted)) code = ended;
  }
  const { documents, failures, notBegun } = progress;
  if (isDocument(args.output)) {
    const document = { outcomes: documents, failures, notBegun: notBegun.map(({ extension }) => extension) };
    await printDocument({ schema: OUTCOMES_SCHEMA, ...document }, args.output);
  } else {
    printLines(['', progressLine(progress)]);
  }
  return code === EXIT.done && hasChanges ? EXIT.changes : code;
}

/** The exit code that it would have alone. */
async function one(revision: ResolvedRevision, args: ApplyArgs, place: Context, progress: Progress): Promise<number> {
  try {
    return (await rollOut(revision, args, { ...place, onDocument: (document) => void progress.documents.push(document) })).code;
  } catch (error) {
    if (!isBoxcutterError(error)) throw error;
    return noteFailure(revision.extension, error, wordsFor(applyWords, args), args.output, progress);
  }
}

function refuseSingular(revisions: readonly ResolvedRevision[], { report, watch }: ApplyArgs): void {
  const option = report !== undefined ? '--report is about' : watch ? '--watch keeps' : undefined;
  if (option === undefined) return;
  throw new BoxcutterError('usage-several', 'input', `${option} one extension, and ${counted(revisions.length, 'extension')} are named.`, {
    hint: 'Choose one with --name.',
  });
}

/** The plans, of which each is compared right before it is carried out; or the exit code with which the command ends. */
async function confirm(
  revisions: readonly ResolvedRevision[], args: ApplyArgs, { connection, timeoutMs }: Pick<RollOutContext, 'connection' | 'timeoutMs'>,
): Promise<readonly ShownPlan[] | undefined | number> {
  if (!args.plan || args.dryRun) return undefined;
  const { confirmPlans } = await import('../operation/confirm.js');
  return confirmPlans(revisions, args, connection, timeoutMs);
}

/** `apply` of several extensions: one plan, one question, one after the other. What needs one that failed is not begun. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError, isBoxcutterError } from '../../../errors';
import { broughtByAll } from '../../../runtime';
import { heldBackBy } from '../../../source';
import { applyWords, type ApplyArgs } from '../../commands/apply';
import { commandHint, wordsFor } from '../../command-line/hints';
import { EXIT, EXIT_OF_CATEGORY } from '../../exit';
import { printError } from '../../output/error';
import { isDocument, printDocument } from '../../output/print';
import type { OutcomeDocument } from '../../output/run/document';
import { counted } from '../../output/terminal/table';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import type { ShownPlan } from '../operation/confirm';
import { rollOut, type RollOutContext } from '../operation/roll-out';

export const OUTCOMES_SCHEMA = 'boxcutter.outcomes/v1';

type Context = Omit<RollOutContext, 'onDocument' | 'shown'>;

/** An error that ended one of them, as a document. */
interface FailureDocument {
  readonly extension: string;
  readonly code: string;
  readonly category: string;
  readonly message: string;
  readonly hint?: string;
}

/** What has become of all of them so far. */
interface Progress {
  readonly done: string[];
  readonly failed: string[];
  /** With the one that each of them waits for, where that is known. */
  readonly notBegun: { readonly extension: string; readonly needs?: string }[];
  readonly documents: OutcomeDocument[];
  readonly failures: FailureDocument[];
}

/**
 * The exit code of the first that was not done. One that fails keeps those from being begun that need it, or may need it: the others are
 * applied all the same.
 * @throws BoxcutterError `usage-several` (input) for `--watch` and `--report`
 */
export async function applySeveral(revisions: readonly ResolvedRevision[], args: ApplyArgs, context: Context): Promise<number> {
  refuseSingular(revisions, args);
  const shown = await confirm(revisions, args, context);
  if (typeof shown === 'number') return shown;
  const progress: Progress = { done: [], failed: [], notBegun: [], documents: [], failures: [] };
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
    printLines(['', summary(progress)]);
  }
  return code === EXIT.done && hasChanges ? EXIT.changes : code;
}

/** The exit code that it would have alone. An error is said at once, for others follow. */
async function one(revision: ResolvedRevision, args: ApplyArgs, place: Context, { documents, failures }: Progress): Promise<number> {
  try {
    return (await rollOut(revision, args, { ...place, onDocument: (document) => void documents.push(document) })).code;
  } catch (error) {
    if (!isBoxcutterError(error)) throw error;
    const { code, category, message } = error;
    const failure = { code, category, message, ...defined({ hint: commandHint(error, wordsFor(applyWords, args)) }) };
    failures.push({ extension: revision.extension, ...failure });
    if (!isDocument(args.output)) await printError(failure, args.output);
    return EXIT_OF_CATEGORY[category];
  }
}

function refuseSingular(revisions: readonly ResolvedRevision[], { report, watch }: ApplyArgs): void {
  const option = report !== undefined ? '--report is about' : watch ? '--watch keeps' : undefined;
  if (option === undefined) return;
  throw new BoxcutterError('usage-several', 'input', `${option} one extension, and ${counted(revisions.length, 'extension')} are named.`, {
    hint: 'Choose one with --name.',
  });
}

function summary({ done, failed, notBegun }: Progress): string {
  const { green, red } = paint(process.stdout);
  const all = counted(done.length + failed.length + notBegun.length, 'extension');
  if (failed.length === 0) return `${all}: ${green('all done')}`;
  const waiting = notBegun.map(({ extension, needs }) => (needs === undefined ? extension : `${extension} (needs ${needs})`));
  const parts = [
    ...(done.length === 0 ? [] : [`done: ${done.join(', ')}`]), red(`not done: ${failed.join(', ')}`),
    ...(waiting.length === 0 ? [] : [`not begun: ${waiting.join(', ')}`]),
  ];
  return `${all}; ${parts.join('; ')}`;
}

/** The plans, of which each is compared right before it is carried out; or the exit code with which the command ends. */
async function confirm(
  revisions: readonly ResolvedRevision[], args: ApplyArgs, { connection, timeoutMs }: Pick<RollOutContext, 'connection' | 'timeoutMs'>,
): Promise<readonly ShownPlan[] | undefined | number> {
  if (!args.plan || args.dryRun) return undefined;
  const { confirmPlans } = await import('../operation/confirm.js');
  return confirmPlans(revisions, args, connection, timeoutMs);
}

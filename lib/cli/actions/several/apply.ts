/** `apply` of several extensions: one plan, one question, one after the other until one fails. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import type { ApplyArgs } from '../../commands/apply';
import { EXIT } from '../../exit';
import { isDocument, printDocument } from '../../output/print';
import type { OutcomeDocument } from '../../output/run/document';
import { counted } from '../../output/terminal/table';
import { printLines } from '../../output/terminal/sink';
import type { ShownPlan } from '../operation/confirm';
import { rollOut, type RollOutContext } from '../operation/roll-out';
import { severalLine } from './summary';

export const OUTCOMES_SCHEMA = 'boxcutter.outcomes/v1';

/**
 * The exit code of the first that was not done. Those after it are not begun: they may need it.
 * @throws BoxcutterError `usage-several` (input) for `--watch`; what reading or writing one of them throws
 */
export async function applySeveral(
  revisions: readonly ResolvedRevision[], args: ApplyArgs, context: Omit<RollOutContext, 'onDocument' | 'shown'>,
): Promise<number> {
  if (args.report !== undefined) {
    const named = counted(revisions.length, 'extension');
    throw new BoxcutterError('usage-several', 'input', `--report is about one extension, and ${named} are named.`, {
      hint: 'Choose one with --name.',
    });
  }
  if (args.watch) {
    const named = counted(revisions.length, 'extension');
    throw new BoxcutterError('usage-several', 'input', `--watch keeps one extension, and ${named} are named.`, {
      hint: 'Choose one with --name.',
    });
  }
  const shown = await confirm(revisions, args, context);
  if (typeof shown === 'number') return shown;
  const documents: OutcomeDocument[] = [];
  const names = revisions.map(({ extension }) => extension);
  const done: string[] = [];
  let code: number = EXIT.done;
  try {
    for (const [index, revision] of revisions.entries()) {
      const onDocument = (document: OutcomeDocument): void => void documents.push(document);
      const startedMs = index === 0 ? context.startedMs : performance.now();
      const place = { ...context, startedMs, isFurther: index > 0, onDocument, ...defined({ shown: shown?.[index] }) };
      ({ code } = await rollOut(revision, args, place));
      if (code !== EXIT.done && !(args.dryRun && code === EXIT.changes)) break;
      done.push(revision.extension);
    }
  } finally {
    const notBegun = names.slice(done.length + 1);
    if (isDocument(args.output)) {
      if (documents.length > 0) await printDocument({ schema: OUTCOMES_SCHEMA, outcomes: documents, notBegun }, args.output);
    } else {
      printLines(['', severalLine(names, done)]);
    }
  }
  return code === EXIT.done && args.dryRun && documents.some(({ unchanged }) => !unchanged) ? EXIT.changes : code;
}

/** The plans, of which each is compared right before it is carried out; or the exit code with which the command ends. */
async function confirm(
  revisions: readonly ResolvedRevision[], args: ApplyArgs, { connection, timeoutMs }: Pick<RollOutContext, 'connection' | 'timeoutMs'>,
): Promise<readonly ShownPlan[] | undefined | number> {
  if (!args.plan || args.dryRun) return undefined;
  const { confirmPlans } = await import('../operation/confirm.js');
  return confirmPlans(revisions, args, connection, timeoutMs);
}

/** Planning, asking and rolling out what was chosen, one after the other, as `apply` does it. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError, isBoxcutterError } from '../../../errors';
import type { Words } from '../../commands/command';
import { EXIT } from '../../exit';
import { chosenDocument, chosenLines, deferredLine } from '../../output/catalog/chosen';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { counted } from '../../output/terminal/table';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import type { Connection } from '../../session';
import { ask, canAsk } from '../operation/ask';
import type { ShownPlan } from '../operation/confirm';
import { makePlan } from '../operation/make-plan';
import { rollOut } from '../operation/roll-out';
import { exitOfSeveral, planLines, showPlan, verdict } from '../operation/show-plan';
import { noProgress, noteFailure, type Progress, progressLine } from '../several/progress';
import { inWords, isUnforeseen, type RollingOutArgs, type RolloutStep } from './steps';

export const INSTALL_SCHEMA = 'boxcutter.install/v1';
export const INSTALL_PLAN_SCHEMA = 'boxcutter.install-plan/v1';

export interface StepsContext {
  readonly connection: Connection;
  readonly startedMs: number;
  readonly timeoutMs: number;
  readonly subcommand: Words;
}

/** The exit code of the first that was not done. Those that need it are not begun; the others are rolled out all the same. */
export async function rollOutSteps(steps: readonly RolloutStep[], args: RollingOutArgs, context: StepsContext): Promise<number> {
  await refuseReport(steps, args);
  const document = isDocument(args.output);
  if (!document) printLines([...chosenLines(steps.map(({ chosen }) => chosen), paint(process.stdout)), '']);
  if (args.plan) return planSteps(steps, args, context);
  const shown = await confirmSteps(steps, args, context);
  return typeof shown === 'number' ? shown : carryOut(steps, shown, args, context);
}

/** @throws BoxcutterError `usage-several` (input) for a report of several; what the report itself is refused for */
async function refuseReport(steps: readonly RolloutStep[], { report, dryRun, plan }: RollingOutArgs): Promise<void> {
  if (report === undefined) return;
  (await import('../report/rollout-report.js')).refuseReport(report, plan ? '--plan' : dryRun ? '--dry-run' : undefined);
  const wanted = steps.filter(({ chosen }) => chosen.isWanted);
  if (wanted.length === 1) return;
  const named = counted(wanted.length, 'extension');
  throw new BoxcutterError('usage-several', 'input', `--report describes one extension, but ${named} would be upgraded.`, {
    hint: 'Name the extension to report on.',
  });
}

/** Exit code 10: there are changes. */
async function planSteps(
  steps: readonly RolloutStep[], args: RollingOutArgs, { connection, timeoutMs, startedMs }: StepsContext,
): Promise<number> {
  const documents: object[] = [];
  const exits: number[] = [];
  for (const [index, step] of steps.entries()) {
    if (index > 0 && !isDocument(args.output)) printLines(['']);
    const { revision, deferred, words } = step;
    let isGated = false;
    const show = (content: ResolvedRevision) => connection.session(timeoutMs, async (session) => {
      const planned = await makePlan(content, step.args, session);
      isGated = planned.gated !== undefined;
      const options = { output: args.output, full: args.full, startedMs, words, ...defined({ hooksNotRun: content.hooksNotRun }) };
      return showPlan(planned, session, { ...options, onDocument: (found) => void documents.push(found) });
    });
    const exit = revision === undefined ? later(step, deferred) : await inWords(words, () => show(revision)).catch((error: unknown) => {
      if (index === 0 || !isUnforeseen(error)) throw error;
      return later(step, error);
    });
    // What the ones before it bring is not there yet.
    exits.push(index > 0 && exit === EXIT.incomplete && !isGated ? EXIT.changes : exit);
  }
  if (isDocument(args.output)) {
    const chosen = steps.map((step) => chosenDocument(step.chosen));
    await printDocument({ schema: INSTALL_PLAN_SCHEMA, chosen, plans: documents }, args.output);
  }
  return exitOfSeveral(exits);
}

function later({ chosen, args }: RolloutStep, why: Error | undefined): number {
  if (isDocument(args.output)) note(deferredLine(chosen, why));
  else printLines([deferredLine(chosen, why)]);
  return EXIT.changes;
}

/**
 * All plans, and one question; elsewhere than on a terminal there is none. The plans that were shown, or the exit code with which the
 * command ends.
 */
async function confirmSteps(
  steps: readonly RolloutStep[], args: RollingOutArgs, { connection, timeoutMs }: StepsContext,
): Promise<readonly (ShownPlan | undefined)[] | number> {
  if (args.yes || args.dryRun || !canAsk(args.output)) return [];
  const shown: (ShownPlan | undefined)[] = [];
  const exits: number[] = [];
  for (const [index, step] of steps.entries()) {
    const { exit, plan } = await planToShow(step, { isFurther: index > 0, isOfSeveral: steps.length > 1 }, connection, timeoutMs);
    exits.push(exit);
    shown.push(plan);
  }
  const exit = exitOfSeveral(exits);
  if (exit !== EXIT.changes) return exit === EXIT.done ? shown : exit;
  const question = steps.length === 1 ? 'Apply this? [y/N] ' : `Apply these ${steps.length}? [y/N] `;
  if (await ask(question)) return shown;
  printLines(['Nothing was written.']);
  return EXIT.changes;
}

async function planToShow(
  step: RolloutStep, { isFurther, isOfSeveral }: { readonly isFurther: boolean; readonly isOfSeveral: boolean }, connection: Connection,
  timeoutMs: number,
): Promise<{ readonly exit: number; readonly plan?: ShownPlan }> {
  if (isFurther) printLines(['']);
  const { revision, deferred, args, words } = step;
  if (revision === undefined) return { exit: later(step, deferred) };
  try {
    return await inWords(words, () => connection.session(timeoutMs, async (session) => {
      const made = await makePlan(revision, args, session);
      const { otherContent: _shown, ...rest } = made;
      const { exit, remark } = verdict(rest, session.ended());
      printLines(planLines(made, false, words));
      if (remark !== undefined) note(remark);
      // One that is refused for now keeps no other.
      if (made.gated !== undefined && isOfSeveral) return { exit: EXIT.done, plan: made };
      // What it does cannot be compared with what was shown when those before it have changed the cluster.
      if (isFurther) return { exit: exit === EXIT.incomplete ? EXIT.changes : exit };
      return { exit, plan: made };
    }));
  } catch (error) {
    if (!isFurther || !isUnforeseen(error)) throw error;
    return { exit: later(step, error) };
  }
}

async function carryOut(
  steps: readonly RolloutStep[], shown: readonly (ShownPlan | undefined)[], args: RollingOutArgs, context: StepsContext,
): Promise<number> {
  const progress = noProgress();
  let code: number = EXIT.done;
  for (const [index, step] of steps.entries()) {
    const { extension } = step.chosen;
    const held = heldBy(step, steps, progress);
    if (held !== undefined || code === EXIT.interrupted) {
      progress.notBegun.push({ extension, ...defined({ needs: held }) });
      continue;
    }
    if (index > 0 && !isDocument(args.output)) printLines(['']);
    const ended = await carryOutOne(step, { index, steps, progress, args, context, ...defined({ shown: shown[index] }) });
    const isDone = ended === EXIT.done || (args.dryRun && ended === EXIT.changes);
    (isDone ? progress.done : progress.failed).push(extension);
    if (!isDone && (code === EXIT.done || ended === EXIT.interrupted)) code = ended;
  }
  const { documents, failures, notBegun } = progress;
  if (isDocument(args.output)) {
    const chosen = steps.map((step) => chosenDocument(step.chosen));
    const waiting = notBegun.map(({ extension }) => extension);
    await printDocument({ schema: INSTALL_SCHEMA, chosen, outcomes: documents, failures, notBegun: waiting }, args.output);
  } else if (steps.length > 1) {
    printLines(['', progressLine(progress)]);
  }
  return code === EXIT.done && args.dryRun && documents.some(({ unchanged }) => !unchanged) ? EXIT.changes : code;
}

interface OneOfSeveral {
  readonly index: number;
  readonly steps: readonly RolloutStep[];
  readonly progress: Progress;
  readonly args: RollingOutArgs;
  readonly context: StepsContext;
  readonly shown?: ShownPlan;
}

/** @returns its exit code @throws BoxcutterError what ended it, where it is the only one */
async function carryOutOne(step: RolloutStep, { index, steps, progress, args, context, shown }: OneOfSeveral): Promise<number> {
  const { chosen: { extension }, words } = step;
  try {
    const revision = await revisionNow(step, index > 0 && !args.dryRun);
    if (revision === undefined) return later(step, step.deferred);
    const { code } = await inWords(words, () => rollOut(revision, step.args, {
      ...context,
      words,
      startedMs: index === 0 ? context.startedMs : performance.now(),
      isFurther: index > 0,
      onDocument: (document) => void progress.documents.push(document),
      ...defined({ shown }),
    }));
    return code;
  } catch (error) {
    if (steps.length === 1 || !isBoxcutterError(error)) throw error;
    return noteFailure(extension, error, words, args.output, progress);
  }
}

/** What a step needs and does not get: one before it, of a package that it needs, was not done. */
function heldBy(
  { chosen: { packageName } }: RolloutStep, steps: readonly RolloutStep[], { failed, notBegun }: Progress,
): string | undefined {
  const without = new Set([...failed, ...notBegun.map(({ extension }) => extension)]);
  const needed = steps.find(({ chosen: { extension, dependents } }) => without.has(extension) && dependents.includes(packageName));
  return needed?.chosen.extension;
}

/** What was compiled before a dependency came is compiled again: charts see the cluster, and so do certificates. */
async function revisionNow(step: RolloutStep, isAfterOthers: boolean): Promise<ResolvedRevision | undefined> {
  return isAfterOthers ? step.compile() : step.revision;
}

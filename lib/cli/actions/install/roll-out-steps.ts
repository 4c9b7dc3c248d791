/** Planning, asking and rolling out what was chosen: one after the other until one fails, as `apply` does it. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import type { Words } from '../../commands/command';
import { EXIT } from '../../exit';
import { chosenDocument, chosenLines, deferredLine } from '../../output/catalog/chosen';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import type { OutcomeDocument } from '../../output/run/document';
import { counted } from '../../output/terminal/table';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import type { Connection } from '../../session';
import { ask, canAsk } from '../operation/ask';
import type { ShownPlan } from '../operation/confirm';
import { makePlan } from '../operation/make-plan';
import { rollOut } from '../operation/roll-out';
import { exitOfSeveral, planLines, showPlan, verdict } from '../operation/show-plan';
import { severalLine } from './several-line';
import { isUnforeseen, type RollingOutArgs, type RolloutStep } from './steps';

export const INSTALL_SCHEMA = 'boxcutter.install/v1';
export const INSTALL_PLAN_SCHEMA = 'boxcutter.install-plan/v1';

export interface StepsContext {
  readonly connection: Connection;
  readonly startedMs: number;
  readonly timeoutMs: number;
  readonly subcommand: Words;
}

/** The exit code of the first that was not done. Those after it are not begun: they need it. */
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
  (await import('../report/rollout-report.js')).refuseReport(report, dryRun || plan);
  const wanted = steps.filter(({ chosen }) => chosen.isWanted);
  if (wanted.length === 1) return;
  const named = counted(wanted.length, 'extension');
  throw new BoxcutterError('usage-several', 'input', `--report is about one extension, and ${named} are upgraded.`, {
    hint: 'Name the one that it is to be about.',
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
    const { revision, deferred } = step;
    const exit = revision === undefined ? later(step, deferred) : await connection.session(timeoutMs, async (session) => {
      const planned = await makePlan(revision, step.args, session);
      const options = { output: args.output, full: args.full, startedMs, ...defined({ hooksNotRun: revision.hooksNotRun }) };
      return showPlan(planned, session, { ...options, onDocument: (found) => void documents.push(found) });
    }).catch((error: unknown) => {
      if (index === 0 || !isUnforeseen(error)) throw error;
      return later(step, error);
    });
    // What the ones before it bring is not there yet.
    exits.push(index > 0 && exit === EXIT.incomplete ? EXIT.changes : exit);
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
    const { exit, plan } = await planToShow(step, index > 0, connection, timeoutMs);
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
  step: RolloutStep, isFurther: boolean, connection: Connection, timeoutMs: number,
): Promise<{ readonly exit: number; readonly plan?: ShownPlan }> {
  if (isFurther) printLines(['']);
  const { revision, deferred, args } = step;
  if (revision === undefined) return { exit: later(step, deferred) };
  try {
    return await connection.session(timeoutMs, async (session) => {
      const made = await makePlan(revision, args, session);
      const { otherContent: _shown, ...rest } = made;
      const { exit, remark } = verdict(rest, session.ended());
      printLines(planLines(made, false));
      if (remark !== undefined) note(remark);
      // What it does cannot be compared with what was shown when those before it have changed the cluster.
      if (isFurther) return { exit: exit === EXIT.incomplete ? EXIT.changes : exit };
      return { exit, plan: made };
    });
  } catch (error) {
    if (!isFurther || !isUnforeseen(error)) throw error;
    return { exit: later(step, error) };
  }
}

async function carryOut(
  steps: readonly RolloutStep[], shown: readonly (ShownPlan | undefined)[], args: RollingOutArgs, context: StepsContext,
): Promise<number> {
  const { startedMs } = context;
  const documents: OutcomeDocument[] = [];
  const names = steps.map(({ chosen }) => chosen.extension);
  const done: string[] = [];
  let code: number = EXIT.done;
  try {
    for (const [index, step] of steps.entries()) {
      if (index > 0 && !isDocument(args.output)) printLines(['']);
      const revision = await revisionNow(step, index > 0 && !args.dryRun);
      if (revision === undefined) {
        code = later(step, step.deferred);
      } else {
        ({ code } = await rollOut(revision, step.args, {
          ...context,
          startedMs: index === 0 ? startedMs : performance.now(),
          isFurther: index > 0,
          onDocument: (document) => void documents.push(document),
          ...defined({ shown: shown[index] }),
        }));
      }
      if (code !== EXIT.done && !(args.dryRun && code === EXIT.changes)) break;
      done.push(names[index] ?? '');
    }
  } finally {
    const notBegun = names.slice(done.length + 1);
    if (isDocument(args.output)) {
      const chosen = steps.map((step) => chosenDocument(step.chosen));
      await printDocument({ schema: INSTALL_SCHEMA, chosen, outcomes: documents, notBegun }, args.output);
    } else if (steps.length > 1) {
      printLines(['', severalLine(names, done)]);
    }
  }
  return code === EXIT.done && args.dryRun && documents.some(({ unchanged }) => !unchanged) ? EXIT.changes : code;
}

/** What was compiled before a dependency came is compiled again: charts see the cluster, and so do certificates. */
async function revisionNow(step: RolloutStep, isAfterOthers: boolean): Promise<ResolvedRevision | undefined> {
  return isAfterOthers ? step.compile() : step.revision;
}

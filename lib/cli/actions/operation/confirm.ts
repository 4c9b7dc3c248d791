/**
 * Showing a plan before carrying it out, and asking.
 */
import type { ResolvedRevision } from '../../../api';
import { BoxcutterError } from '../../../errors';
import { broughtByAll, planRevision, type Plan, type PlanOptions } from '../../../runtime';
import { wordsFor } from '../../command-line/hints';
import { type ApplyArgs, applyWords } from '../../commands/apply';
import { EXIT } from '../../exit';
import { totalLine } from '../../output/plan/plan';
import { isDocument } from '../../output/print';
import { paint } from '../../output/terminal/paint';
import type { Connection } from '../../session';
import { makePlan } from './make-plan';
import { ask, canAsk } from './ask';
import { exitOfSeveral, planLines, verdict } from './show-plan';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';

/** What somebody has seen, and said yes to. */
export interface ShownPlan extends Pick<Plan, 'extension' | 'digest' | 'otherContent'> {
  /** What to do when it is not so any more. @default to run the command again */
  readonly again?: string;
}

/**
 * Shows the plan and asks. The plan when it is to be carried out; otherwise the exit code with which the command ends.
 * @throws BoxcutterError `plan-unconfirmed` where there is no terminal to ask on, `interrupted`
 */
export async function confirmPlan(
  revision: ResolvedRevision,
  args: ApplyArgs,
  connection: Connection,
  timeoutMs: number,
): Promise<Plan | number> {
  refuseWithoutAnswer(args);
  // Time for thinking counts against no time limit: the session of the plan is over before the question.
  const { planned, exit, remark } = await connection.session(timeoutMs, async (session) => {
    const made = await makePlan(revision, args, session);
    // Its words are part of what is shown: who answers the question has read them. Said beforehand, a yes is no answer to them.
    const { otherContent: _shown, ...rest } = made;
    return { planned: made, ...verdict(args.yes ? made : rest, session.ended()) };
  });
  printLines(planLines(planned, false, wordsFor(applyWords, args)));
  if (remark !== undefined) note(remark);
  if (exit !== EXIT.changes) return exit === EXIT.done ? planned : exit;
  if (args.yes || (await ask('Apply this? [y/N] '))) return planned;
  printLines(['Nothing was written.']);
  return EXIT.changes;
}

/**
 * The same for several: all plans, what they come to together, and one question. Each counts on what those before it bring.
 * @throws BoxcutterError as {@link confirmPlan}
 */
export async function confirmPlans(
  revisions: readonly ResolvedRevision[], args: ApplyArgs, connection: Connection, timeoutMs: number,
): Promise<readonly Plan[] | number> {
  refuseWithoutAnswer(args);
  const planned: Plan[] = [];
  const exits: number[] = [];
  for (const [index, revision] of revisions.entries()) {
    const { made, exit, remark } = await connection.session(timeoutMs, async (session) => {
      const plan = await makePlan(revision, args, session, broughtByAll(revisions.slice(0, index)));
      return { made: plan, ...verdict(plan, session.ended()) };
    });
    if (planned.length > 0) printLines(['']);
    printLines(planLines(made, false, wordsFor(applyWords, args)));
    if (remark !== undefined) note(remark);
    planned.push(made);
    exits.push(exit);
  }
  printLines(['', paint(process.stdout).bold(totalLine(planned))]);
  const exit = exitOfSeveral(exits);
  if (exit !== EXIT.changes) return exit === EXIT.done ? planned : exit;
  if (args.yes || (await ask(`Apply these ${revisions.length}? [y/N] `))) return planned;
  printLines(['Nothing was written.']);
  return EXIT.changes;
}

/**
 * Makes the plan again, right before it is carried out: would the same be done as was shown? To be asked with the extension held, so that
 * no other run comes in between.
 * @throws BoxcutterError `plan-outdated` (locked); `plan-unchecked` where that could not be seen: `server` or, broken off, `incomplete`
 */
export async function refuseOtherPlan(shown: ShownPlan, revision: ResolvedRevision, options: PlanOptions): Promise<void> {
  const now = await planRevision(revision, options);
  const { extension } = shown;
  const unseen = 'Nothing was written: '
    + `boxcutter could not check whether applying extension "${extension}" would still do what the plan showed`;
  if (now.unreachable !== undefined) {
    throw new BoxcutterError('plan-unchecked', 'server', `${unseen}: ${now.unreachable}.`, {
      hint: 'Run the command again once the API server answers.',
    });
  }
  if (now.incomplete !== undefined) {
    throw new BoxcutterError('plan-unchecked', 'incomplete', `${unseen} to its end.`, {
      hint: 'Run the command again with a longer --timeout.',
    });
  }
  if (shown.digest === now.digest) return;
  const what = `The cluster has changed since the plan was made: applying extension "${extension}" would now do something else.`;
  throw new BoxcutterError('plan-outdated', 'locked', `${what} Nothing was written.`, {
    hint: shown.again ?? 'Run the command again to see the new plan.',
  });
}

function refuseWithoutAnswer(args: ApplyArgs): void {
  const { output, yes } = args;
  const plan = wordsFor(applyWords, args).operation('planRevision');
  if (isDocument(output)) {
    throw new BoxcutterError('plan-output', 'input', `--plan is for people, and -o ${output} is for programs.`, {
      hint: `Use: ${plan} -o ${output}`,
    });
  }
  if (yes || canAsk(output)) return;
  throw new BoxcutterError('plan-unconfirmed', 'input', '--plan asks before it applies, but there is no terminal to ask on.', {
    hint: `Add --yes to apply without being asked, or use: ${plan}`,
  });
}

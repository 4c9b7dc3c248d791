/**
 * Showing a plan before carrying it out, and asking.
 */
import { createInterface } from 'node:readline';
import type { ResolvedRevision } from '../../../api';
import { BoxcutterError } from '../../../errors';
import { planRevision, type Plan, type PlanOptions } from '../../../runtime';
import type { ApplyArgs } from '../../commands/apply';
import { EXIT } from '../../exit';
import { isDocument } from '../../output/print';
import type { Connection } from '../../session';
import { makePlan, planLines, verdict } from '../plan';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';

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
    return { planned: made, ...verdict(made, session.ended()) };
  });
  printLines(planLines(planned, false));
  if (remark !== undefined) note(remark);
  if (exit !== EXIT.changes) return exit === EXIT.done ? planned : exit;
  if (args.yes || (await ask('Apply this? [y/N] '))) return planned;
  printLines(['Nothing was written.']);
  return EXIT.changes;
}

/**
 * Makes the plan again, right before it is carried out: would the same be done as was shown? To be asked with the extension held, so that
 * no other run comes in between.
 * @throws BoxcutterError `plan-outdated` (locked); `plan-unchecked` where that could not be seen: `server` or, broken off, `incomplete`
 */
export async function refuseOtherPlan(shown: Plan, revision: ResolvedRevision, options: PlanOptions): Promise<void> {
  const now = await planRevision(revision, options);
  const { extension } = shown;
  const unseen = `Nothing was written: whether applying extension "${extension}" would still do what was shown could not be seen`;
  if (now.unreachable !== undefined) {
    throw new BoxcutterError('plan-unchecked', 'server', `${unseen}: ${now.unreachable}.`, {
      hint: 'Run the command again once the API server answers.',
    });
  }
  if (now.incomplete !== undefined) {
    throw new BoxcutterError('plan-unchecked', 'incomplete', `${unseen} to its end.`, {
      hint: 'Run the command again, with more time: --timeout.',
    });
  }
  if (shown.digest === now.digest) return;
  const what = `The cluster has changed since the plan was made: applying extension "${extension}" would do something else by now.`;
  throw new BoxcutterError('plan-outdated', 'locked', `${what} Nothing was written.`, {
    hint: 'Run the command again to see the new plan.',
  });
}

function refuseWithoutAnswer({ output, yes }: ApplyArgs): void {
  if (isDocument(output)) {
    throw new BoxcutterError('plan-output', 'input', `--plan is for people, and -o ${output} is for programs.`, {
      hint: `Use: boxcutter plan PATH -o ${output}.`,
    });
  }
  if (yes || (process.stdin.isTTY && process.stdout.isTTY)) return;
  throw new BoxcutterError('plan-unconfirmed', 'input', '--plan asks before it applies, and there is no terminal to ask on.', {
    hint: 'Add --yes to apply without being asked, or use: boxcutter plan PATH.',
  });
}

/**
 * Asks on a terminal. Anything but yes is no, and so is the end of the input.
 * @throws BoxcutterError `interrupted` after Ctrl-C
 */
export function ask(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true });
  return new Promise((resolve, reject) => {
    let answered = false;
    terminal.on('SIGINT', () => {
      answered = true;
      output.write('\n');
      terminal.close();
      reject(new BoxcutterError('interrupted', 'interrupted', 'Interrupted: nothing was written.'));
    });
    terminal.on('close', () => {
      if (!answered) resolve(false);
    });
    terminal.question(question, (answer) => {
      answered = true;
      terminal.close();
      resolve(/^\s*y(?:es)?\s*$/i.test(answer));
    });
  });
}

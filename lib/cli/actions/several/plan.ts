/** `plan` of several extensions: each as it would be once those before it are applied, and what they come to together. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { broughtByAll, type Plan } from '../../../runtime';
import { wordsFor } from '../../command-line/hints';
import { type PlanArgs, planWords } from '../../commands/plan';
import { totalLine } from '../../output/plan/plan';
import { isDocument, printDocument } from '../../output/print';
import { counted } from '../../output/terminal/table';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import type { Connection } from '../../session';
import { exitOfSeveral, showPlan } from '../operation/show-plan';
import { makePlan } from '../operation/make-plan';

export const PLANS_SCHEMA = 'boxcutter.plans/v1';

/**
 * Of those before it a plan knows which namespaces and kinds they bring. What else a later one needs of an earlier one cannot be foreseen.
 * @throws BoxcutterError `usage-several` (input) for `--out`
 */
export async function planSeveral(
  revisions: readonly ResolvedRevision[], args: PlanArgs, connection: Connection, timeoutMs: number,
): Promise<number> {
  if (args.out !== undefined) {
    throw new BoxcutterError('usage-several', 'input', '--out saves the plan of one extension, '
      + `but ${counted(revisions.length, 'extension')} are named.`, {
      hint: 'Choose one with --name.',
    });
  }
  const documents: object[] = [];
  const exits: number[] = [];
  const plans: Plan[] = [];
  for (const [index, revision] of revisions.entries()) {
    if (index > 0 && !isDocument(args.output)) printLines(['']);
    const startedMs = performance.now();
    exits.push(await connection.session(timeoutMs, async (session) => {
      const planned = await makePlan(revision, args, session, broughtByAll(revisions.slice(0, index)));
      plans.push(planned);
      return showPlan(planned, session, {
        ...args, startedMs, words: wordsFor(planWords, args), ...defined({ hooksNotRun: revision.hooksNotRun }),
        onDocument: (document) => documents.push(document),
      });
    }));
  }
  if (isDocument(args.output)) await printDocument({ schema: PLANS_SCHEMA, plans: documents }, args.output);
  else printLines(['', paint(process.stdout).bold(totalLine(plans))]);
  return exitOfSeveral(exits);
}

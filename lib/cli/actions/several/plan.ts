/** `plan` of several extensions: each as it would be alone, one after the other. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError, isBoxcutterError } from '../../../errors';
import type { PlanArgs } from '../../commands/plan';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { counted } from '../../output/terminal/table';
import { printLines } from '../../output/terminal/sink';
import type { Connection } from '../../session';
import { exitOfSeveral, showPlan } from '../operation/show-plan';
import { makePlan } from '../operation/make-plan';

export const PLANS_SCHEMA = 'boxcutter.plans/v1';

/**
 * What a later one needs of an earlier one that is not there yet cannot be foreseen.
 * @throws BoxcutterError `usage-several` (input) for `--out`
 */
export async function planSeveral(
  revisions: readonly ResolvedRevision[], args: PlanArgs, connection: Connection, timeoutMs: number,
): Promise<number> {
  if (args.out !== undefined) {
    throw new BoxcutterError('usage-several', 'input', `--out saves one plan, and ${counted(revisions.length, 'extension')} are named.`, {
      hint: 'Choose one with --name.',
    });
  }
  const documents: object[] = [];
  const exits: number[] = [];
  for (const revision of revisions) {
    if (exits.length > 0 && !isDocument(args.output)) printLines(['']);
    const startedMs = performance.now();
    const planned = connection.session(timeoutMs, async (session) => showPlan(await makePlan(revision, args, session), session, {
      ...args, startedMs, ...defined({ hooksNotRun: revision.hooksNotRun }), onDocument: (document) => documents.push(document),
    }));
    exits.push(exits.length === 0 ? await planned : await planned.catch((error: unknown) => notForeseen(revision, error)));
  }
  if (isDocument(args.output)) await printDocument({ schema: PLANS_SCHEMA, plans: documents }, args.output);
  return exitOfSeveral(exits);
}

/** Namespaces that an earlier one brings are not there yet. */
function notForeseen({ extension }: ResolvedRevision, error: unknown): number {
  if (!isBoxcutterError(error) || error.code !== 'namespace-not-found') throw error;
  note(`What becomes of ${extension} cannot be foreseen before those that come first are applied: ${error.message}`);
  return EXIT.incomplete;
}

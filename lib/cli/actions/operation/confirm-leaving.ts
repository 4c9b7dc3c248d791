/** Showing what a deletion would take away, or let go of, and asking. */
import type { ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import type { Outcome, WriteOptions } from '../../../runtime';
import { paint } from '../../output/terminal/paint';
import { countActions, objectsOf } from '../../output/run/summary';
import { renderTree } from '../../output/run/tree';
import { printLines } from '../../output/terminal/sink';
import { stateNamespace, type Connection } from '../../session';
import { ask, canAsk } from './ask';
import type { OperateArgs } from './operate';
import { trustOptions } from './trust-options';

type Asked = OperateArgs & { readonly extension: string; readonly yes: boolean };

/** What is asked about: the operation in a dry run, and the question after what it shows. */
interface Question {
  readonly run: (options: WriteOptions) => Promise<Outcome>;
  readonly question: string;
}

/**
 * Asks on a terminal, unless the answer was given beforehand or nothing is going to be written. Elsewhere there is no question: scripts go
 * on as they always did. False: it is not to be done; otherwise what was agreed to, undefined without a question.
 * @throws BoxcutterError as the dry run; `interrupted`
 */
export async function confirmLeaving(
  args: Asked, connection: Connection, timeoutMs: number, { run, question }: Question,
): Promise<false | { readonly agreed: readonly ObjectRef[] | undefined }> {
  if (args.yes || args.dryRun || !canAsk(args.output)) return { agreed: undefined };
  const shown = await connection.session(timeoutMs, ({ cluster, signal }) => run({
    cluster, signal, stateNamespace: stateNamespace(args, cluster), dryRun: true, deleteData: args.deleteData, orphan: args.orphan,
    ...trustOptions(args),
  }));
  // Of a paused extension nothing goes; and what would fail does so without a question, with its reasons.
  if (shown.paused || shown.status === 'failed' || shown.unchanged) return { agreed: undefined };
  const { columns: width } = process.stdout;
  const whole = { paint: paint(process.stdout), height: Number.POSITIVE_INFINITY, full: true };
  const tree = renderTree(shown.result, { ...whole, ...defined({ width }) });
  printLines([...tree, `${args.extension}: ${countActions(objectsOf(shown)) || 'no objects'}, and its record`]);
  if (await ask(`${question} [y/N] `)) return { agreed: objectsOf(shown).map(({ ref }) => ref) };
  printLines(['Nothing was written.']);
  return false;
}

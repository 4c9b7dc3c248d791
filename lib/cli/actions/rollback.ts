import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { planRollback, rollbackExtension } from '../../runtime';
import { rollbackWords, type RollbackArgs } from '../commands/rollback';
import { refusalOptions } from './operation/refusal-options';
import { note } from '../output/note';
import { connected, stateNamespace, type Session } from '../session';
import { wordsFor } from '../command-line/hints';
import { EXIT } from '../exit';
import { parseDuration } from '../command-line/duration';
import { parseGiveUp } from '../command-line/give-up';
import { revisionNumber } from '../command-line/revision-number';
import { operate } from './operation/operate';
import { trustOptions } from './operation/trust-options';

export async function rollback(args: RollbackArgs): Promise<number> {
  const startedMs = performance.now();
  const to = revisionNumber(args.to, '--to');
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const run = (keepCrds: boolean) => (session: Session): Promise<number> => rollBack({ ...args, keepCrds }, session, to, startedMs);
  return connected(args, async (connection) => {
    if (args.plan) return connection.session(timeoutMs, (session) => plan(args, session, to, startedMs));
    return connection.session(timeoutMs, run(args.keepCrds)).catch(async (error: unknown) => {
      const mayKeep = isBoxcutterError(error) && error.code === 'crd-upgrade-unsafe' && !args.keepCrds && !args.dryRun;
      if (!mayKeep) throw error;
      const { askDespite } = await import('./operation/ask.js');
      const question = 'Keep the newer CustomResourceDefinitions, and roll back the rest? [y/N] ';
      const answer = await askDespite(error, error.hintIn(wordsFor(rollbackWords, args)), question, args.output);
      if (answer === undefined) throw error;
      return answer ? connection.session(timeoutMs, run(true)) : EXIT.changes;
    });
  });
}

async function plan(args: RollbackArgs, session: Session, to: number | undefined, startedMs: number): Promise<number> {
  const { extension, skipUnserved, keepCrds, deleteData, orphan } = args;
  const { cluster, signal } = session;
  const planned = await planRollback(extension, {
    cluster, signal, stateNamespace: stateNamespace(args, cluster), onNote: note, skipUnserved, keepCrds, deleteData, orphan,
    ...trustOptions(args), ...refusalOptions(args), ...defined({ to }),
  });
  return (await import('./operation/show-plan.js')).showPlan(planned, session, { ...args, startedMs });
}

function rollBack(args: RollbackArgs, session: Session, to: number | undefined, startedMs: number): Promise<number> {
  const { extension, skipUnserved, keepCrds, preflight } = args;
  const giveUp = parseGiveUp(args.giveUp ?? []);
  return operate(args, session, {
    subcommand: rollbackWords,
    title: `Rolling back ${extension}${to === undefined ? '' : ` to revision ${to}`}`,
    startedMs,
    run: (options) => rollbackExtension(extension, {
      ...options, ...refusalOptions(args), giveUp, skipUnserved, keepCrds, preflight: args.dryRun ? 'always' : preflight,
      ...defined({ to }),
    }),
  });
}

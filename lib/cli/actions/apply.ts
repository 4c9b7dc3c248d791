import { defined } from '../../defined';
import { applyRevision, fitToServer } from '../../runtime';
import { applyWords, type ApplyArgs } from '../commands/apply';
import { readRevision } from '../../source';
import { refusalOptions } from './operation/refusal-options';
import { connected, type Connection } from '../session';
import { parseDuration } from '../command-line/duration';
import { rolloutSurroundings } from '../surroundings';
import { operate } from './operation/operate';
import { note } from '../output/note';

export function apply(args: ApplyArgs): Promise<number> {
  return connected(args, (connection) => applyOver(connection, args));
}

async function applyOver(connection: Connection, args: ApplyArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const refusal = refusalOptions(args);
  const surroundings = rolloutSurroundings(connection, args, timeoutMs, !args.dryRun);
  const { resolved: read } = await readRevision(args.path, args, surroundings);
  const confirming = args.plan && !args.dryRun ? await import('./operation/confirm.js') : undefined;
  const shown = await confirming?.confirmPlan(read, args, connection, timeoutMs);
  if (typeof shown === 'number') return shown;
  const { code, digest } = await connection.session(timeoutMs, async (session) => {
    const { namespace, skipUnserved, deleteData, orphan } = args;
    const resolved = await fitToServer(read, session.cluster, { ...defined({ namespace }), skipUnserved, onNote: note });
    const exit = await operate(args, session, {
      subcommand: applyWords,
      title: `Applying ${resolved.extension}`,
      startedMs,
      run: (options) => {
        const { cluster, stateNamespace, signal, stateKey, trustState } = options;
        const planOptions = { cluster, stateNamespace, deleteData, orphan, ...refusal, ...defined({ signal, stateKey, trustState }) };
        const confirm = shown === undefined ? {} : { confirm: async () => confirming?.refuseOtherPlan(shown, resolved, planOptions) };
        return applyRevision(resolved, { ...options, ...refusal, ...confirm, preflight: args.dryRun ? 'always' : args.preflight });
      },
    });
    return { code: exit, digest: resolved.digest };
  });
  if (!args.watch || args.dryRun || read.lifecycleState === 'Paused') return code;
  return (await import('./operation/keep.js')).keepAfter(code, { extension: read.extension, digest }, args, connection);
}

import type { ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { applyRevision, fitToServer, type Outcome, type WriteOptions } from '../../runtime';
import type { ApplyArgs } from '../commands/apply';
import { readRevision } from '../../source';
import { refusalOptions } from './operation/refusal-options';
import { connected, parseDuration, type Connection } from '../session';
import { note, rolloutSurroundings } from '../surroundings';
import { operate } from './operation/operate';

export function apply(args: ApplyArgs): Promise<number> {
  return connected(args, (connection) => applyOver(connection, args));
}

async function applyOver(connection: Connection, args: ApplyArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const refusal = refusalOptions(args);
  const { resolved: read } = await readRevision(args.path, args, rolloutSurroundings(connection, args, timeoutMs, !args.dryRun));
  const isPaused = read.lifecycleState === 'Paused';
  const confirming = args.plan && !args.dryRun ? await import('./operation/confirm.js') : undefined;
  const shown = await confirming?.confirmPlan(read, args, connection, timeoutMs);
  if (typeof shown === 'number') return shown;
  const code = await connection.session(timeoutMs, async (session) => {
    const { namespace, skipUnserved, deleteData, orphan } = args;
    const resolved = await fitToServer(read, session.cluster, { ...defined({ namespace }), skipUnserved, onNote: note });
    return operate(args, session, {
      command: 'apply',
      title: `Applying ${resolved.extension}`,
      startedMs,
      run: (options) => {
        const { cluster, stateNamespace, signal } = options;
        const planOptions = { cluster, stateNamespace, deleteData, orphan, ...refusal, ...defined({ signal }) };
        const confirm = shown === undefined ? {} : { confirm: async () => confirming?.refuseOtherPlan(shown, resolved, planOptions) };
        if (isPaused) return lookAtPaused(resolved, { ...options, ...refusal });
        return applyRevision(resolved, { ...options, ...refusal, ...confirm, preflight: args.dryRun ? 'always' : args.preflight });
      },
    });
  });
  if (!args.watch || args.dryRun || isPaused) return code;
  return (await import('./operation/keep.js')).keepAfter(code, read.extension, args, connection);
}

/** A revision that says of itself that it is paused: what would be done is reported, nothing is written, and no guard has to stop it. */
async function lookAtPaused(revision: ResolvedRevision, options: WriteOptions): Promise<Outcome> {
  const unguarded = { deleteData: true, createNamespace: true, crdSafety: { policy: 'off', waivers: [] } } as const;
  return { ...(await applyRevision(revision, { ...options, ...unguarded, dryRun: true })), paused: true };
}

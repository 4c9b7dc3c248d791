import { defined } from '../../defined';
import { applyRevision, fitToServer } from '../../runtime';
import { clusterFacts, recordOf } from '../cluster-facts';
import type { ApplyArgs } from '../commands/apply';
import { readInput } from '../../source/input';
import { refusalOptions } from './operation/refusal-options';
import { parseDuration, withCluster } from '../session';
import { operate } from './operation/operate';

export async function apply(args: ApplyArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const onNote = (text: string): void => void process.stderr.write(`${text}\n`);
  const refusal = refusalOptions(args);
  const input = await readInput({ ...args, facts: clusterFacts(args, timeoutMs), recorded: recordOf(args, timeoutMs), writes: !args.dryRun, onNote });
  const confirming = args.plan && !args.dryRun ? await import('./operation/confirm.js') : undefined;
  const shown = await confirming?.confirmPlan(input, args, timeoutMs);
  if (typeof shown === 'number') return shown;
  const code = await withCluster(args, timeoutMs, async (session) => {
    const { namespace, skipUnserved, deleteData, orphan } = args;
    const resolved = await fitToServer(input.resolved, session.cluster, { ...defined({ namespace }), skipUnserved, onNote });
    return operate(args, session, {
      command: 'apply',
      title: `Applying ${resolved.extension}`,
      startedMs,
      run: (options) => {
        const { cluster, stateNamespace, signal } = options;
        const planOptions = { cluster, stateNamespace, deleteData, orphan, ...refusal, ...defined({ signal }) };
        const confirm = shown === undefined ? {} : { confirm: async () => confirming?.refuseOtherPlan(shown, resolved, planOptions) };
        return applyRevision(resolved, { ...options, ...refusal, ...confirm, preflight: args.dryRun ? 'always' : args.preflight });
      },
    });
  });
  if (!args.watch || args.dryRun) return code;
  return (await import('./operation/keep.js')).keepAfter(code, input.resolved.extension, args);
}

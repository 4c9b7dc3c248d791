import { applyRevision, fitToServer } from '../../runtime';
import { startProgress } from '../output/progress';
import { readInput } from '../input';
import { parseDuration, withCluster, type ConnectionArgs, stateNamespace } from '../session';
import { finish } from './finish';

export interface ApplyArgs extends ConnectionArgs {
  readonly path: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly stateNamespace?: string | undefined;
  readonly wait: boolean;
  readonly timeout: string;
  readonly dryRun: boolean;
  readonly preflight: 'never' | 'new-content' | 'always';
  readonly takeOver: boolean;
  readonly deleteData: boolean;
  readonly orphan: boolean;
  readonly skipUnserved: boolean;
  readonly output: 'text' | 'json';
}

export async function apply(args: ApplyArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const note = (text: string): void => void process.stderr.write(`${text}\n`);
  const input = await readInput({ ...args, onNote: note });
  return withCluster(args, timeoutMs, async (session) => {
    const { cluster, signal } = session;
    const resolved = await fitToServer(input.resolved, cluster, {
      ...(args.namespace === undefined ? {} : { namespace: args.namespace }),
      skipUnserved: args.skipUnserved,
      onNote: note,
    });
    const mode = args.output === 'json' ? 'silent' : process.stderr.isTTY ? 'tree' : 'lines';
    const progress = await startProgress(mode, `Applying ${resolved.extension}`);
    try {
      const outcome = await applyRevision(resolved, {
        cluster,
        stateNamespace: stateNamespace(args, cluster),
        signal,
        preflight: args.dryRun ? 'always' : args.preflight,
        wait: args.wait,
        dryRun: args.dryRun,
        takeOver: args.takeOver,
        deleteData: args.deleteData,
        orphan: args.orphan,
        onProgress: (state) => progress.show(state),
        onNote: (text) => progress.note(text),
      });
      await progress.end();
      return finish(outcome, session, { command: 'apply', output: args.output, startedMs, tree: mode === 'tree' || args.dryRun });
    } catch (error) {
      await progress.end();
      throw error;
    }
  });
}

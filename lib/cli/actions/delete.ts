import { deleteExtension } from '../../runtime';
import { startProgress } from '../output/progress';
import { parseDuration, withCluster, stateNamespace } from '../session';
import type { ApplyArgs } from './apply';
import { finish } from './finish';

export type DeleteArgs = Pick<ApplyArgs, 'kubeconfig' | 'context' | 'as' | 'asGroup' | 'namespace' | 'stateNamespace' | 'wait' | 'timeout' | 'dryRun' | 'takeOver' | 'deleteData' | 'orphan' | 'output'> & {
  readonly extension: string;
};

export async function deleteAction(args: DeleteArgs): Promise<number> {
  const startedMs = performance.now();
  return withCluster(args, parseDuration(args.timeout, '--timeout'), async (session) => {
    const { cluster, signal } = session;
    const mode = args.output === 'json' ? 'silent' : process.stderr.isTTY ? 'tree' : 'lines';
    const progress = await startProgress(mode, `Deleting ${args.extension}`);
    try {
      const outcome = await deleteExtension(args.extension, {
        cluster,
        stateNamespace: stateNamespace(args, cluster),
        signal,
        wait: args.wait,
        dryRun: args.dryRun,
        takeOver: args.takeOver,
        deleteData: args.deleteData,
        orphan: args.orphan,
        onProgress: (state) => progress.show(state),
        onNote: (text) => progress.note(text),
      });
      await progress.end();
      return finish(outcome, session, { command: 'delete', output: args.output, startedMs, tree: mode === 'tree' || args.dryRun });
    } catch (error) {
      await progress.end();
      throw error;
    }
  });
}

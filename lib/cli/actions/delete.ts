import { isBoxcutterError } from '../../errors';
import { deleteExtension, type Outcome, type WriteOptions } from '../../runtime';
import { deleteWords, type DeleteArgs } from '../commands/delete';
import { withCluster } from '../session';
import { parseDuration } from '../command-line/duration';
import { operate } from './operation/operate';

export async function deleteAction(args: DeleteArgs): Promise<number> {
  const startedMs = performance.now();
  const { extension, ignoreNotFound, checkPermissions } = args;
  const run = (options: WriteOptions): Promise<Outcome> =>
    deleteExtension(extension, { ...options, checkPermissions }).catch((error: unknown) => {
      if (ignoreNotFound && isBoxcutterError(error) && error.code === 'not-found') return notThere(extension);
      throw error;
    });
  return withCluster(args, parseDuration(args.timeout, '--timeout'), (session) =>
    operate(args, session, { subcommand: deleteWords, title: `Deleting ${extension}`, startedMs, run }),
  );
}

/** Nothing had to be done. */
function notThere(extension: string): Outcome {
  const result = { phases: [], removed: [], complete: true, failed: false };
  return { extension, revision: 0, status: 'complete', unchanged: true, newRevision: false, dryRun: false, paused: false, result };
}

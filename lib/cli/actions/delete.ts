import { deleteExtension } from '../../runtime';
import { parseDuration, withCluster } from '../session';
import { operate, type OperateArgs } from './operate';

export interface DeleteArgs extends OperateArgs {
  readonly extension: string;
}

export async function deleteAction(args: DeleteArgs): Promise<number> {
  const startedMs = performance.now();
  return withCluster(args, parseDuration(args.timeout, '--timeout'), (session) =>
    operate(args, session, { command: 'delete', title: `Deleting ${args.extension}`, startedMs, run: (options) => deleteExtension(args.extension, options) }),
  );
}

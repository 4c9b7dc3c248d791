import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { rollbackExtension } from '../../runtime';
import { rollbackWords, type RollbackArgs } from '../commands/rollback';
import { refusalOptions } from './operation/refusal-options';
import { withCluster } from '../session';
import { parseDuration } from '../command-line/duration';
import { operate } from './operation/operate';

export async function rollback(args: RollbackArgs): Promise<number> {
  const startedMs = performance.now();
  const { extension, skipUnserved, preflight } = args;
  const refusal = refusalOptions(args);
  const to = args.to === undefined ? undefined : revisionNumber(args.to);
  return withCluster(args, parseDuration(args.timeout, '--timeout'), (session) =>
    operate(args, session, {
      subcommand: rollbackWords,
      title: `Rolling back ${extension}${to === undefined ? '' : ` to revision ${to}`}`,
      startedMs,
      run: (options) => rollbackExtension(extension, {
        ...options,
        ...refusal,
        skipUnserved,
        preflight: args.dryRun ? 'always' : preflight,
        ...defined({ to }),
      }),
    }),
  );
}

function revisionNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new BoxcutterError('usage-revision', 'input', `--to ${text} is not the number of a revision.`, {
    hint: 'The numbers are in: boxcutter history EXTENSION',
  });
}

import { defined } from '../../defined';
import { deleteExtension, orphanObjects } from '../../runtime';
import { orphanWords, type OrphanArgs } from '../commands/orphan';
import { counted } from '../output/terminal/table';
import { withCluster } from '../session';
import { parseDuration } from '../command-line/duration';
import { operate } from './operation/operate';

/** Without objects all are let go, and the record goes, too. */
export async function orphan(args: OrphanArgs): Promise<number> {
  const startedMs = performance.now();
  const { extension, namespace, objects = [] } = args;
  const place = defined({ namespace });
  return withCluster(args, parseDuration(args.timeout, '--timeout'), (session) =>
    operate({ ...args, deleteData: false, orphan: true }, session, {
      subcommand: orphanWords,
      title: objects.length === 0 ? `Letting go of ${extension}` : `Letting go of ${counted(objects.length, 'object')} of ${extension}`,
      startedMs,
      done: objects.length === 0
        ? 'let go; its objects live on, and nothing is remembered of it'
        : `let go of ${counted(objects.length, 'object')}; the rest stays`,
      run: (options) => objects.length === 0
        ? deleteExtension(extension, options)
        : orphanObjects(extension, objects, { ...options, ...place }),
    }),
  );
}

import { defined } from '../../defined';
import { deleteExtension, orphanObjects, type DeleteOptions, type Outcome } from '../../runtime';
import { orphanWords, type OrphanArgs } from '../commands/orphan';
import { EXIT } from '../exit';
import { counted } from '../output/terminal/table';
import { connected } from '../session';
import { parseDuration } from '../command-line/duration';
import { confirmLeaving } from './operation/confirm-leaving';
import { operate } from './operation/operate';

/** Without objects all are let go, and the record goes, too. */
export async function orphan(args: OrphanArgs): Promise<number> {
  const startedMs = performance.now();
  const { extension, namespace, objects = [] } = args;
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const given = { ...args, deleteData: false, orphan: true };
  const isAll = objects.length === 0;
  const run = ({ agreed, ...options }: DeleteOptions): Promise<Outcome> => isAll
    ? deleteExtension(extension, { ...options, ...defined({ agreed }) })
    : orphanObjects(extension, objects, { ...options, ...defined({ namespace }) });
  return connected(args, async (connection) => {
    // Objects that are named are meant.
    const question = 'Let go of all of this?';
    const answer = isAll ? await confirmLeaving(given, connection, timeoutMs, { run, question }) : { agreed: undefined };
    if (answer === false) return EXIT.changes;
    const agreed = defined(answer);
    return connection.session(timeoutMs, (session) => operate(given, session, {
      subcommand: orphanWords,
      title: isAll ? `Letting go of ${extension}` : `Letting go of ${counted(objects.length, 'object')} of ${extension}`,
      startedMs,
      done: isAll
        ? 'let go; its objects live on, and boxcutter no longer knows the extension'
        : `let go of ${counted(objects.length, 'object')}; the rest stays`,
      run: (options) => run({ ...options, ...agreed }),
    }));
  });
}

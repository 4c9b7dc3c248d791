import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { beginRecordAmong, type BegunRecord, deleteExtension, type DeleteOptions, type Outcome } from '../../runtime';
import { deleteWords, type DeleteArgs } from '../commands/delete';
import { EXIT } from '../exit';
import { note } from '../output/note';
import { connected, stateNamespace, type Connection } from '../session';
import { parseDuration } from '../command-line/duration';
import { confirmLeaving } from './operation/confirm-leaving';
import { operate } from './operation/operate';

export async function deleteAction(args: DeleteArgs): Promise<number> {
  const startedMs = performance.now();
  const { extension, ignoreNotFound, checkPermissions } = args;
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  let begun: BegunRecord | undefined;
  const run = (options: DeleteOptions): Promise<Outcome> =>
    deleteExtension(extension, { ...options, checkPermissions, ...defined({ begun }) }).catch((error: unknown) => {
      if (ignoreNotFound && isBoxcutterError(error) && error.code === 'not-found') return notThere(extension);
      throw error;
    });
  return connected(args, async (connection) => {
    begun = await noteDependents(connection, args, timeoutMs);
    const question = args.orphan ? 'Let go of all of this?' : 'Delete all of this?';
    const answer = await confirmLeaving(args, connection, timeoutMs, { run, question });
    if (answer === false) return EXIT.changes;
    const agreed = defined(answer);
    return connection.session(timeoutMs, (session) =>
      operate(args, session, {
        subcommand: deleteWords, title: `Deleting ${extension}`, startedMs, run: (options) => run({ ...options, ...agreed }),
      }));
  });
}

/**
 * Whoever needs what goes is not kept from working at once, so it is said and not refused. What may not be listed is not looked for.
 * @returns the record of what goes, where the list shows it
 */
async function noteDependents(connection: Connection, args: DeleteArgs, timeoutMs: number): Promise<BegunRecord | undefined> {
  if (args.orphan) return undefined;
  const { installed, begun, there } = await connection.session(timeoutMs, async ({ cluster }) => {
    const there = stateNamespace(args, cluster);
    const found = await beginRecordAmong(args.extension, { cluster, stateNamespace: there }).catch(() => undefined);
    return { installed: found?.installed ?? [], begun: found?.begun, there };
  });
  const going = installed.find((one) => one.extension === args.extension && one.stateNamespace === there);
  if (going === undefined || installed.length < 2) return begun;
  const { dependentsOf } = await import('./install/dependents.js');
  for (const { extension, stateNamespace: where, needs } of dependentsOf(going, installed)) {
    note(`Extension "${extension}" in namespace ${where} needs it: ${needs.join('; ')}.`);
  }
  return begun;
}

/** Nothing had to be done. */
function notThere(extension: string): Outcome {
  const result = { phases: [], removed: [], complete: true, failed: false };
  return { extension, revision: 0, status: 'complete', unchanged: true, newRevision: false, dryRun: false, paused: false, result };
}

import { lookAtExtension, type Look } from '../../runtime';
import type { StatusArgs } from '../commands/status';
import { EXIT } from '../exit';
import { paint } from '../output/terminal/paint';
import { isDocument, printDocument } from '../output/print';
import { statusDocument, statusLines } from '../output/extension/status';
import { withCluster, type Session, stateNamespace } from '../session';
import { lookCommandsFor } from '../command-line/command-for';
import { whereItIs } from './operation/find-extension';
import { note } from '../output/note';
import { printLines } from '../output/terminal/sink';

const LIMIT_MS = 60_000;

/** Exit code 0: every object is as desired and ready; 130, 1: interrupted, or not all could be seen; 3 otherwise. */
export async function status(given: StatusArgs): Promise<number> {
  if (given.watch) return (await import('./watching/status-watch.js')).watchStatus(given);
  return withCluster(given, LIMIT_MS, async ({ cluster, signal, ended }) => {
    const args = await whereItIs(given, cluster);
    const look = await lookAtExtension(args.extension, { cluster, signal, stateNamespace: stateNamespace(args, cluster) });
    const width = process.stdout.isTTY ? { width: process.stdout.columns } : {};
    if (isDocument(args.output)) await printDocument(statusDocument(look), args.output);
    else printLines(statusLines(look, { paint: paint(process.stdout), ...lookCommandsFor(args), ...width }));
    const { exit, remark } = verdict(look, ended());
    if (remark !== undefined) note(remark);
    return exit;
  });
}

/** A look that was broken off is no news of the extension. */
export function verdict(
  { healthy, result }: Pick<Look, 'healthy' | 'result'>,
  ended: ReturnType<Session['ended']>,
): { readonly exit: number; readonly remark?: string } {
  if (healthy) return { exit: EXIT.done };
  if (ended === 'interrupted') return { exit: EXIT.interrupted, remark: 'Interrupted: the status is not complete.' };
  if (result?.unreachable !== undefined) return { exit: EXIT.failed, remark: `The status is not complete: ${result.unreachable}.` };
  if (ended !== 'timeout') return { exit: EXIT.incomplete };
  return { exit: EXIT.incomplete, remark: 'The status is not complete: '
    + `the API server did not answer everything within ${LIMIT_MS / 1000} s.` };
}

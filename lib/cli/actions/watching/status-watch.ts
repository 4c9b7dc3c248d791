/** `status --watch`: one extension, as it changes. */
import { watchExtension, type Look } from '../../../runtime';
import type { StatusArgs } from '../../commands/status';
import { EXIT } from '../../exit';
import { statusChanges, statusDocument, statusLines } from '../../output/extension/status';
import { stateNamespace, withCluster } from '../../session';
import { whereItIs } from '../operation/find-extension';
import { lookCommandsFor } from '../../command-line/command-for';
import { note } from '../../output/note';
import { displayOf, whileRead, type Views } from './display';

/** Exit code 0 when it ends by Ctrl-C, which is how it ends, or because the extension was deleted; 130: a Ctrl-C before the first look. */
export function watchStatus(given: StatusArgs): Promise<number> {
  return withCluster(given, undefined, async ({ cluster, signal }) => {
    const args = await whereItIs(given, cluster);
    const display = await displayOf(args.output, viewsOf(lookCommandsFor(args)));
    let looked = false;
    return whileRead(signal, async (either, unread) => {
      const ended = await watchExtension(args.extension, {
        cluster,
        stateNamespace: stateNamespace(args, cluster),
        signal: either,
        onLook: (look) => {
          looked = true;
          display.show(look);
        },
        onTrouble: (message) => display.trouble(message),
      }).finally(() => display.end());
      if (ended === 'gone') note(`Extension "${args.extension}" was deleted.`);
      return looked || unread.aborted ? EXIT.done : EXIT.interrupted;
    });
  });
}

function viewsOf(commands: ReturnType<typeof lookCommandsFor>): Views<Look> {
  return {
    document: statusDocument,
    whole: (look, colours) => statusLines(look, { paint: colours, ...commands }),
    changes: statusChanges,
    picture: (look, taken, colours) => {
      const { rows, columns } = process.stdout;
      return statusLines(look, { paint: colours, room: { height: Math.max(8, (rows ?? 24) - taken), width: columns ?? 80 }, ...commands });
    },
    last: (look, colours) => statusLines(look, { paint: colours, width: process.stdout.columns, ...commands }),
    troubleOf: ({ result }) => result?.unreachable,
    troubleText: (message) => `The API server does not answer, trying again: ${message}`,
  };
}

/** `list --watch`: the extensions of a namespace, or of all, as they come, change and go. */
import { defined } from '../../../defined';
import { watchControlled, watchHeads } from '../../../state';
import type { ListArgs } from '../../commands/list';
import { EXIT } from '../../exit';
import { controlledEntries, listChanges, listDocument, listEntry, listLines, type ListEntry } from '../../output/extension/list';
import { stateNamespace, withCluster } from '../../session';
import { displayOf, whileRead, type Views } from './display';

/** Exit code 0 when it ends by Ctrl-C, which is how it ends; 130: a Ctrl-C before the first list. */
export function watchList(args: ListArgs): Promise<number> {
  return withCluster(args, undefined, async ({ cluster, signal }) => {
    const namespace = args.allNamespaces ? undefined : stateNamespace(args, cluster);
    const display = await displayOf(args.output, viewsOf(namespace));
    let [own, ofControllers]: (readonly ListEntry[])[] = [];
    let isListed = false;
    const show = (): void => {
      // Those of the controllers come beside: a cluster without them, or somebody who may not see them, is not waited for.
      if (own === undefined) return;
      isListed = true;
      display.show([...own, ...(ofControllers ?? [])]);
    };
    return whileRead(signal, async (either, unread) => {
      try {
        watchControlled(cluster, {
          onChange: (heads) => {
            ofControllers = controlledEntries(heads, namespace);
            show();
          },
          signal: either,
        });
        await watchHeads(cluster, {
          ...defined({ namespace }),
          summarise: listEntry,
          onChange: (entries) => {
            own = entries;
            show();
          },
          onUnreadable: ({ message }) => display.trouble(message),
          onTrouble: (message) => display.trouble(`The API server does not answer, trying again: ${message}`),
          signal: either,
        });
        return isListed || unread.aborted ? EXIT.done : EXIT.interrupted;
      } finally {
        display.end();
      }
    });
  });
}

function viewsOf(namespace: string | undefined): Views<readonly ListEntry[]> {
  return {
    document: listDocument,
    whole: (entries, colours) => listLines(entries, namespace, colours),
    changes: listChanges,
    picture: (entries, taken, colours) => {
      const whole = listLines(entries, namespace, colours);
      const room = Math.max(4, (process.stdout.rows ?? 24) - taken);
      return whole.length <= room ? whole : [...whole.slice(0, room - 1), colours.dim(`… and ${whole.length - room + 1} more`)];
    },
    last: (entries, colours) => listLines(entries, namespace, colours),
  };
}

import { controlledExtensions, summariseHeads, summariseReadableHeads } from '../../state';
import type { ListArgs } from '../commands/list';
import { controlledEntries, doubles, listDocument, listEntry, listLines, type ListEntry } from '../output/extension/list';
import { unreadNote } from '../output/extension/unread';
import { note } from '../output/note';
import { isDocument, printDocument } from '../output/print';
import { paint } from '../output/terminal/paint';
import { printLines } from '../output/terminal/sink';
import { stateNamespace, withCluster } from '../session';

export async function list(args: ListArgs): Promise<number> {
  if (args.watch) return (await import('./watching/list-watch.js')).watchList(args);
  return withCluster(args, 60_000, async ({ cluster }) => {
    const namespace = stateNamespace(args, cluster);
    const onUnreadable = ({ message }: Error): void => note(message);
    const ofControllers = controlledExtensions(cluster);
    ofControllers.catch(() => undefined);
    const { summaries, unread } = args.allNamespaces
      ? await summariseReadableHeads(cluster, { otherwise: namespace, onUnreadable }, listEntry)
      : { summaries: await summariseHeads(cluster, { namespace, onUnreadable }, listEntry), unread: [] };
    const entries = [...summaries, ...controlledEntries(await ofControllers, args.allNamespaces ? undefined : namespace)];
    noteDoubles(entries);
    const missing = unreadNote(unread, namespace);
    if (missing !== undefined) note(missing);
    if (isDocument(args.output)) await printDocument(listDocument(entries), args.output);
    else printLines(listLines(entries, args.allNamespaces ? undefined : namespace, paint(process.stdout)));
    return 0;
  });
}

function noteDoubles(entries: readonly ListEntry[]): void {
  for (const name of doubles(entries)) {
    note(`Command and controllers each have an extension ${name}: the one of the controllers is called clusterextension/${name}.`);
  }
}

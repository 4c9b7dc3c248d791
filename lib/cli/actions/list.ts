import { defined } from '../../defined';
import { summariseHeads } from '../../state';
import type { ListArgs } from '../commands/list';
import { listDocument, listEntry, listLines } from '../output/extension/list';
import { note } from '../output/note';
import { isDocument, printDocument } from '../output/print';
import { paint } from '../output/terminal/paint';
import { printLines } from '../output/terminal/sink';
import { stateNamespace, withCluster } from '../session';

export async function list(args: ListArgs): Promise<number> {
  if (args.watch) return (await import('./watching/list-watch.js')).watchList(args);
  return withCluster(args, 60_000, async ({ cluster }) => {
    const namespace = args.allNamespaces ? undefined : stateNamespace(args, cluster);
    const onUnreadable = ({ message }: Error): void => note(message);
    const entries = await summariseHeads(cluster, { ...defined({ namespace }), onUnreadable }, listEntry);
    if (isDocument(args.output)) await printDocument(listDocument(entries), args.output);
    else printLines(listLines(entries, namespace, paint(process.stdout)));
    return 0;
  });
}

import { treeOfExtension } from '../../runtime';
import type { TreeArgs } from '../commands/installed/tree';
import { treeDocument, treeLines } from '../output/installed/tree';
import { note } from '../output/note';
import { isDocument, printDocument } from '../output/print';
import { paint } from '../output/terminal/paint';
import { printLines } from '../output/terminal/sink';
import { stateNamespace, withCluster } from '../session';
import { whereItIs } from './operation/find-extension';
import { verdict } from './status';

/** Exit codes as of `status`. */
export async function tree(given: TreeArgs): Promise<number> {
  return withCluster(given, 60_000, async ({ cluster, signal, ended }) => {
    const args = await whereItIs(given, cluster);
    const found = await treeOfExtension(args.extension, { cluster, signal, stateNamespace: stateNamespace(args, cluster) });
    if (isDocument(args.output)) await printDocument(treeDocument(found), args.output);
    else {
      printLines(treeLines(found, paint(process.stdout)));
      found.refused.forEach(note);
    }
    const { exit, remark } = verdict(found.look, ended());
    if (remark !== undefined) note(remark);
    return exit;
  });
}

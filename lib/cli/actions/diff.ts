import { defined } from '../../defined';
import { differingObjects, installedPair } from '../../runtime';
import { revisionNumber } from '../command-line/revision-number';
import type { DiffArgs } from '../commands/installed/diff';
import { EXIT } from '../exit';
import { diffDocument, diffText } from '../output/installed/diff';
import { isDocument, printDocument } from '../output/print';
import { paint } from '../output/terminal/paint';
import { printLines } from '../output/terminal/sink';
import { stateNamespace, withCluster } from '../session';
import { whereItIs } from './operation/find-extension';
import { trustOptions } from './operation/trust-options';

/** Exit code 10: they differ; 0: they do not. */
export async function diff(args: DiffArgs): Promise<number> {
  const [from, to] = [revisionNumber(args.from, '--from'), revisionNumber(args.to, '--to')];
  return withCluster(args, 60_000, async ({ cluster }) => {
    const there = stateNamespace(await whereItIs(args, cluster), cluster);
    const place = { cluster, stateNamespace: there, ...trustOptions(defined({ stateKey: args.stateKey })) };
    const pair = await installedPair(args.extension, from, to, place);
    const objects = differingObjects(pair.from.content, pair.to.content);
    if (isDocument(args.output)) await printDocument(diffDocument(args.extension, pair, objects), args.output);
    else printLines(diffText(args.extension, pair, objects, paint(process.stdout)));
    return objects.length === 0 ? EXIT.done : EXIT.changes;
  });
}

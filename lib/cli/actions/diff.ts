import { defined } from '../../defined';
import { API_VERSION } from '../../api';
import { isBoxcutterError } from '../../errors';
import type { KubeCluster } from '../../kube';
import { differingObjects, installedPair, type PendingUpgradeInfo, pendingUpgradesOf } from '../../runtime';
import { commandFor } from '../command-line/command-for';
import { revisionNumber } from '../command-line/revision-number';
import type { DiffArgs } from '../commands/installed/diff';
import { EXIT } from '../exit';
import { diffDocument, diffText } from '../output/installed/diff';
import { note } from '../output/note';
import { isDocument, printDocument } from '../output/print';
import { paint } from '../output/terminal/paint';
import { printLines } from '../output/terminal/sink';
import { upgradeDiffDocument, upgradeDiffLines } from '../output/upgrades/diff';
import { stateNamespace, withCluster } from '../session';
import { whereItIs } from './operation/find-extension';
import { trustOptions } from './operation/trust-options';

/** Exit code 10: they differ; 0: they do not. */
export async function diff(args: DiffArgs): Promise<number> {
  const [from, to] = [revisionNumber(args.from, '--from'), revisionNumber(args.to, '--to')];
  return withCluster(args, 60_000, async ({ cluster }) => {
    const pending = from === undefined && to === undefined ? await pendingUpgrades(args.extension, cluster) : [];
    // A pending upgrade goes by its own name; what is installed is compared by that of its extension.
    const upgrade = pending.find(({ name }) => name === args.extension);
    if (upgrade !== undefined) {
      if (isDocument(args.output)) await printDocument(upgradeDiffDocument(upgrade), args.output);
      else printLines(upgradeDiffLines(upgrade, paint(process.stdout)));
      return EXIT.changes;
    }
    for (const { name, version } of pending) {
      note(`Version ${version} waits for approval. What it would change: ${commandFor('diff', name, args)}`);
    }
    const there = stateNamespace(await whereItIs(args, cluster), cluster);
    const place = { cluster, stateNamespace: there, ...trustOptions(defined({ stateKey: args.stateKey })) };
    const pair = await installedPair(args.extension, from, to, place);
    const objects = differingObjects(pair.from.content, pair.to.content);
    if (isDocument(args.output)) await printDocument(diffDocument(args.extension, pair, objects), args.output);
    else printLines(diffText(args.extension, pair, objects, paint(process.stdout)));
    return objects.length === 0 ? EXIT.done : EXIT.changes;
  });
}

/** Those of this name, or of the extension of this name. */
async function pendingUpgrades(name: string, cluster: KubeCluster): Promise<readonly PendingUpgradeInfo[]> {
  const kinds = await cluster.kinds().catch(() => []);
  if (!kinds.some(({ apiVersion, kind }) => apiVersion === API_VERSION && kind === 'ClusterExtensionRevision')) return [];
  const found = await pendingUpgradesOf(cluster).catch((error: unknown) => {
    if (isBoxcutterError(error) && error.code === 'server-forbidden') return [];
    throw error;
  });
  return found.filter((one) => one.name === name || one.extension === name);
}

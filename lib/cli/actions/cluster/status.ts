import * as controlPlane from '../../../control-plane';
import type { ClusterStatusArgs } from '../../commands/cluster/status';
import { isDocument, printDocument } from '../../output/print';
import { table } from '../../output/terminal/table';
import { printLines } from '../../output/terminal/sink';

export async function clusterStatus(args: ClusterStatusArgs): Promise<number> {
  const clusters = args.all ? await controlPlane.list() : [await controlPlane.status(args.name)];
  if (isDocument(args.output)) {
    const document = args.all
      ? { schema: 'boxcutter.clusters/v1', clusters: clusters.map(flat) }
      : { schema: 'boxcutter.cluster/v1', ...flat(clusters[0]) };
    await printDocument(document, args.output);
    return 0;
  }
  const rows = clusters.map(({ name, state, info }) => [name, state, info?.version ?? '-', info?.server ?? '-', info?.kubeconfig ?? '-']);
  const problems = clusters.flatMap((cluster) => cluster.problems.map((problem) => `${cluster.name}: ${problem}`));
  printLines([...table(['NAME', 'STATE', 'VERSION', 'SERVER', 'KUBECONFIG'], rows), ...problems]);
  return 0;
}

/** The parts of a status side by side, as `cluster up -o json` gives them. */
function flat(cluster: controlPlane.ClusterStatus | undefined): Record<string, unknown> {
  if (cluster === undefined) return {};
  const { info, ...rest } = cluster;
  return { ...info, ...rest };
}

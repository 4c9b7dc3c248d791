import { readFileSync } from 'node:fs';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import * as controlPlane from '../../control-plane';
import { isDocument, printDocument, type OutputFormat } from '../output/print';
import { table } from '../output/table';
import { onInterrupt } from '../session';

export interface ClusterArgs {
  readonly name: string;
  readonly port?: number | undefined;
  readonly nodes?: number | undefined;
  readonly output: OutputFormat;
}

export async function clusterUp(args: ClusterArgs): Promise<number> {
  const abort = new AbortController();
  const release = onInterrupt(() => abort.abort());
  const info = await controlPlane.up({
    name: args.name,
    signal: abort.signal,
    onProgress: (line) => void process.stderr.write(`${line}\n`),
    ...defined({ port: args.port, nodes: args.nodes }),
  }).finally(release);
  if (isDocument(args.output)) await printDocument({ schema: 'boxcutter.cluster/v1', state: 'running', ...info }, args.output);
  else {
    process.stdout.write(`Kubernetes ${info.version} is up at ${info.server}.\nUse it with:\n  export KUBECONFIG=${info.kubeconfig}\n`);
    for (const missing of info.missing) process.stdout.write(`Not running, because there is no such program: ${missing}\n`);
  }
  return 0;
}

export async function clusterDown(args: ClusterArgs): Promise<number> {
  await controlPlane.down(args.name);
  if (isDocument(args.output)) await printDocument({ schema: 'boxcutter.cluster/v1', name: args.name, state: 'absent' }, args.output);
  else process.stdout.write(`Cluster ${args.name} is down.\n`);
  return 0;
}

export async function clusterStatus(args: ClusterArgs & { readonly all: boolean }): Promise<number> {
  const clusters = args.all ? await controlPlane.list() : [await controlPlane.status(args.name)];
  if (isDocument(args.output)) {
    await printDocument(args.all ? { schema: 'boxcutter.clusters/v1', clusters: clusters.map(flat) } : { schema: 'boxcutter.cluster/v1', ...flat(clusters[0]) }, args.output);
    return 0;
  }
  const rows = clusters.map((cluster) => [cluster.name, cluster.state, cluster.info?.version ?? '-', cluster.info?.server ?? '-', cluster.info?.auditLog ?? '-']);
  process.stdout.write(`${table(['NAME', 'STATE', 'VERSION', 'SERVER', 'AUDIT LOG'], rows)}\n`);
  for (const cluster of clusters) cluster.problems.forEach((problem) => process.stdout.write(`${cluster.name}: ${problem}\n`));
  return 0;
}

/** The parts of a status side by side, as `cluster up -o json` gives them. */
function flat(cluster: controlPlane.ClusterStatus | undefined): Record<string, unknown> {
  if (cluster === undefined) return {};
  const { info, ...rest } = cluster;
  return { ...info, ...rest };
}

export async function clusterKubeconfig(args: ClusterArgs): Promise<number> {
  const { info, state } = await controlPlane.status(args.name);
  if (info === undefined || state !== 'running') {
    throw new BoxcutterError('cluster-not-running', 'input', `There is no running cluster "${args.name}".`, { hint: `Start it: boxcutter cluster up --name ${args.name}` });
  }
  process.stdout.write(readFileSync(info.kubeconfig, 'utf8'));
  return 0;
}

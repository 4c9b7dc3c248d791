import { defined } from '../../../defined';
import * as controlPlane from '../../../control-plane';
import type { ClusterUpArgs } from '../../commands/cluster/up';
import { isDocument, printDocument } from '../../output/print';
import { onInterrupt } from '../../session';
import { note } from '../../output/note';

export async function clusterUp(args: ClusterUpArgs): Promise<number> {
  const abort = new AbortController();
  const release = onInterrupt(() => abort.abort());
  const info = await controlPlane.up({
    name: args.name,
    signal: abort.signal,
    onProgress: note,
    ...defined({ port: args.port, nodes: args.nodes }),
  }).finally(release);
  if (isDocument(args.output)) await printDocument({ schema: 'boxcutter.cluster/v1', state: 'running', ...info }, args.output);
  else {
    process.stdout.write(`Kubernetes ${info.version} is up at ${info.server}.\nUse it with:\n  export KUBECONFIG=${info.kubeconfig}\n`);
    for (const missing of info.missing) process.stdout.write(`Not running, because there is no such program: ${missing}\n`);
  }
  return 0;
}

import { defined } from '../../../defined';
import * as controlPlane from '../../../control-plane';
import type { ClusterUpArgs } from '../../commands/cluster/up';
import { isDocument, printDocument } from '../../output/print';
import { onInterrupt } from '../../session';
import { printLines } from '../../output/terminal/sink';
import { startSteps } from '../../output/terminal/steps';

export async function clusterUp(args: ClusterUpArgs): Promise<number> {
  const abort = new AbortController();
  const release = onInterrupt(() => abort.abort());
  const steps = await startSteps();
  const info = await controlPlane.up({
    name: args.name,
    signal: abort.signal,
    onProgress: steps.step,
    ...defined({ onStatus: steps.status, port: args.port, nodes: args.nodes }),
  }).finally(() => {
    steps.end();
    release();
  });
  if (isDocument(args.output)) await printDocument({ schema: 'boxcutter.cluster/v1', state: 'running', ...info }, args.output);
  else {
    printLines([
      `Kubernetes ${info.version} is up at ${info.server}.`,
      'Use it with:',
      `  export KUBECONFIG=${info.kubeconfig}`,
      ...info.missing.map((missing) => `Not running, because these programs are missing: ${missing}`),
    ]);
  }
  return 0;
}

import { readFileSync } from 'node:fs';
import { BoxcutterError } from '../../../errors';
import * as controlPlane from '../../../control-plane';
import type { ClusterKubeconfigArgs } from '../../commands/cluster/kubeconfig';
import { printText } from '../../output/terminal/sink';

export async function clusterKubeconfig(args: ClusterKubeconfigArgs): Promise<number> {
  const { info, state } = await controlPlane.status(args.name);
  if (info === undefined || state !== 'running') {
    throw new BoxcutterError('cluster-not-running', 'input', `There is no running cluster "${args.name}".`, {
      hint: `Start it: boxcutter cluster up --name ${args.name}`,
    });
  }
  printText(readFileSync(info.kubeconfig, 'utf8'));
  return 0;
}

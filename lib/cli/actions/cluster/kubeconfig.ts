import { shellWord } from '../../../shell-word';
import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../api';
import { BoxcutterError } from '../../../errors';
import * as controlPlane from '../../../control-plane';
import type { ClusterKubeconfigArgs } from '../../commands/cluster/kubeconfig';
import { printDocument } from '../../output/print';

export async function clusterKubeconfig(args: ClusterKubeconfigArgs): Promise<number> {
  const { info, state } = await controlPlane.status(args.name);
  if (info === undefined || state !== 'running') {
    throw new BoxcutterError('cluster-not-running', 'input', `There is no running cluster "${args.name}".`, {
      hint: `Start it: boxcutter cluster up --name ${shellWord(args.name)}`,
    });
  }
  const text = readFileSync(info.kubeconfig, 'utf8');
  await printDocument(JSON.parse(text) as JsonObject, args.output === 'json' ? 'json' : 'yaml');
  return 0;
}

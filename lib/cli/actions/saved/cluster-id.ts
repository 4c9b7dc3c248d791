/** By what a cluster is known, whatever its address: a saved plan is for the one that it was made on. */
import type { Reader } from '../../../engine';
import { BoxcutterError } from '../../../errors';
import type { SavedPlan } from './saved-plan';

/** The uid of kube-system, which nobody deletes; undefined where it may not be read. */
export async function clusterId(cluster: Pick<Reader, 'get'>): Promise<string | undefined> {
  const answer = await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' });
  return answer.type === 'object' ? answer.object.metadata.uid : undefined;
}

/** @throws BoxcutterError `plan-cluster` (input) */
export async function refuseOtherCluster(path: string, { cluster: planned }: SavedPlan, cluster: Pick<Reader, 'get'>): Promise<void> {
  if (planned === undefined) return;
  const found = await clusterId(cluster);
  if (found === undefined || found === planned) return;
  throw new BoxcutterError('plan-cluster', 'input', `${path} is a plan for another cluster; nothing was written.`, {
    hint: 'Name the right one with --context or --kubeconfig, or make a plan for this one.',
  });
}

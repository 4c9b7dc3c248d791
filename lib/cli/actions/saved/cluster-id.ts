/** By what a cluster is known, whatever its address: a saved plan is for the one that it was made on. */
import type { Reader } from '../../../engine';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import type { SavedPlan } from './saved-plan';

type ClusterMarks = Pick<SavedPlan, 'cluster' | 'namespaceUid'>;

/** The uids of kube-system, which nobody deletes, and of the namespace of the state, which tenants may read; each where it can be read. */
export async function clusterMarks(stateNamespace: string, cluster: Pick<Reader, 'get'>): Promise<ClusterMarks> {
  const uidOf = async (name: string): Promise<string | undefined> => {
    const answer = await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name });
    return answer.type === 'object' ? answer.object.metadata.uid : undefined;
  };
  const [system, own] = [await uidOf('kube-system'), await uidOf(stateNamespace)];
  return defined({ cluster: system, namespaceUid: own });
}

/**
 * @param onNote told where nothing shows which cluster it is
 * @throws BoxcutterError `plan-cluster` (input)
 */
export async function refuseOtherCluster(
  path: string, planned: Pick<SavedPlan, 'cluster' | 'namespaceUid' | 'stateNamespace'>, cluster: Pick<Reader, 'get'>,
  onNote: (note: string) => void,
): Promise<void> {
  const found = await clusterMarks(planned.stateNamespace, cluster);
  // A namespace may have been made anew; the cluster has not.
  const mark = planned.cluster !== undefined && found.cluster !== undefined ? 'cluster' : 'namespaceUid';
  const [then, now] = [planned[mark], found[mark]];
  if (then !== undefined && then === now) return;
  if (then === undefined || now === undefined) {
    onNote(`This account may read nothing that shows whether ${path} was made for this cluster.`);
    return;
  }
  throw new BoxcutterError('plan-cluster', 'input', `${path} is a plan for another cluster; nothing was written.`, {
    hint: 'Name the right cluster with --context or --kubeconfig, or make a plan for this one.',
  });
}

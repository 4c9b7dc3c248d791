/** For subcommands that only look: an extension whose name is the only one in the cluster is found wherever its state is. */
import type { KubeCluster } from '../../../kube';
import { findStateNamespace } from '../../../runtime';
import { note } from '../../output/note';
import { stateNamespace, type StatePlaceArgs } from '../../session';

/**
 * The arguments with the namespace of the state, unless the line names one. Subcommands that write never go elsewhere than they were sent:
 * a script that deletes "what is left here" must not meet another namespace.
 * @throws BoxcutterError `state-*` (server)
 */
export async function whereItIs<A extends StatePlaceArgs & { readonly extension: string }>(args: A, cluster: KubeCluster): Promise<A> {
  if (args.stateNamespace !== undefined || args.namespace !== undefined) return args;
  const here = stateNamespace(args, cluster);
  const found = await findStateNamespace(args.extension, { cluster, stateNamespace: here });
  if (found === here) return args;
  note(`The state of extension "${args.extension}" is in namespace ${found}.`);
  return { ...args, stateNamespace: found };
}

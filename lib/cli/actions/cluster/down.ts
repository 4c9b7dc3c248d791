import * as controlPlane from '../../../control-plane';
import type { ClusterDownArgs } from '../../commands/cluster/down';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';

export async function clusterDown(args: ClusterDownArgs): Promise<number> {
  await controlPlane.down(args.name);
  if (isDocument(args.output)) await printDocument({ schema: 'boxcutter.cluster/v1', name: args.name, state: 'absent' }, args.output);
  else printLines([`Cluster ${args.name} is down.`]);
  return 0;
}

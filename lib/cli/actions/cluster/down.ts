import * as controlPlane from '../../../control-plane';
import type { ClusterDownArgs } from '../../commands/cluster/down';
import { isDocument, printDocument } from '../../output/print';

export async function clusterDown(args: ClusterDownArgs): Promise<number> {
  await controlPlane.down(args.name);
  if (isDocument(args.output)) await printDocument({ schema: 'boxcutter.cluster/v1', name: args.name, state: 'absent' }, args.output);
  else process.stdout.write(`Cluster ${args.name} is down.\n`);
  return 0;
}

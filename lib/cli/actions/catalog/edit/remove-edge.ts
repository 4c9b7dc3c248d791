import { removeEdge } from '../../../../catalog';
import { channelsWith } from './channels-with';
import type { CatalogRemoveEdgeArgs } from '../../../commands/catalog/edit/remove-edge';
import { editCatalog } from './edit-catalog';

export function catalogRemoveEdge(args: CatalogRemoveEdgeArgs): Promise<number> {
  const { from, to } = args;
  return editCatalog(args, (content) => channelsWith(content, to, args.channel, (_, edges) => edges.has(from))
    .flatMap((channel) => removeEdge(content, channel, from, to)));
}

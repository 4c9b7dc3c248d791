import { addEdge } from '../../../../catalog';
import { channelsWith } from './channels-with';
import type { CatalogAddEdgeArgs } from '../../../commands/catalog/edit/add-edge';
import { editCatalog } from './edit-catalog';

export function catalogAddEdge(args: CatalogAddEdgeArgs): Promise<number> {
  const { from, to, skip } = args;
  return editCatalog(args, (content) => channelsWith(content, to, args.channel, (names) => names.has(from))
    .flatMap((channel) => addEdge(content, channel, from, to, skip ? 'skips' : 'replaces')));
}

import { setDefaultChannel } from '../../../../catalog';
import type { CatalogSetDefaultChannelArgs } from '../../../commands/catalog/edit/set-default-channel';
import { editCatalog } from './edit-catalog';

export function catalogSetDefaultChannel(args: CatalogSetDefaultChannelArgs): Promise<number> {
  return editCatalog(args, (content) => setDefaultChannel(content, args.package, args.channel));
}

import { removeBundle } from '../../../../catalog';
import type { CatalogRemoveArgs } from '../../../commands/catalog/edit/remove';
import { editCatalog } from './edit-catalog';

export function catalogRemove(args: CatalogRemoveArgs): Promise<number> {
  return editCatalog(args, (content) => removeBundle(content, args.bundle));
}

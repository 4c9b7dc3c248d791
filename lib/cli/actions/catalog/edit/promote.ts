import { addEntry, bundleNamed } from '../../../../catalog';
import type { CatalogPromoteArgs } from '../../../commands/catalog/edit/promote';
import { editCatalog } from './edit-catalog';

export function catalogPromote(args: CatalogPromoteArgs): Promise<number> {
  const { bundle, channel, replaces, skips, skipRange } = args;
  return editCatalog(args, (content) => {
    const { package: packageName } = bundleNamed(content, bundle);
    return addEntry(content, packageName, channel, bundle, { replaces, skips, skipRange });
  });
}

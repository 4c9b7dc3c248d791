import { deprecate } from '../../../../catalog';
import { BoxcutterError } from '../../../../errors';
import type { CatalogDeprecateArgs } from '../../../commands/catalog/edit/deprecate';
import { editCatalog } from './edit-catalog';

export function catalogDeprecate(args: CatalogDeprecateArgs): Promise<number> {
  const { package: packageName, channel, bundle, message, undo } = args;
  if (undo === (message !== undefined) || (channel !== undefined && bundle !== undefined)) {
    throw new BoxcutterError('usage-deprecate', 'input', 'The options do not say what to deprecate, or what to tell users.', {
      hint: 'Add either --message TEXT or --undo, and at most one of --channel and --bundle.',
    });
  }
  const reference = bundle !== undefined ? { schema: 'olm.bundle', name: bundle }
    : channel !== undefined ? { schema: 'olm.channel', name: channel } : { schema: 'olm.package' };
  return editCatalog(args, (content) => deprecate(content, packageName, reference, message));
}

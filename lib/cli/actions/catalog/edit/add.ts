import { addBundle } from '../../../../catalog';
import { BoxcutterError } from '../../../../errors';
import { renderReferences } from '../../../../source/catalog';
import { refuseIssues } from '../../../../source';
import { note } from '../../../output/note';
import { renderOptions } from '../make/render-options';
import type { CatalogAddArgs } from '../../../commands/catalog/edit/add';
import { editCatalog } from './edit-catalog';

/** The bundle is read and rendered first; a reference that holds no bundle, or several, is refused. */
export async function catalogAdd(args: CatalogAddArgs): Promise<number> {
  const { blobs, issues } = await renderReferences([args.bundle], { ...renderOptions(args), strict: args.strict });
  refuseIssues(issues, note, args.bundle, { writes: true });
  const [blob, more] = blobs.filter(({ schema }) => schema === 'olm.bundle');
  if (blob === undefined || more !== undefined || blobs.length > 1) {
    throw new BoxcutterError('catalog-edit', 'input', `${args.bundle} is not one bundle. Nothing was written.`, {
      hint: 'Name the bundle itself: its image, folder or archive.',
    });
  }
  const { channel, replaces, skips, skipRange } = args;
  return editCatalog(args, (content) => addBundle(content, blob, channel, { replaces, skips, skipRange }));
}

import { addBundle } from '../../../../catalog';
import { BoxcutterError } from '../../../../errors';
import type { Issue } from '../../../../issue';
import { renderReferences } from '../../../../source/catalog';
import { refuseIssues } from '../../../../source';
import { note } from '../../../output/note';
import { renderOptions } from '../make/render-options';
import type { CatalogAddArgs } from '../../../commands/catalog/edit/add';
import { editCatalog } from './edit-catalog';

/** The bundle is read and rendered first; a reference that holds no bundle, or several, is refused. */
export async function catalogAdd(args: CatalogAddArgs): Promise<number> {
  const { blobs, issues } = await renderReferences([args.bundle], { ...renderOptions(args), strict: args.strict });
  const withoutUse = args.force ? undefined : issues.find((issue) => issue.code === 'catalog-no-image' && !isMeant(issue, args));
  refuseIssues(issues.filter((issue) => issue !== withoutUse), note, args.bundle, { writes: true });
  const [blob, more] = blobs.filter(({ schema }) => schema === 'olm.bundle');
  if (blob === undefined || more !== undefined || blobs.length > 1) {
    throw new BoxcutterError('catalog-edit', 'input', `${args.bundle} is not one bundle. Nothing was written.`, {
      hint: 'Name the bundle itself: its image, folder or archive.',
    });
  }
  if (withoutUse !== undefined) throw withoutImage(args.bundle);
  const { channel, replaces, skips, skipRange } = args;
  return editCatalog(args, (content) => addBundle(content, blob, channel, { replaces, skips, skipRange }));
}

/** Whoever asks for all manifests may do without an image, where the catalog can carry them. */
function isMeant({ data }: Issue, { bundleObjects }: CatalogAddArgs): boolean {
  return bundleObjects && data['isCarried'] === true;
}

/** OLM could not install it, and mostly it was forgotten. */
function withoutImage(bundle: string): BoxcutterError {
  return new BoxcutterError('catalog-edit', 'input', `The catalog has to name the image of ${bundle}. Nothing was written.`, {
    hint: 'Name the image that it is pushed to: --image-name registry.example/{package}-bundle:v{version}. '
      + 'An OLM bundle can also do without one: --bundle-objects puts all its manifests into the catalog.',
  });
}

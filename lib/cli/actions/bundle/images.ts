import { formatOf, imagesOf } from '../../../formats';
import { configSourcesOf, configure, isConfigured, openAsBundle, render } from '../../../source';
import type { BundleImagesArgs } from '../../commands/bundle/images';
import { isDocument, printDocument } from '../../output/print';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';

export const IMAGES_SCHEMA = 'boxcutter.bundle-images/v1';

/**
 * One image a line; who needs it is in the document. Charts are rendered for it, as only then their images are known, and so is what is
 * configured: variables of containers may name images, too.
 */
export async function bundleImages(args: BundleImagesArgs): Promise<number> {
  const surroundings = { onNote: note };
  const source = await openAsBundle(args.bundle, args, surroundings);
  const { bundle } = source;
  const { namespace = 'default' } = args;
  const isRendered = formatOf(bundle).isTemplated || isConfigured(configSourcesOf(args));
  const objects = isRendered
    ? (await render(await configure(source, { ...args, namespace }, surroundings), surroundings)).objects
    : [...bundle.crds, ...bundle.others];
  const images = imagesOf(bundle, objects);
  if (isDocument(args.output)) await printDocument({ schema: IMAGES_SCHEMA, bundle: bundle.name, images }, args.output);
  else printLines(images.map(({ image }) => image));
  return 0;
}

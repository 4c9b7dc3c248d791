import { defined } from '../../../../defined';
import { BoxcutterError } from '../../../../errors';
import { shellWord } from '../../../../shell-word';
import { type BuiltImage, formatReference, parseImageReference, pushImage } from '../../../../image';
import type { CatalogBuildArgs } from '../../../commands/catalog/make/build';
import { refuseTakenPlaces, writeImage } from '../../bundle/image-places';
import { factsOf, printBuilt } from './built';
import { catalogImage } from './catalog-image';
import { labelsIn } from './labels';
import { renderOptions } from './render-options';

/** Nothing is written before the catalog has been validated. */
export async function catalogBuild(args: CatalogBuildArgs): Promise<number> {
  const { reference, layout, archive, push, validate, label } = args;
  if (layout === undefined && archive === undefined && push === undefined) {
    throw new BoxcutterError('usage-build', 'input', 'The command line does not say where to put the image.', {
      hint: 'Add --layout DIR, --archive FILE or --push REFERENCE. To push it to the reference of a composition: '
        + `boxcutter catalog push ${shellWord(reference)}`,
    });
  }
  const target = push === undefined ? undefined : parseImageReference(push);
  const built = await catalogImage(reference, { ...renderOptions(args), validate, labels: labelsIn(label) });
  await refuseTakenPlaces({ archive });
  await writeImage(built.image, { layout, archive }, undefined);
  const pushed = target === undefined ? undefined : await pushTo(built.image, target);
  await printBuilt({ ...factsOf(built), ...defined({ layout, archive, pushed }) }, args.output);
  return 0;
}

async function pushTo(image: BuiltImage, target: ReturnType<typeof parseImageReference>): Promise<string> {
  return formatReference((await pushImage(image, target)).reference);
}

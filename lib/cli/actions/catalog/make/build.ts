import { defined } from '../../../../defined';
import { BoxcutterError } from '../../../../errors';
import { type BuiltImage, formatReference, parseImageReference, pushImage } from '../../../../image';
import type { CatalogBuildArgs } from '../../../commands/catalog/make/build';
import { isDocument, printDocument } from '../../../output/print';
import { printLines } from '../../../output/terminal/sink';
import { counted, formatBytes } from '../../../output/terminal/table';
import { refuseTakenPlaces, taggedLayout, writeImage } from '../../bundle/image-places';
import { type CatalogImage, catalogImage } from './catalog-image';
import { labelsIn } from './labels';
import { renderOptions } from './render';

export const CATALOG_BUILD_SCHEMA = 'boxcutter.catalog-build/v1';

/** What `catalog build` and `catalog push` print. */
export interface CatalogBuildDocument {
  readonly schema: typeof CATALOG_BUILD_SCHEMA;
  /** Digest of the image: the same files have the same. */
  readonly digest: string;
  readonly packages: number;
  readonly channels: number;
  readonly bundles: number;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly layout?: string;
  readonly archive?: string;
  /** Reference with digest. */
  readonly pushed?: string;
}

/** Nothing is written before the catalog has been validated. */
export async function catalogBuild(args: CatalogBuildArgs): Promise<number> {
  const { reference, layout, archive, push, validate, label } = args;
  if (layout === undefined && archive === undefined && push === undefined) {
    throw new BoxcutterError('usage-build', 'input', 'The image has no place to go to.', {
      hint: 'Add --layout DIR, --archive FILE or --push REFERENCE.',
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

export function factsOf({ image, loaded: { content }, files }: CatalogImage): CatalogBuildDocument {
  const { packages, channels, bundles } = content;
  return {
    schema: CATALOG_BUILD_SCHEMA, digest: image.digest,
    packages: packages.length, channels: channels.length, bundles: bundles.length, files,
  };
}

export async function printBuilt(document: CatalogBuildDocument, output: 'text' | 'json' | 'yaml'): Promise<void> {
  if (isDocument(output)) return printDocument(document, output);
  const { digest, packages, bundles, files, layout, archive, pushed } = document;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const written = [layout === undefined ? undefined : taggedLayout(layout, undefined), archive].filter((place) => place !== undefined);
  printLines([
    `${counted(packages, 'package')}, ${counted(bundles, 'bundle')}: ${counted(files.length, 'file')}, ${formatBytes(bytes)}`,
    `Image ${digest}`,
    ...(written.length === 0 ? [] : [`Wrote ${written.join(', ')}`]),
    ...(pushed === undefined ? [] : [`Pushed ${pushed}`]),
  ]);
}

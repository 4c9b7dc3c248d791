/** What is said of the image of a catalog. */
import { isDocument, printDocument } from '../../../output/print';
import { printLines } from '../../../output/terminal/sink';
import { counted, formatBytes } from '../../../output/terminal/table';
import { taggedLayout } from '../../bundle/image-places';
import type { CatalogImage } from './catalog-image';

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
  // An image that goes as it is was built before.
  const packed = files.length === 0 ? '' : `: ${counted(files.length, 'file')}, ${formatBytes(bytes)}`;
  const written = [layout === undefined ? undefined : taggedLayout(layout, undefined), archive].filter((place) => place !== undefined);
  printLines([
    `${counted(packages, 'package')}, ${counted(bundles, 'bundle')}${packed}`,
    `Image ${digest}`,
    ...(written.length === 0 ? [] : [`Wrote ${written.join(', ')}`]),
    ...(pushed === undefined ? [] : [`Pushed ${pushed}`]),
  ]);
}

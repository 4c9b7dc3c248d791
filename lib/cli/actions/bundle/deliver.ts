/** Files and their image on the way to where they were asked for: a folder, a layout, an archive, a registry. */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import type { BundleFiles } from '../../../formats';
import { writeBundleDirectory } from '../../../formats/export';
import { type BuiltImage, formatReference, type ImageReference, parseImageReference, pushImage } from '../../../image';
import type { BundleBuildArgs } from '../../commands/bundle/build';
import { isDocument, printDocument } from '../../output/print';
import { counted, formatBytes } from '../../output/terminal/table';
import { printLines } from '../../output/terminal/sink';
import { refuseTakenPlaces, taggedLayout, writeImage } from './image-places';

export const BUILD_SCHEMA = 'boxcutter.bundle-build/v1';

const DIRECTORY = 'bundle';

export interface Places {
  readonly directory?: string;
  readonly layout?: string;
  readonly archive?: string;
}

/** What was built. */
export interface Built {
  readonly name: string;
  readonly packageName: string;
  readonly version?: string | undefined;
  readonly format: string;
  readonly files: BundleFiles;
  readonly image: BuiltImage;
}

interface BuildDocument {
  readonly schema: typeof BUILD_SCHEMA;
  readonly name: string;
  readonly packageName: string;
  readonly version?: string;
  readonly format: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Digest of the image, built or not: the same files have the same. */
  readonly digest: string;
  readonly directory?: string;
  readonly layout?: string;
  readonly archive?: string;
  /** Reference with digest. */
  readonly pushed?: string;
}

/** Where it goes. A bundle that exists already is not copied; what is new goes into a folder when nothing is said. */
export function placesOf({ path, outputDirectory, layout, archive, push }: BundleBuildArgs, existing: boolean): Places {
  if (existing && outputDirectory !== undefined) {
    throw new BoxcutterError('usage-build', 'input', `${path ?? ''} is a bundle already.`, {
      hint: 'Leave --output-directory out, or bring an image into a folder with: boxcutter bundle pull',
    });
  }
  const image = { ...defined({ layout, archive }) };
  const isImage = Object.keys(image).length > 0 || push !== undefined;
  if (existing && !isImage) {
    throw new BoxcutterError('usage-build', 'input', `${path ?? ''} is a bundle already; only an image can be built of it.`, {
      hint: 'Add --layout DIR, --archive FILE or --push REFERENCE.',
    });
  }
  const directory = outputDirectory ?? (isImage ? undefined : DIRECTORY);
  if (directory !== undefined && path !== undefined && existsSync(path) && !relative(resolve(directory), resolve(path)).startsWith('..')) {
    const taken = `${directory} holds what the bundle is made of, and the build would replace it; nothing was written.`;
    throw new BoxcutterError('bundle-directory-taken', 'input', taken, {
      hint: 'Name another folder with --output-directory.',
    });
  }
  return { ...defined({ directory }), ...image };
}

/** Writes and pushes it, and says so. */
export async function deliver(built: Built, places: Places, { push: to, output }: Pick<BundleBuildArgs, 'push' | 'output'>): Promise<void> {
  const { files, image, version, ...about } = built;
  const reference = to === undefined ? undefined : parseImageReference(to);
  await refuseTakenPlaces(places);
  if (places.directory !== undefined) writeBundleDirectory(files, places.directory);
  const tag = version?.replaceAll('+', '-');
  await writeImage(image, places, tag);
  const pushed = reference === undefined ? undefined : await push(image, reference);
  const document: BuildDocument = {
    schema: BUILD_SCHEMA, name: about.name, packageName: about.packageName, ...defined({ version }), format: about.format,
    files: files.paths().map((path) => ({ path, bytes: files.read(path)?.length ?? 0 })),
    digest: image.digest,
    ...places,
    ...defined({ pushed }),
  };
  if (isDocument(output)) await printDocument(document, output);
  else printLines(linesOf(document, tag));
}

/** @returns the reference with the digest */
async function push(image: BuiltImage, reference: ImageReference): Promise<string> {
  const result = await pushImage(image, reference);
  return formatReference(result.reference);
}

function linesOf(document: BuildDocument, tag: string | undefined): readonly string[] {
  const { name, format, files, digest, directory, layout, archive, pushed } = document;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const written = [directory, layout === undefined ? undefined : taggedLayout(layout, tag), archive].filter((place) => place !== undefined);
  return [
    `${name} (${format}): ${counted(files.length, 'file')}, ${formatBytes(bytes)}`,
    `Image ${digest}`,
    ...(written.length === 0 ? [] : [`Wrote ${written.join(', ')}`]),
    ...(pushed === undefined ? [] : [`Pushed ${pushed}`]),
  ];
}

import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Bundle, type BundleFiles, readBundle } from '../../../formats';
import { PACKAGE_FORMAT } from '../../../formats/detect/known-formats';
import { checkRendering, writeBundleDirectory } from '../../../formats/export';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { buildImage, type BuiltImage, formatReference, type ImageReference, parseImageReference, pushImage } from '../../../image';
import { isBuilt, namesProject, readBuildInput, readPackage, readProject } from '../../../source/build';
import type { BundleBuildArgs } from '../../commands/bundle/build';
import { refuseTakenPlaces, taggedLayout, writeImage } from './image-places';
import { isDocument, printDocument } from '../../output/print';
import { counted, formatBytes } from '../../output/terminal/table';
import { refuseIssues } from '../../../source';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';
import { isError } from '../../../issue';

export const BUILD_SCHEMA = 'boxcutter.bundle-build/v1';

const DIRECTORY = 'bundle';

interface BuildDocument {
  readonly schema: typeof BUILD_SCHEMA;
  readonly name: string;
  readonly packageName: string;
  readonly version?: string;
  readonly format: Bundle['format'];
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Digest of the image, built or not: the same files have the same. */
  readonly digest: string;
  readonly directory?: string;
  readonly layout?: string;
  readonly archive?: string;
  /** Reference with digest. */
  readonly pushed?: string;
}

/**
 * Writes a bundle as folder, image layout, archive, or into a registry. Nothing is written before it has been read back and rendered.
 * @throws BoxcutterError category `input` with everything that is wrong with it
 */
export async function bundleBuild(args: BundleBuildArgs): Promise<number> {
  if (args.path !== undefined && args.app !== undefined) {
    throw new BoxcutterError('usage-build', 'input', 'A path and an app are given, and only one of them can be built.', {
      hint: 'Leave one of them out.',
    });
  }
  const places = placesOf(args, args.path !== undefined && isBuilt(args.path, args));
  const reference = args.push === undefined ? undefined : parseImageReference(args.push);
  const files = await filesOf(args);
  if (typeof files === 'number') return files;
  const bundle = checked(files, note);
  const image = buildImage(files);
  await refuseTakenPlaces(places);
  if (places.directory !== undefined) writeBundleDirectory(files, places.directory);
  const tag = bundle.version?.replaceAll('+', '-');
  await writeImage(image, places, tag);
  const pushed = reference === undefined ? undefined : await push(image, reference);
  const document: BuildDocument = {
    schema: BUILD_SCHEMA,
    name: bundle.name,
    packageName: bundle.packageName,
    ...defined({ version: bundle.version }),
    format: bundle.format,
    files: files.paths().map((path) => ({ path, bytes: files.read(path)?.length ?? 0 })),
    digest: image.digest,
    ...places,
    ...defined({ pushed }),
  };
  if (isDocument(args.output)) await printDocument(document, args.output);
  else printLines(linesOf(document, tag));
  return 0;
}

async function filesOf(args: BundleBuildArgs): Promise<BundleFiles | number> {
  const { path, app } = args;
  if (args.format === PACKAGE_FORMAT && (path === undefined || !isBuilt(path, args))) return readPackage(path ?? '.', app, args, note);
  if (path === undefined || (!isBuilt(path, args) && namesProject(path))) return readProject(path, app, args, note);
  return readBuildInput(path, args, note);
}

interface Places {
  readonly directory?: string;
  readonly layout?: string;
  readonly archive?: string;
}

/** Where it goes. A bundle that exists already is not copied; what is new goes into a folder when nothing is said. */
function placesOf({ path, outputDirectory, layout, archive, push }: BundleBuildArgs, existing: boolean): Places {
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

/** What its users will do with it, done once before anything is written. */
function checked(files: BundleFiles, onNote: (note: string) => void): Bundle {
  const { bundle, issues } = readBundle(files);
  const errors = [...issues, ...(bundle === undefined ? [] : checkRendering(bundle))].filter(isError);
  refuseIssues(errors, onNote, 'The bundle');
  if (bundle === undefined) throw new BoxcutterError('bundle-unreadable', 'input', `${files.origin} could not be read.`);
  return bundle;
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

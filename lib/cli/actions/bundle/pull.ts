import { writeBundleDirectory } from '../../../formats/export';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { copyOf, filesOf, openSource, type OpenedSource } from '../../../image';
import type { BundlePullArgs } from '../../commands/bundle/pull';
import { refuseTakenPlaces, taggedLayout, writeImage } from './image-places';
import { isDocument, printDocument } from '../../output/print';
import { counted, formatBytes } from '../../output/terminal/table';
import { refuseIssues } from '../../../source';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';

export const PULL_SCHEMA = 'boxcutter.bundle-pull/v1';

interface PullDocument {
  readonly schema: typeof PULL_SCHEMA;
  readonly reference: string;
  /** What the reference names: an index, where there is one. */
  readonly digest?: string;
  readonly directory?: string;
  readonly files?: readonly { readonly path: string; readonly bytes: number }[];
  readonly layout?: string;
  readonly archive?: string;
}

/** Brings the files of a bundle, or its image, to this machine. Each is written whole or not at all. */
export async function bundlePull(args: BundlePullArgs): Promise<number> {
  if (!isDocument(args.output)) note(`Reading ${args.bundle}`);
  const opened = await openSource(args.bundle, { platform: args.platform });
  const isImage = args.layout !== undefined || args.archive !== undefined;
  const directory = args.outputDirectory ?? (isImage ? undefined : defaultDirectory(args.bundle));
  await writeOpened(opened, args);
  const document: PullDocument = {
    schema: PULL_SCHEMA,
    ...('image' in opened ? { reference: opened.reference, digest: opened.image.digest } : { reference: args.bundle }),
    ...(directory === undefined ? {} : { directory, files: await writeFiles(opened, directory, note) }),
    ...defined({ layout: args.layout, archive: args.archive }),
  };
  if (isDocument(args.output)) await printDocument(document, args.output);
  else printLines(linesOf(document, tagOf(args.bundle)));
  return 0;
}

async function writeFiles(
  opened: OpenedSource,
  directory: string,
  note: (text: string) => void,
): Promise<NonNullable<PullDocument['files']>> {
  const files = await filesOf(opened);
  refuseIssues(files.issues ?? [], note, `The bundle ${files.origin}`);
  if (files.paths().length === 0) {
    throw new BoxcutterError('bundle-empty', 'input', `${files.origin} has no files of a bundle.`, {
      hint: 'Is it the image of a bundle?',
    });
  }
  writeBundleDirectory(files, directory);
  return files.paths().map((path) => ({ path, bytes: files.read(path)?.length ?? 0 }));
}

async function writeOpened(opened: OpenedSource, { bundle, layout, archive }: BundlePullArgs): Promise<void> {
  if (layout === undefined && archive === undefined) return;
  if (!('image' in opened)) {
    throw new BoxcutterError('usage-pull', 'input', `${bundle} is not an image, so no image can be written.`, {
      hint: 'boxcutter bundle build makes an image of a bundle.',
    });
  }
  await refuseTakenPlaces({ archive });
  await writeImage(await copyOf(opened.source, opened.image), { layout, archive }, tagOf(bundle));
}

/** `v1` of `registry/team/shop:v1`. */
function tagOf(name: string): string | undefined {
  return /:([\w][\w.-]{0,127})(?:@[^/]*)?$/.exec(name)?.[1];
}

/** `shop` of `registry/team/shop:v1`, and of `shop-1.2.0.tgz` what it would be called unpacked. */
function defaultDirectory(name: string): string {
  const last = name.replace(/\/+$/, '').split(/[\\/]/).at(-1) ?? '';
  return last.replace(/@.*$/, '').replace(/:.*$/, '').replace(/\.(?:tar|tgz|tar\.gz|tar\.zst)$/i, '') || 'bundle';
}

function linesOf(document: PullDocument, tag: string | undefined): readonly string[] {
  const { reference, digest, directory, files = [], layout, archive } = document;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const places = [layout === undefined ? undefined : taggedLayout(layout, tag), archive].filter((place) => place !== undefined);
  return [
    `Pulled ${reference}`,
    ...(digest === undefined ? [] : [`Digest ${digest}`]),
    ...(directory === undefined ? [] : [`Wrote ${counted(files.length, 'file')} (${formatBytes(bytes)}) to ${directory}`]),
    ...(places.length === 0 ? [] : [`Wrote the image to ${places.join(', ')}`]),
  ];
}

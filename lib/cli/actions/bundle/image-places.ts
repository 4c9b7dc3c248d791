/** Where an image goes on this machine. */
import { statSync } from 'node:fs';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { imageArchive, writeArchive, writeLayout, type BuiltImage } from '../../../image';

export interface ImagePlaces {
  /** Folder of an image layout, made or added to; with a tag behind a colon. */
  readonly layout?: string | undefined;
  readonly archive?: string | undefined;
}

/**
 * Asked before anything is written: an archive takes the place of another one of images, and of nothing else.
 * @throws BoxcutterError `image-archive-taken` (category input)
 */
export async function refuseTakenPlaces({ archive }: ImagePlaces): Promise<void> {
  if (archive === undefined) return;
  const found = statSync(archive, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && found.size === 0)) return;
  if (found.isDirectory()) throw taken(`${archive} is a folder, but an archive is one file; nothing was written.`);
  if (found.isFile() && (await isImageArchive(archive))) return;
  throw taken(`${archive} exists and is not an image archive, so it was left as it is; nothing was written.`);
}

function taken(message: string): BoxcutterError {
  return new BoxcutterError('image-archive-taken', 'input', message, {
    hint: 'Name a new file, or an image archive that may be replaced.',
  });
}

async function isImageArchive(file: string): Promise<boolean> {
  return imageArchive(file).then(() => true, () => false);
}

/** @param tag what the image is called there, where the layout does not say otherwise */
export async function writeImage(image: BuiltImage, { layout, archive }: ImagePlaces, tag: string | undefined): Promise<void> {
  if (layout !== undefined) {
    const { directory, tag: given } = partsOf(layout);
    await writeLayout(image, directory, { tag: given ?? tag });
  }
  if (archive !== undefined) await writeArchive(image, archive, { tag });
}

/** The layout with the tag under which the image is found in it: `lay:1.2.0`. */
export function taggedLayout(layout: string, tag: string | undefined): string {
  const { directory, tag: given = tag } = partsOf(layout);
  return given === undefined ? directory : `${directory}:${given}`;
}

function partsOf(layout: string): { readonly directory: string; readonly tag?: string } {
  const [, directory = layout, tag] = /^(.+?)(?::([\w][\w.-]{0,127}))?$/s.exec(layout) ?? [];
  return { directory, ...defined({ tag }) };
}

/** Where an image goes on this machine. */
import { writeArchive, writeLayout, type BuiltImage } from '../image';

export interface ImagePlaces {
  /** Folder of an image layout, made or added to; with a tag behind a colon. */
  readonly layout?: string | undefined;
  readonly archive?: string | undefined;
}

/** @param tag what the image is called there, where the layout does not say otherwise */
export async function writeImage(image: BuiltImage, { layout, archive }: ImagePlaces, tag: string | undefined): Promise<void> {
  if (layout !== undefined) {
    const [, directory = layout, given] = /^(.+?)(?::([\w][\w.-]{0,127}))?$/s.exec(layout) ?? [];
    await writeLayout(image, directory, { tag: given ?? tag });
  }
  if (archive !== undefined) await writeArchive(image, archive, { tag });
}

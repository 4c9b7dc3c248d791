/** From the layers of an image to the files that they come to. */
import { type Budget, decompressed, type FileTree, TarReader } from '../formats/archive';
import type { Descriptor, Image, ImageManifest } from './image';

const LAYER = /^application\/vnd\.(?:oci\.image|docker\.image\.rootfs)\..*tar/;

/** Why an image cannot be unpacked, as the end of a sentence; undefined: it can. */
export function strangeLayers({ layers }: ImageManifest): string | undefined {
  const strange = layers.find(({ mediaType }) => !LAYER.test(mediaType));
  if (strange !== undefined) return `it has a layer of type ${JSON.stringify(strange.mediaType.slice(0, 120))}`;
  return layers.length === 0 ? 'it has no layers' : undefined;
}

/**
 * Unpacks layers into a tree, one after the other.
 * @param whiteouts whether names that begin with `.wh.` remove what earlier layers hold
 * @throws BoxcutterError category input: `archive-damaged`, `archive-unsafe`, `archive-too-large`, and what the
 * source of the image throws
 */
export async function unpackLayers(
  image: Image,
  layers: readonly Descriptor[],
  tree: FileTree,
  { budget, whiteouts }: { readonly budget: Budget; readonly whiteouts: boolean },
): Promise<void> {
  for (const layer of layers) {
    const reader = new TarReader(budget, tree.layer({ whiteouts }).visit);
    for await (const piece of decompressed(await image.layer(layer), budget)) {
      if (!reader.write(piece)) break;
    }
    reader.end({ marker: false });
  }
}

/** Which paths belong to folders of an image. What stands above one counts, too: a later layer may remove it with everything below. */
export function pathsWithin(folders: readonly string[]): (path: string) => boolean {
  const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  return (path) => path === '' || folders.some((folder) => isWithin(path, folder) || isWithin(folder, path));
}

/** A folder as a label of an image names it, without the strokes around it; empty for the root. */
export function folderOfLabel(value: string): string {
  return value.split('/').filter((part) => part !== '' && part !== '.').join('/');
}

/** OCI image layouts in folders: reading, and adding images to them. */
import { randomUUID } from 'node:crypto';
import { open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BoxcutterError, messageOf } from '../errors';
import { makeFolders } from '../make-folders';
import { refuseSpecial } from '../write-whole';
import type { BlobSource, BuiltImage } from './image';
import { MEDIA, jsonObject } from './manifest';
import { layoutSource, type StoredFiles } from './stored-image';

const REF_NAME = 'org.opencontainers.image.ref.name';

/**
 * The images of a layout in a folder. Every blob is verified when it is read.
 * @throws BoxcutterError category input; `image-unreadable`, and from what it gives: `image-not-found`, `image-invalid`,
 * `image-blob-missing`, `image-digest-mismatch`, `image-too-large`
 */
export function imageLayout(directory: string): BlobSource {
  return layoutSource(filesOf(directory));
}

function filesOf(directory: string): StoredFiles {
  const unreadable = (path: string, error: unknown): BoxcutterError =>
    new BoxcutterError(
      'image-unreadable', 'input',
      `${join(directory, path)} cannot be read: ${messageOf(error)}.`,
      { hint: 'Check path and permissions.', cause: error },
    );
  return {
    origin: directory,
    size: async (path) => {
      try {
        const found = await stat(join(directory, path));
        return found.isFile() ? found.size : undefined;
      } catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
        throw unreadable(path, error);
      }
    },
    read: async (path) => readFile(join(directory, path)).catch((error: unknown) => { throw unreadable(path, error); }),
  };
}

/** The parts of a layout that name images; the files that every layout has. */
export function layoutFiles(
  built: BuiltImage,
  tag: string | undefined,
  entries: readonly object[] = [],
): readonly (readonly [path: string, bytes: Buffer])[] {
  const { mediaType, digest, size } = built.manifest.descriptor;
  const entry = { mediaType, digest, size, ...(tag === undefined ? {} : { annotations: { [REF_NAME]: tag } }) };
  const index = {
    schemaVersion: 2,
    mediaType: MEDIA.index,
    manifests: [...entries.filter((other) => !isReplaced(other, digest, tag)), entry],
  };
  const blobs = new Map([...built.blobs, built.manifest].map(({ descriptor, bytes }) => [
    `blobs/${descriptor.digest.replace(':', '/')}`,
    bytes,
  ]));
  return [...blobs, ['oci-layout', Buffer.from('{"imageLayoutVersion":"1.0.0"}')], ['index.json', Buffer.from(JSON.stringify(index))]];
}

/** A tag names one image; and without a tag the same image stands there once. */
function isReplaced(entry: object, digest: string, tag: string | undefined): boolean {
  const { annotations, digest: other } = entry as { readonly annotations?: Readonly<Record<string, unknown>>; readonly digest?: unknown };
  const name = annotations?.[REF_NAME];
  return tag === undefined ? name === undefined && other === digest : name === tag;
}

/**
 * Writes an image into a layout, which is made when it is not there; what it holds already stays, except that a tag moves. The index is
 * written last and whole, so that a layout is never without its blobs. One writer at a time.
 * @throws BoxcutterError `image-write` (category server), `image-layout-taken` (input) for a folder that holds something else
 */
export async function writeLayout(
  built: BuiltImage, directory: string, { tag }: { readonly tag?: string | undefined } = {},
): Promise<void> {
  const files = filesOf(directory);
  const exists = (await files.size('index.json')) !== undefined;
  const index = exists ? jsonObject(await files.read('index.json'), `${directory} (index.json)`).manifests : [];
  try {
    makeFolders(directory);
    if (!exists) await refuseOther(directory);
    for (const [path, bytes] of layoutFiles(built, tag, Array.isArray(index) ? (index as object[]) : [])) {
      // Blobs are named after their content; one of the right size is the right one, or is found out when it is read.
      if (path.startsWith('blobs/') && (await files.size(path)) === bytes.length) continue;
      await writeWhole(join(directory, path), bytes);
    }
  } catch (error) {
    if (error instanceof BoxcutterError) throw error;
    throw new BoxcutterError(
      'image-write', 'server',
      `The image could not be written to ${directory}: ${messageOf(error)}.`,
      { hint: 'Check permissions and space.', cause: error },
    );
  }
}

async function refuseOther(directory: string): Promise<void> {
  const entries = await readdir(directory);
  if (entries.every((name) => ['oci-layout', 'blobs'].includes(name))) return;
  throw new BoxcutterError(
    'image-layout-taken', 'input',
    `${directory} holds other files, and is not an image layout.`,
    { hint: 'Name a new folder, or one that is a layout.' },
  );
}

/** Under another name first: no reader sees half of it, and none is left over. */
export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  makeFolders(dirname(path));
  refuseSpecial(path);
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx' });
    const file = await open(temporary, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * What tags stood for when a registry was last asked: a small file for each, beside the blobs. Without a network, a tag means what it meant
 * then. A memory that cannot be written or read is as if it were empty.
 */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../../make-folders';
import { readOwnFile } from '../../../own-file';
import { writeWhole } from '../../../write-whole';
import { isDigest } from '../../manifest';
import type { BlobCache } from './blob-cache';

/** Bytes: a digest, and the name of an image. */
const LONGEST = 4096;

export interface TagMemory {
  /** @param image with its tag, as messages name it. Undefined: it was never asked for, or is forgotten */
  get(image: string): Promise<string | undefined>;
  put(image: string, digest: string): Promise<void>;
}

/** Beside a cache of blobs, which may forget what a tag stood for. */
export function tagMemory({ directory }: Pick<BlobCache, 'directory'>): TagMemory {
  const fileOf = (image: string): string => join(directory, 'tags', createHash('sha256').update(image).digest('hex'));
  const get = async (image: string): Promise<string | undefined> => {
    const text = (await readOwnFile(fileOf(image), LONGEST))?.toString('utf8') ?? '';
    const [digest = '', name] = text.split('\n');
    return name === image && isDigest(digest) ? digest : undefined;
  };
  return {
    get,
    put: async (image, digest) => {
      if (await get(image) === digest) return;
      const file = fileOf(image);
      try {
        makeFolders(dirname(file), 0o700);
        writeWhole(file, `${digest}\n${image}\n`, 0o600);
      } catch {
        // A full or read-only disk: the registry has to be asked again.
      }
    },
  };
}

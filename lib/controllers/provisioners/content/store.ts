/**
 * Content of bundles on disk: each a packed archive by the digest of what is in it, so the same content is kept once, wherever it came
 * from. What is missing or damaged is unpacked again from its source.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { BoxcutterError, messageOf } from '../../../errors';
import { type BundleFiles, bundleFilesFromArchive } from '../../../formats';
import { ARCHIVE_LIMITS } from '../../../formats/archive';
import { tarOf } from '../../../formats/archive/tar-writer';
import { makeFolders } from '../../../make-folders';
import { writeWhole } from '../../../write-whole';

const MIB = 1024 * 1024;

export interface ContentStoreOptions {
  readonly directory: string;
  /** Bytes of all that is kept; beyond that, what was used longest ago goes. @default 2 GiB */
  readonly mostBytes?: number;
}

const DIGEST = /^sha256:([0-9a-f]{64})$/;
const PACKED = /^[0-9a-f]{64}\.tgz$/;

export class ContentStore {
  /** By key of a source: the digest of its content. What is forgotten with the process is found out again. */
  private readonly keys = new Map<string, string>();

  constructor(private readonly options: ContentStoreOptions) {}

  /** Content that a source was unpacked to before, if it is still kept. */
  async lookUp(key: string): Promise<string | undefined> {
    const digest = this.keys.get(key);
    return digest !== undefined && await this.packed(digest) !== undefined ? digest : undefined;
  }

  /** @returns the digest of the files: of their names and content, and of nothing else. @throws BoxcutterError `bundle-store` (server) */
  async put(files: BundleFiles, key?: string): Promise<string> {
    const tar = tarOf(files.paths().map((path) => [path, files.read(path) ?? Buffer.alloc(0)] as const));
    const digest = digestOf(tar);
    try {
      makeFolders(this.options.directory, 0o700);
      writeWhole(this.pathOf(digest), await promisify(gzip)(tar), 0o600);
    } catch (error) {
      throw new BoxcutterError('bundle-store', 'server', `Content cannot be kept in ${this.options.directory}: ${messageOf(error)}.`, {
        hint: 'Check permissions and space there.', cause: error,
      });
    }
    if (key !== undefined) this.keys.set(key, digest);
    return digest;
  }

  /** The archive (`.tgz`), checked against its digest. Undefined: it is not kept, or is damaged. */
  async packed(digest: string): Promise<Buffer | undefined> {
    return (await this.read(digest))?.packed;
  }

  /** @param name what the place of the files is called: a bundle that names no package is called so */
  async files(digest: string, origin: string, name?: string): Promise<BundleFiles | undefined> {
    const found = await this.read(digest);
    if (found === undefined) return undefined;
    return { ...bundleFilesFromArchive(found.tar, origin), ...(name === undefined ? {} : { name }) };
  }

  /** Removes what no bundle has any more, and what is too much. @param needed digests. @returns what went */
  async collect(needed: ReadonlySet<string>): Promise<readonly string[]> {
    const { directory, mostBytes = 2048 * MIB } = this.options;
    const names = await readdir(directory).catch(() => []);
    const kept = (await Promise.all(names.filter((name) => PACKED.test(name)).map(async (name) => {
      const found = await stat(join(directory, name)).catch(() => undefined);
      return found === undefined ? [] : [{ digest: `sha256:${name.slice(0, 64)}`, bytes: found.size, used: found.mtimeMs }];
    }))).flat().sort((a, b) => b.used - a.used);
    let bytes = 0;
    const gone = kept.filter(({ digest, bytes: own }) => {
      if (!needed.has(digest)) return true;
      bytes += own;
      return bytes > mostBytes;
    }).map(({ digest }) => digest);
    await Promise.all(gone.map((digest) => rm(this.pathOf(digest), { force: true }).catch(() => undefined)));
    for (const [key, digest] of this.keys) if (gone.includes(digest)) this.keys.delete(key);
    return gone;
  }

  private async read(digest: string): Promise<{ readonly packed: Buffer; readonly tar: Buffer } | undefined> {
    if (!DIGEST.test(digest)) return undefined;
    const path = this.pathOf(digest);
    try {
      const packed = await readFile(path);
      const tar = await promisify(gunzip)(packed, { maxOutputLength: ARCHIVE_LIMITS.atOnce });
      if (digestOf(tar) !== digest) return undefined;
      const now = new Date();
      await utimes(path, now, now);
      return { packed, tar };
    } catch {
      return undefined;
    }
  }

  private pathOf(digest: string): string {
    return join(this.options.directory, `${DIGEST.exec(digest)?.[1] ?? 'none'}.tgz`);
  }
}

function digestOf(tar: Buffer): string {
  return `sha256:${createHash('sha256').update(tar).digest('hex')}`;
}

/**
 * Content of bundles on disk: each a packed archive by the digest of what is in it, so the same content is kept once, wherever it came
 * from. What is missing or damaged is unpacked again from its source. Nothing of it is kept in memory.
 */
import { createHash } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { type FileHandle, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gzip } from 'node:zlib';
import { BoxcutterError, messageOf } from '../../../errors';
import { type BundleFiles, bundleFilesFromArchive } from '../../../formats';
import { Budget } from '../../../formats/archive';
import { tarOf } from '../../../formats/archive/tar-writer';
import { makeFolders } from '../../../make-folders';
import { openOwnFile } from '../../../own-file';
import { writeWhole } from '../../../write-whole';
import { CONTENT_LIMITS } from '../source/limits';

const MIB = 1024 * 1024;

export interface ContentStoreOptions {
  readonly directory: string;
  /** Bytes of all that is kept; beyond that, what was used longest ago goes. @default 2 GiB */
  readonly mostBytes?: number;
}

/** Content that is not removed until it is released. */
export interface KeptContent {
  readonly digest: string;
  readonly release: () => void;
}

/** An archive that is open: what is read of it is what it was then. */
export interface PackedContent {
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  /** Once; closes it at the end. */
  stream(): Readable;
  close(): Promise<void>;
}

const DIGEST = /^sha256:([0-9a-f]{64})$/;
const PACKED = /^[0-9a-f]{64}\.tgz$/;
/** As `writeWhole` calls what it has not written to the end. */
const DRAFT = /^[0-9a-f]{64}\.tgz\.[-0-9a-f]+\.draft$/;
/** Older than any write can be, in milliseconds: whoever has begun it was killed. */
const ABANDONED_MS = 60_000;
/** Keys that are remembered. */
const MOST_KEYS = 1_000;
/** Bytes of the archive of a bundle: what does not shrink grows a little. */
const MOST_PACKED = new Budget('', CONTENT_LIMITS).atOnce + MIB;

export class ContentStore {
  /** By key of a source: the digest of its content. What is forgotten with the process is found out again. */
  private readonly keys = new Map<string, string>();
  /** Digests that work in this process goes on with, and how much. */
  private readonly inUse = new Map<string, number>();

  constructor(private readonly options: ContentStoreOptions) {}

  /** Content that a source was unpacked to before, if it is still kept; in use. */
  async lookUp(key: string): Promise<KeptContent | undefined> {
    const digest = this.keys.get(key);
    if (digest === undefined) return undefined;
    const release = this.use(digest);
    const found = await this.open(digest);
    await found?.close();
    if (found !== undefined) return { digest, release };
    release();
    return undefined;
  }

  /**
   * Nothing that is in use is removed, before it is known that a Bundle has it, and after it is known that none has it any more.
   * @returns to be called when it is not used any more
   */
  use(digest: string): () => void {
    this.inUse.set(digest, (this.inUse.get(digest) ?? 0) + 1);
    return () => {
      const left = (this.inUse.get(digest) ?? 1) - 1;
      if (left === 0) this.inUse.delete(digest);
      else this.inUse.set(digest, left);
    };
  }

  /**
   * @returns the digest of the files: of their names and content, and of nothing else; in use
   * @throws BoxcutterError `bundle-store` (server)
   */
  async put(files: BundleFiles, key?: string): Promise<KeptContent> {
    const tar = tarOf(files.paths().map((path) => [path, files.read(path) ?? Buffer.alloc(0)] as const));
    const digest = digestOf(tar);
    const release = this.use(digest);
    try {
      makeFolders(this.options.directory, 0o700);
      writeWhole(this.pathOf(digest), await promisify(gzip)(tar), 0o600);
    } catch (error) {
      release();
      throw new BoxcutterError('bundle-store', 'server', `Content cannot be kept in ${this.options.directory}: ${messageOf(error)}.`, {
        hint: 'Check permissions and space there.', cause: error,
      });
    }
    if (key !== undefined) this.remember(key, digest);
    return { digest, release };
  }

  /** The archive (`.tgz`), checked against its digest. Undefined: it is not kept, or is damaged. */
  async open(digest: string): Promise<PackedContent | undefined> {
    const file = await this.openFile(digest);
    if (file === undefined) return undefined;
    try {
      const { size } = await file.stat();
      if (size <= MOST_PACKED && await digestIn(file) === digest) {
        await touch(file);
        return { digest, size, stream: () => file.createReadStream({ start: 0 }), close: () => file.close() };
      }
    } catch {
      // It is no archive.
    }
    await file.close();
    return undefined;
  }

  /** @param name what the place of the files is called: a bundle that names no package is called so */
  async files(digest: string, origin: string, name?: string): Promise<BundleFiles | undefined> {
    const tar = await this.read(digest);
    if (tar === undefined) return undefined;
    return { ...bundleFilesFromArchive(tar, origin, CONTENT_LIMITS), ...(name === undefined ? {} : { name }) };
  }

  /**
   * Removes what no bundle has any more, what is too much, and what was not written to the end.
   * @param needed digests; asked when it is known what is there
   * @returns what went
   */
  async collect(needed: () => ReadonlySet<string>): Promise<readonly string[]> {
    const { directory, mostBytes = 2048 * MIB } = this.options;
    const names = await readdir(directory).catch(() => []);
    await this.removeDrafts(names.filter((name) => DRAFT.test(name)));
    const kept = (await Promise.all(names.filter((name) => PACKED.test(name)).map(async (name) => {
      const found = await stat(join(directory, name)).catch(() => undefined);
      return found === undefined ? [] : [{ digest: `sha256:${name.slice(0, 64)}`, bytes: found.size, used: found.mtimeMs }];
    }))).flat().sort((a, b) => b.used - a.used);
    const wanted = needed();
    let bytes = 0;
    const gone = kept.filter(({ digest, bytes: own }) => {
      if (!wanted.has(digest)) return true;
      bytes += own;
      return bytes > mostBytes;
    }).map(({ digest }) => digest).filter((digest) => this.remove(digest));
    for (const [key, digest] of this.keys) if (gone.includes(digest)) this.keys.delete(key);
    return gone;
  }

  /** At once: whoever begins to use it in between would use what is not there. */
  private remove(digest: string): boolean {
    if (this.inUse.has(digest)) return false;
    try {
      unlinkSync(this.pathOf(digest));
      return true;
    } catch {
      return false;
    }
  }

  private async removeDrafts(names: readonly string[]): Promise<void> {
    await Promise.all(names.map(async (name) => {
      const path = join(this.options.directory, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await unlink(path).catch(() => undefined);
    }));
  }

  private remember(key: string, digest: string): void {
    this.keys.delete(key);
    this.keys.set(key, digest);
    const [oldest] = this.keys.keys();
    if (this.keys.size > MOST_KEYS && oldest !== undefined) this.keys.delete(oldest);
  }

  private async read(digest: string): Promise<Buffer | undefined> {
    const file = await this.openFile(digest);
    if (file === undefined) return undefined;
    try {
      const { size } = await file.stat();
      if (size > MOST_PACKED) return undefined;
      const tar = await promisify(gunzip)(await file.readFile(), { maxOutputLength: MOST_PACKED });
      if (digestOf(tar) !== digest) return undefined;
      await touch(file);
      return tar;
    } catch {
      return undefined;
    } finally {
      await file.close();
    }
  }

  /** Only what this user has written: no link is followed, and no pipe is waited for. */
  private async openFile(digest: string): Promise<FileHandle | undefined> {
    return DIGEST.test(digest) ? (await openOwnFile(this.pathOf(digest)))?.file : undefined;
  }

  private pathOf(digest: string): string {
    return join(this.options.directory, `${DIGEST.exec(digest)?.[1] ?? 'none'}.tgz`);
  }
}

/** Of what an archive unpacks to, piece by piece. */
async function digestIn(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(file.createReadStream({ start: 0, autoClose: false }), createGunzip(), new Writable({
    write: (piece: Buffer, _encoding, done) => {
      bytes += piece.length;
      hash.update(piece);
      done(bytes > MOST_PACKED ? new Error('it unpacks to more than it may') : undefined);
    },
  }));
  return `sha256:${hash.digest('hex')}`;
}

/** It counts as used now. */
async function touch(file: FileHandle): Promise<void> {
  const now = new Date();
  await file.utimes(now, now);
}

function digestOf(tar: Buffer): string {
  return `sha256:${createHash('sha256').update(tar).digest('hex')}`;
}

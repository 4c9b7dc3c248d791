/**
 * Catalogs on this disk, by the digest of what they were made of. Any number of processes may use one folder at once, and every one of them
 * may die at any point: a catalog appears whole, under its digest, when all of its files are on the disk, and a name stands for the old
 * one until it stands for the new one. A catalog that is open can be read to its end, even when it was replaced and removed meanwhile.
 */
import { rename, rm, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CatalogMeta } from '../../catalog';
import { BoxcutterError, isBoxcutterError, messageOf } from '../../errors';
import { cacheOf } from '../../home';
import { isDigest } from '../../image';
import { collect, type Collected, type CollectOptions, discard } from './collect';
import { StoreFolders, syncFolder } from './folders';
import { type NamedCatalogRecord, readName, type Validators, writeName } from './names';
import { StoredCatalog } from './stored-catalog';
import { writeContent } from './write-content';

export interface CatalogStoreOptions {
  /** @default `catalogs` in the cache of this user: `$BOXCUTTER_CACHE`, `$XDG_CACHE_HOME/boxcutter` or `~/.cache/boxcutter` */
  readonly directory?: string | undefined;
  /** Keep a compressed copy as well, for those that serve catalogs. @default false */
  readonly compressed?: boolean | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** @default that of this machine */
  readonly now?: (() => Date) | undefined;
}

export class CatalogStore {
  private readonly folders: StoreFolders;
  private readonly now: () => Date;
  private readonly compressed: boolean;

  constructor({ directory, compressed = false, env = process.env, now = () => new Date() }: CatalogStoreOptions = {}) {
    this.folders = new StoreFolders(resolve(directory ?? join(cacheOf(env), 'catalogs')));
    this.compressed = compressed;
    this.now = now;
  }

  get directory(): string {
    return this.folders.root;
  }

  /** What a name stands for. Undefined: nothing. That catalog may be gone, if somebody has tidied up by hand. */
  async lookUp(name: string): Promise<NamedCatalogRecord | undefined> {
    return readName(this.folders, name);
  }

  /**
   * Makes a name stand for a catalog that is here, in one step.
   * @throws BoxcutterError `catalog-store` (category server) when nothing can be written
   */
  async name(name: string, digest: string, validators?: Validators): Promise<NamedCatalogRecord> {
    return this.writing(() => writeName(this.folders, checkedName(name), checked(digest), validators, this.now()));
  }

  /**
   * Opens a catalog.
   * @param options.thorough hash all of it; what is damaged is removed
   * @returns undefined: it is not here, or damaged
   */
  async open(digest: string, options: { readonly thorough?: boolean } = {}): Promise<StoredCatalog | undefined> {
    const stored = await StoredCatalog.open(this.folders.content(checked(digest)), digest, options);
    if (stored === undefined || !this.compressed || stored.compressedSize !== undefined) return stored;
    // Written by a process that serves nothing: it is written again, with a compressed copy.
    await stored.close();
    return undefined;
  }

  /**
   * Takes a catalog in. Nothing of it can be seen before it is whole; when another process has taken in the same one meanwhile, that one
   * stays.
   * @param digest of what it is made of, verified by the caller. Undefined: that of its blobs as they are stored
   * @returns the digest by which it is known here
   * @throws BoxcutterError `catalog-store` (category server), and what reading the blobs throws; then nothing has changed
   */
  async write(metas: AsyncIterable<CatalogMeta>, digest?: string): Promise<string> {
    if (digest !== undefined) checked(digest);
    return this.writing(async () => {
      const draft = this.folders.draft();
      try {
        const entry = await writeContent(draft, metas, { digest, compressed: this.compressed });
        await syncFolder(draft);
        await this.putInPlace(draft, entry.digest);
        return entry.digest;
      } finally {
        await rm(draft, { recursive: true, force: true }).catch(() => {});
      }
    });
  }

  /** Removes what nobody needs any more. */
  async collect(options: CollectOptions = {}): Promise<Collected> {
    return collect(this.folders, options);
  }

  private async putInPlace(draft: string, digest: string): Promise<void> {
    const place = this.folders.content(digest);
    for (let attempt = 0; ; attempt++) {
      try {
        await rename(draft, place);
        await syncFolder(this.folders.contents);
        return;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const isTaken = code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM' || code === 'ENOTDIR';
        if (!isTaken || attempt === 3) throw error;
      }
      const there = await this.open(digest, { thorough: true });
      if (there !== undefined) {
        await there.close();
        const now = new Date();
        // It counts as new, so that nobody collects it before it has a name.
        await utimes(place, now, now).catch(() => {});
        return;
      }
      await discard(this.folders, place);
    }
  }

  private async writing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (isBoxcutterError(error) || code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
      throw new BoxcutterError('catalog-store', 'server', `The catalog could not be kept in ${this.directory}: ${messageOf(error)}.`, {
        hint: 'Check permissions and space there, or set BOXCUTTER_CACHE to another folder.',
        details: { directory: this.directory },
        cause: error,
      });
    }
  }
}

/** Digests become paths. */
function checked(digest: string): string {
  if (isDigest(digest)) return digest;
  throw new BoxcutterError('image-invalid', 'input', `${JSON.stringify(digest)} is not a digest.`, {
    hint: 'Digests are sha256:<64 hexadecimal digits>.',
  });
}

function checkedName(name: string): string {
  if (name !== '' && name.length <= 4096) return name;
  throw new RangeError('the name of a catalog has between 1 and 4096 characters');
}

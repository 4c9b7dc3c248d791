/** A stored catalog that is open: its files stay readable until it is closed, whoever removes them from the disk meanwhile. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogFiles } from '../../catalog';
import { openOwnFile, readOwnFile } from '../../own-file';
import { writeWhole } from '../../write-whole';
import { type Entry, FILES, parseEntry, type StoredFile } from './entry';
import { parsePlaces, type Places } from './places';
import { type MetaQuery, parseIndex, type Section, type SectionIndex, sectionsFor } from './sections';

/** Bytes that are read at a time: what every reader needs of memory. */
const PIECE = 64 * 1024;

export class StoredCatalog {
  private index: Promise<SectionIndex> | undefined;
  private readers = 0;
  private isClosing = false;

  private constructor(
    private readonly folder: string,
    private readonly entry: Entry,
    private readonly catalog: FileHandle,
    private readonly gzip?: FileHandle,
  ) {}

  /**
   * @param thorough hash all of it, which takes a third of a second for a hundred megabytes; otherwise only what has another size or was
   *   written later than the entry is looked into
   * @returns undefined: it is not there, not whole, in another form than that of today, or another user of the machine may have written it
   */
  static async open(folder: string, digest: string, { thorough = false } = {}): Promise<StoredCatalog | undefined> {
    const found = await readEntry(folder, digest);
    if (found === undefined) return undefined;
    const { entry, writtenMs } = found;
    // The entry is written last.
    const since = thorough ? 0 : writtenMs;
    const catalog = await openFile(join(folder, FILES.catalog), entry.catalog, since);
    if (catalog === undefined) return undefined;
    const gzip = entry.gzip === undefined ? undefined : await openFile(join(folder, FILES.gzip), entry.gzip, since);
    const stored = new StoredCatalog(folder, entry, catalog, gzip);
    // The index is small, and without it, the rest is of no use.
    const isWhole = await stored.sectionIndex().then(() => true, () => false);
    if (isWhole) return stored;
    await stored.close();
    return undefined;
  }

  /** By which the catalog is known. */
  get digest(): string {
    return this.entry.digest;
  }

  /** SHA-256 of all blobs as they are served, in hexadecimal. */
  get sha256(): string {
    return this.entry.catalog.sha256;
  }

  /** Bytes of all blobs. */
  get size(): number {
    return this.entry.catalog.size;
  }

  /** Bytes of all blobs compressed. Undefined: there is no compressed copy. */
  get compressedSize(): number | undefined {
    return this.gzip === undefined ? undefined : this.entry.gzip?.size;
  }

  async sections(query: MetaQuery): Promise<readonly Section[]> {
    return sectionsFor(await this.sectionIndex(), query) ?? (this.size === 0 ? [] : [[0, this.size]]);
  }

  /** Names of all packages that have a blob. */
  async packages(): Promise<readonly string[]> {
    return [...(await this.sectionIndex()).by_package.keys()];
  }

  /** Bytes of sections, piece by piece, read when they are asked for. */
  read(sections: readonly Section[]): AsyncGenerator<Buffer, void, undefined> {
    return this.pieces(this.catalog, sections);
  }

  /** The same of the compressed copy, from its start. */
  readCompressed(): AsyncGenerator<Buffer, void, undefined> {
    if (this.gzip === undefined) throw new Error('there is no compressed copy');
    return this.pieces(this.gzip, [[0, this.compressedSize ?? 0]]);
  }

  /** Bytes of one section at once. Shorter where the catalog ends before. */
  async readRange(offset: number, length: number): Promise<Buffer> {
    const release = this.retain();
    try {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - offset)));
      const { bytesRead } = await this.catalog.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    } finally {
      release();
    }
  }

  /** The stored lines as a catalog of one file. */
  files(origin: string): CatalogFiles {
    const chunks = (): AsyncIterable<Buffer> => this.read(this.size === 0 ? [] : [[0, this.size]]);
    const file = { path: FILES.catalog, chunks, readRange: async (offset: number, length: number) => this.readRange(offset, length) };
    return { origin, list: () => Promise.resolve([file]) };
  }

  /** Where the publisher wrote each of the blobs. */
  async places(): Promise<Places> {
    const places = parsePlaces(await this.readVerified(FILES.places, this.entry.places));
    if (places === undefined) throw new Error(`${FILES.places} is damaged`);
    return places;
  }

  /** What somebody has made of this catalog and kept beside it; undefined: nothing, or it is damaged. */
  async readKept(name: string): Promise<Buffer | undefined> {
    const bytes = await readOwnFile(join(this.folder, name), LONGEST);
    if (bytes === undefined) return undefined;
    const content = bytes.subarray(KEPT_HEAD);
    return bytes.toString('latin1', 0, KEPT_HEAD) === this.keptHead(content) ? content : undefined;
  }

  /** Keeps something beside this catalog, for as long as it is kept. Where nothing can be written, it is made again next time. */
  keep(name: string, content: Buffer): void {
    try {
      writeWhole(join(this.folder, name), Buffer.concat([Buffer.from(this.keptHead(content)), content]), 0o600);
    } catch {
      // A full or read-only disk, or the catalog has been collected.
    }
  }

  /** Keeps the files open until what this gives is called, also when {@link close} is called before. */
  retain(): () => void {
    this.readers += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.readers -= 1;
      if (this.isClosing && this.readers === 0) void this.closeFiles();
    };
  }

  /** When the last reader is done. */
  async close(): Promise<void> {
    this.isClosing = true;
    if (this.readers === 0) await this.closeFiles();
  }

  private async *pieces(file: FileHandle, sections: readonly Section[]): AsyncGenerator<Buffer, void, undefined> {
    const release = this.retain();
    try {
      for (const [offset, length] of sections) {
        for (let at = 0; at < length; at += PIECE) {
          const piece = Buffer.allocUnsafe(Math.min(PIECE, length - at));
          const { bytesRead } = await file.read(piece, 0, piece.length, offset + at);
          if (bytesRead < piece.length) throw new Error(`${this.folder} became shorter while it was read`);
          yield piece;
        }
      }
    } finally {
      release();
    }
  }

  private async closeFiles(): Promise<void> {
    await this.catalog.close().catch(() => {});
    await this.gzip?.close().catch(() => {});
  }

  private async sectionIndex(): Promise<SectionIndex> {
    this.index ??= this.readVerified(FILES.index, this.entry.index).then((text) => {
      const index = parseIndex(text, this.size);
      if (index === undefined) throw new Error(`${FILES.index} is damaged`);
      return index;
    });
    return this.index;
  }

  private async readVerified(name: string, { size, sha256 }: StoredFile): Promise<string> {
    const bytes = await readOwnFile(join(this.folder, name), size);
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${name} is damaged`);
    return bytes.toString('utf8');
  }

  /** Of this catalog: what was made of another one does not count, wherever it lies. */
  private keptHead(content: Buffer): string {
    return `${createHash('sha256').update(this.sha256).update(content).digest('hex')}\n`;
  }
}

/** SHA-256 and a line break. */
const KEPT_HEAD = 65;

/** Bytes of what is made of a catalog, which has a gibibyte at most: a buffer can have no more. */
const LONGEST = 1024 * 1024 * 1024;
const LONGEST_ENTRY = 64 * 1024;

async function readEntry(folder: string, digest: string): Promise<{ readonly entry: Entry; readonly writtenMs: number } | undefined> {
  const opened = await openOwnFile(join(folder, FILES.entry));
  if (opened === undefined) return undefined;
  const { file, found: { size, mtimeMs } } = opened;
  const text = size <= LONGEST_ENTRY ? await file.readFile('utf8').catch(() => '') : '';
  await file.close();
  const entry = parseEntry(text, digest);
  return entry === undefined ? undefined : { entry, writtenMs: mtimeMs };
}

/**
 * @param since what was written later is hashed
 * @returns undefined: not there, or another file than the entry says
 */
async function openFile(path: string, { size, sha256 }: StoredFile, since: number): Promise<FileHandle | undefined> {
  const opened = await openOwnFile(path);
  if (opened === undefined) return undefined;
  const { file, found } = opened;
  const isSame = found.size === size && (found.mtimeMs <= since || (await hashOf(file, size)) === sha256);
  if (isSame) return file;
  await file.close();
  return undefined;
}

async function hashOf(file: FileHandle, size: number): Promise<string> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(1024 * 1024);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex');
}

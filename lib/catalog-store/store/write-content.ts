/** Writing a catalog into a draft folder, in one pass and at a bounded memory. */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { CatalogMeta } from '../../catalog';
import { defined } from '../../defined';
import { type Entry, FILES, FORMAT, type StoredFile } from './entry';
import { PlacesBuilder } from './places';
import { indexText, SectionIndexBuilder } from './sections';

/**
 * Writes all files of a catalog, the entry last; every file is on the disk when this ends.
 * @param digest undefined: that of `catalog.jsonl`
 */
export async function writeContent(
  folder: string,
  metas: AsyncIterable<CatalogMeta>,
  { digest, compressed }: { readonly digest?: string | undefined; readonly compressed: boolean },
): Promise<Entry> {
  const catalog = new HashedFile(join(folder, FILES.catalog));
  const gzip = compressed ? new CompressedFile(join(folder, FILES.gzip)) : undefined;
  const index = new SectionIndexBuilder();
  const places = new PlacesBuilder();
  try {
    for await (const meta of metas) {
      index.add(meta);
      places.add(meta);
      await Promise.all([catalog.write(meta.bytes), gzip?.write(meta.bytes)]);
    }
    const written = await catalog.end();
    const entry: Entry = {
      format: FORMAT,
      digest: digest ?? `sha256:${written.sha256}`,
      catalog: written,
      ...defined({ gzip: await gzip?.end() }),
      index: await writeFileDown(join(folder, FILES.index), indexText(index.build())),
      places: await writeFileDown(join(folder, FILES.places), places.text()),
    };
    await writeFileDown(join(folder, FILES.entry), JSON.stringify(entry));
    return entry;
  } catch (error) {
    catalog.abandon();
    gzip?.abandon();
    throw error;
  }
}

/** A file that is written in pieces and hashed on the way. */
class HashedFile {
  private readonly stream: WriteStream;
  private readonly hash: Hash = createHash('sha256');
  private size = 0;

  constructor(private readonly path: string) {
    this.stream = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: 1024 * 1024 });
    // Errors are met by whoever waits: the next write, or the end.
    this.stream.on('error', () => {});
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.stream.errored !== null) throw this.stream.errored;
    this.size += bytes.length;
    this.hash.update(bytes);
    if (!this.stream.write(bytes)) await once(this.stream, 'drain');
  }

  async end(): Promise<StoredFile> {
    this.stream.end();
    await finished(this.stream);
    await sync(this.path);
    return { size: this.size, sha256: this.hash.digest('hex') };
  }

  abandon(): void {
    this.stream.destroy();
  }
}

/** The same content through gzip. */
class CompressedFile {
  private readonly gzip: Gzip = createGzip();
  private readonly file: HashedFile;
  private readonly copied: Promise<void>;

  constructor(path: string) {
    this.file = new HashedFile(path);
    this.copied = this.copy();
    this.copied.catch((error: unknown) => void this.gzip.destroy(error as Error));
    this.gzip.on('error', () => {});
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.gzip.errored !== null) throw this.gzip.errored;
    if (!this.gzip.write(bytes)) await once(this.gzip, 'drain');
  }

  async end(): Promise<StoredFile> {
    this.gzip.end();
    await this.copied;
    return this.file.end();
  }

  abandon(): void {
    this.gzip.destroy();
    this.file.abandon();
  }

  private async copy(): Promise<void> {
    for await (const piece of this.gzip) await this.file.write(piece as Buffer);
  }
}

async function writeFileDown(path: string, text: string): Promise<StoredFile> {
  const file = new HashedFile(path);
  await file.write(Buffer.from(text));
  return file.end();
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

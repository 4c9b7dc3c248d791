/**
 * What a tar archive holds, and where: its headers are read once, its contents when they are asked for. So a saved image of any size is
 * read without holding it in memory; only a compressed archive has to be unpacked first.
 */
import { open, stat } from 'node:fs/promises';
import type { Header, Pax } from 'tar';
import { BoxcutterError, messageOf } from '../errors';
import { ARCHIVE_LIMITS, Budget, compressionOf, damaged, decompressed, hasStrangeSize, tooLarge } from '../formats/archive';
import { IMAGE_LIMITS } from './limits';

interface Member {
  readonly offset: number;
  readonly size: number;
}

export interface ArchiveIndex {
  readonly origin: string;
  readonly paths: readonly string[];
  size(path: string): number | undefined;
  /** A file whole; the caller has looked at its size. @throws BoxcutterError `archive-damaged` */
  read(path: string): Promise<Buffer>;
  /** The file piece by piece. */
  pieces(path: string): AsyncGenerator<Buffer, void, undefined>;
  /** All of the archive, when it was compressed and is in memory now. */
  readonly unpacked?: Buffer;
}

type Read = (offset: number, length: number) => Promise<Buffer>;

/** Bytes at places, for as long as a piece of work takes. A source of images has no end at which a file could be closed. */
interface Access {
  readonly size: number;
  use<T>(work: (read: Read) => Promise<T>): Promise<T>;
}

const BLOCK = 512;
const PIECE = 1024 * 1024;
/** Links within an archive, which old versions of docker write for layers that are the same. */
const MAX_HOPS = 8;

/** @throws BoxcutterError `image-unreadable`, `archive-damaged`, `archive-too-large`, `archive-compression` */
export async function indexArchive(file: string): Promise<ArchiveIndex> {
  const access = await fileAccess(file);
  const head = await access.use(async (read) => read(0, Math.min(access.size, 4)));
  if (compressionOf(head) === 'none') return indexOf(file, access);
  const unpacked = await unpack(file, access);
  return { ...(await indexOf(file, memoryAccess(unpacked))), unpacked };
}

async function unpack(file: string, access: Access): Promise<Buffer> {
  const large = (limit: number, counted: number) =>
    tooLarge(file, 'it is too large to be unpacked in memory; decompress it first', { limit, counted });
  if (access.size > IMAGE_LIMITS.layer) throw large(IMAGE_LIMITS.layer, access.size);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const piece of decompressed(await access.use(async (read) => read(0, access.size)), new Budget(file))) {
    size += piece.length;
    if (size > IMAGE_LIMITS.compressedArchive) throw large(IMAGE_LIMITS.compressedArchive, size);
    parts.push(piece);
  }
  return Buffer.concat(parts);
}

async function indexOf(origin: string, access: Access): Promise<ArchiveIndex> {
  const { members, links } = await access.use(async (read) => readHeaders(origin, access.size, read));
  const memberAt = (path: string): Member | undefined => {
    let at: string | undefined = path;
    for (let hops = 0; at !== undefined && hops <= MAX_HOPS; hops++) {
      const member = members.get(at);
      if (member !== undefined) return member;
      at = links.get(at);
    }
    return undefined;
  };
  const pieces = async function* (path: string): AsyncGenerator<Buffer, void, undefined> {
    const { offset, size } = memberAt(path) ?? { offset: 0, size: 0 };
    for (let at = 0; at < size; at += PIECE) yield access.use(async (read) => read(offset + at, Math.min(PIECE, size - at)));
  };
  return {
    origin,
    paths: [...members.keys(), ...links.keys()],
    size: (path) => memberAt(path)?.size,
    read: async (path) => {
      const { offset, size } = memberAt(path) ?? { offset: 0, size: 0 };
      return access.use(async (read) => read(offset, size));
    },
    pieces,
  };
}

interface Contents {
  readonly members: Map<string, Member>;
  readonly links: Map<string, string>;
}

/** Undefined: the bytes are no header. The library throws for some of those, and calls others invalid. */
function headerOf(constructor: typeof Header, bytes: Buffer, extended: Pax | undefined): Header | undefined {
  try {
    return new constructor(bytes, 0, extended);
  } catch {
    return undefined;
  }
}

async function readHeaders(origin: string, end: number, read: Read): Promise<Contents> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded by those who read an archive
  const { Header } = require('tar') as typeof import('tar');
  const contents: Contents = { members: new Map(), links: new Map() };
  let extended: Pax | undefined;
  let entries = 0;
  for (let at = 0; ; ) {
    if (at + BLOCK > end) throw damaged(origin, at === 0 ? 'it is no tar archive' : 'it ends too early');
    const header = headerOf(Header, await read(at, BLOCK), extended);
    if (header === undefined) throw damaged(origin, at === 0 ? 'it is no tar archive' : 'a header in it is damaged');
    if (header.nullBlock) return contents;
    if (!header.cksumValid) throw damaged(origin, at === 0 ? 'it is no tar archive' : 'a header in it is damaged');
    entries += 1;
    if (entries > ARCHIVE_LIMITS.entries) {
      throw tooLarge(origin, `it has more than ${ARCHIVE_LIMITS.entries} entries`, { limit: ARCHIVE_LIMITS.entries, counted: entries });
    }
    const offset = at + BLOCK;
    const size = header.size ?? 0;
    at = offset + Math.ceil(size / BLOCK) * BLOCK;
    if (!Number.isSafeInteger(at) || offset + size > end) throw damaged(origin, 'it ends too early');
    if (EXTENSIONS.has(header.type)) {
      if (size > ARCHIVE_LIMITS.header) {
        throw tooLarge(origin, 'a name or header in it is too long', { limit: ARCHIVE_LIMITS.header, counted: size });
      }
      const text = (await read(offset, size)).toString('utf8');
      if (hasStrangeSize(text)) throw damaged(origin, 'a header in it has a size that is no number');
      extended = extend(extended, header.type, text);
    } else {
      enter(contents, header, { offset, size });
      extended = undefined;
    }
  }
}

/** Headers that say something about the entry behind them. */
const EXTENSIONS: ReadonlySet<string> = new Set([
  'ExtendedHeader',
  'OldExtendedHeader',
  'NextFileHasLongPath',
  'OldGnuLongPath',
  'NextFileHasLongLinkpath',
]);

function extend(extended: Pax | undefined, type: string, text: string): Pax {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- as above
  const tar = require('tar') as typeof import('tar');
  if (type === 'ExtendedHeader' || type === 'OldExtendedHeader') return tar.Pax.parse(text, extended);
  const [name = ''] = text.split('\0');
  return Object.assign(extended ?? new tar.Pax({}), type === 'NextFileHasLongLinkpath' ? { linkpath: name } : { path: name });
}

/** The last entry of a name is the one that counts. */
function enter({ members, links }: Contents, { type, path: name, linkpath = '' }: Header, member: Member): void {
  const path = pathOf(name);
  if (type === 'File' || type === 'OldFile' || type === 'ContiguousFile') {
    links.delete(path);
    members.set(path, member);
  } else if (type === 'SymbolicLink' || type === 'Link') {
    const target = resolved(type === 'Link' ? '' : path.split('/').slice(0, -1).join('/'), linkpath);
    if (target === undefined) return;
    members.delete(path);
    links.set(path, target);
  }
}

function pathOf(path: string | undefined): string {
  return (path ?? '').split('/').filter((part) => part !== '' && part !== '.').join('/');
}

/** Undefined: the link leaves the archive. */
function resolved(folder: string, target: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return target.startsWith('/') ? undefined : parts.join('/');
}

function memoryAccess(bytes: Buffer): Access {
  const read: Read = (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length));
  return { size: bytes.length, use: async (work) => work(read) };
}

async function fileAccess(file: string): Promise<Access> {
  const found = await stat(file).catch((error: unknown) => { throw unreadable(file, error); });
  if (!found.isFile()) throw unreadable(file, new Error('it is no file'));
  return {
    size: found.size,
    use: async (work) => {
      const handle = await open(file, 'r').catch((error: unknown) => { throw unreadable(file, error); });
      try {
        return await work(async (offset, length) => {
          const bytes = Buffer.alloc(length);
          let read = 0;
          for (let more = 1; more > 0 && read < length; read += more) {
            more = (await handle.read(bytes, read, length - read, offset + read)).bytesRead;
          }
          if (read < length) throw damaged(file, 'it became shorter while it was read');
          return bytes;
        });
      } catch (error) {
        throw error instanceof BoxcutterError ? error : unreadable(file, error);
      } finally {
        await handle.close();
      }
    },
  };
}

function unreadable(file: string, error: unknown): BoxcutterError {
  return new BoxcutterError(
    'image-unreadable', 'input',
    `${file} cannot be read: ${messageOf(error)}.`,
    { hint: 'Check path and permissions.', cause: error },
  );
}

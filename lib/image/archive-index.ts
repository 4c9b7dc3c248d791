/**
 * What a tar archive holds, and where: its headers are read once, its contents when they are asked for. So a saved image of any size is
 * read without holding it in memory; only a compressed archive has to be unpacked first.
 */
import { Budget, compressionOf, decompressed, tooLarge } from '../formats/archive';
import { type Access, fileAccess, memoryAccess } from './archive-access';
import { type Member, readHeaders } from './archive-headers';
import { IMAGE_LIMITS } from './limits';

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

const PIECE = 1024 * 1024;
/** Links within an archive, which old versions of docker write for layers that are the same. */
const MAX_HOPS = 8;

/** @throws BoxcutterError `image-unreadable`, `archive-damaged`, `archive-too-large` */
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

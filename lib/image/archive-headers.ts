/** The headers of a tar archive, read one after the other without the contents between them. */
import type { Header, Pax } from 'tar';
import type { BoxcutterError } from '../errors';
import { ARCHIVE_LIMITS, damaged, hasStrangeSize, textNoArchive, tooLarge } from '../formats/archive';
import { isPacked } from '../formats/files/file-name';
import type { Read } from './archive-access';

/** Where the content of a file is. */
export interface Member {
  readonly offset: number;
  readonly size: number;
}

const BLOCK = 512;

export interface Contents {
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

/** For the start of a file that is no header. A name that promises an archive stays the name of one that is damaged. */
async function noArchive(origin: string, end: number, read: Read): Promise<BoxcutterError> {
  const isText = !isPacked(origin) && !hasStrangeBytes(await read(0, Math.min(end, BLOCK)));
  return isText ? textNoArchive(origin) : damaged(origin, 'it is not a tar archive');
}

/** No text: zero bytes, which every header of an archive has, or no UTF-8. The last character may be cut off. */
function hasStrangeBytes(start: Buffer): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true }).includes('\0');
  } catch {
    return true;
  }
}

/** @throws BoxcutterError `archive-damaged`, `archive-too-large`; `bundle-is-text` for a file of text */
export async function readHeaders(origin: string, end: number, read: Read): Promise<Contents> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded by those who read an archive
  const { Header } = require('tar') as typeof import('tar');
  const contents: Contents = { members: new Map(), links: new Map() };
  let extended: Pax | undefined;
  let entries = 0;
  for (let at = 0; ; ) {
    if (at + BLOCK > end) throw at === 0 ? await noArchive(origin, end, read) : damaged(origin, 'it ends too early');
    const header = headerOf(Header, await read(at, BLOCK), extended);
    if (header === undefined) throw at === 0 ? await noArchive(origin, end, read) : damaged(origin, 'a header in it is damaged');
    if (header.nullBlock) return contents;
    if (!header.cksumValid) throw at === 0 ? await noArchive(origin, end, read) : damaged(origin, 'a header in it is damaged');
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
      if (hasStrangeSize(text)) throw damaged(origin, 'a header in it has a size that is not a number');
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

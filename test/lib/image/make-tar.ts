/** Archives by hand, also such as no program writes. */
import { Header } from 'tar';

type Type = 'File' | 'Directory' | 'Link' | 'SymbolicLink' | 'CharacterDevice' | 'BlockDevice' | 'FIFO' | 'ExtendedHeader' | 'NextFileHasLongPath' | 'SparseFile';

export interface Entry {
  readonly path: string;
  readonly type?: Type;
  readonly content?: string | Buffer;
  /** What the header says; otherwise what is true. */
  readonly size?: number;
  readonly target?: string;
}

export const END = Buffer.alloc(1024);

/** A whole archive, with its end. */
export function tar(...entries: readonly (Entry | Buffer)[]): Buffer {
  return Buffer.concat([...entries.map((entry) => (Buffer.isBuffer(entry) ? entry : rawEntry(entry))), END]);
}

export function rawEntry({ path, type = 'File', content = '', size, target }: Entry): Buffer {
  const bytes = Buffer.from(content);
  const fields = { path, size: size ?? bytes.length, mode: 0o644, uid: 0, gid: 0, mtime: new Date(0), type };
  const header = new Header({ ...fields, ...(target === undefined ? {} : { linkpath: target }) });
  header.encode();
  const { block } = header;
  if (block === undefined) throw new Error('no header was made');
  return Buffer.concat([block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

/** Attributes of the next entry, in the form of POSIX pax. */
export function pax(attributes: Readonly<Record<string, string>>): Buffer {
  const records = Object.entries(attributes).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    let length = rest + 1;
    while (`${length}`.length + rest !== length) length = `${length}`.length + rest;
    return `${length} ${key}=${value}\n`;
  });
  return rawEntry({ path: 'PaxHeader/entry', type: 'ExtendedHeader', content: records.join('') });
}

/** Tar archives that are the same to the byte on every machine: sorted, without times, owners and names of users. */
import { dirname } from 'node:path/posix';
import { compareBytes } from '../../api/canonical-json';

const BLOCK = 512;
/** What all headers share; modes are fixed, whatever the file system of the writer says. */
const FIXED = { uid: 0, gid: 0, uname: '', gname: '', devmaj: 0, devmin: 0 } as const;

/** Files in the order of their paths, each behind its folders. Long names and those beyond ASCII get an extended header (pax). */
export function tarOf(files: Iterable<readonly [path: string, bytes: Buffer]>): Buffer {
  const contents = new Map(files);
  const folders = new Set([...contents.keys()].flatMap((path) => parentsOf(path)));
  const names = [...contents.keys(), ...[...folders].map((folder) => `${folder}/`)].sort(compareBytes);
  const blocks = names.flatMap((name) => entry(name, contents.get(name)));
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function entry(path: string, bytes: Buffer | undefined): readonly Buffer[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded by those who write an archive
  const { Header, Pax } = require('tar') as typeof import('tar');
  const size = bytes?.length ?? 0;
  const mtime = new Date(0);
  const header = new Header({
    ...FIXED,
    path,
    size,
    mtime,
    mode: bytes === undefined ? 0o755 : 0o644,
    type: bytes === undefined ? 'Directory' : 'File',
  });
  header.encode();
  const extended = header.needPax ? [new Pax({ path, uid: 0, gid: 0, mtime }).encode()] : [];
  const filling = Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  return [...extended, header.block ?? Buffer.alloc(0), ...(bytes === undefined ? [] : [bytes, filling])];
}

function parentsOf(path: string): readonly string[] {
  const parents: string[] = [];
  for (let at = dirname(path); at !== '.'; at = dirname(at)) parents.push(at);
  return parents;
}

/** The list of files that `git ls-tree -r -z --long` prints. Pure. */

export interface TreeEntry {
  readonly path: string;
  /** `other`: a submodule. */
  readonly type: 'file' | 'symlink' | 'other';
  /** What it is called in a message. */
  readonly word: string;
  /** Of its content. */
  readonly id: string;
  /** Bytes. */
  readonly size: number;
}

const LINK = '120000';

/** `100644 blob <id>     123<TAB>path`, each ended by a NUL. */
export function entriesOf(output: Buffer): readonly TreeEntry[] {
  return output.toString('utf8').split('\0').flatMap((line) => {
    const [, mode, kind, id = '', size = '-', path = ''] = /^(\d+) (\w+) ([0-9a-f]+) +(-|\d+)\t([^]+)$/.exec(line) ?? [];
    if (mode === undefined || path === '') return [];
    const type = kind !== 'blob' ? 'other' : mode === LINK ? 'symlink' : 'file';
    return [{ path, type, word: type === 'other' ? 'submodule' : 'file', id, size: size === '-' ? 0 : Number(size) }];
  });
}

/** Tar archives, read piece by piece as they are decompressed. What an entry may be is checked here; what becomes of it, by the visitor. */
import type { Parser, ReadEntry } from 'tar';
import { isBoxcutterError, messageOf } from '../../errors';
import { ARCHIVE_LIMITS, type Budget } from './budget';
import { damaged, tooLarge, unsafe } from './problems';

export interface TarEntry {
  /** Relative, with `/`, without `.` and `..`; empty for the root itself. */
  readonly path: string;
  readonly type: 'file' | 'directory' | 'hardlink' | 'symlink' | 'other';
  /** What it is called in a message, for `other`: `device`, `named pipe`. */
  readonly word: string;
  /** Bytes of its content. */
  readonly size: number;
  /** Of links: where they lead, as it is written. */
  readonly target: string;
}

/** Looks at an entry; a reader that wants its content gives a function for it, called once, with the whole. */
export type TarVisitor = (entry: TarEntry) => ((content: Buffer) => void) | undefined;

const TYPES: Readonly<Record<string, TarEntry['type']>> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'directory',
  GNUDumpDir: 'directory',
  Link: 'hardlink',
  SymbolicLink: 'symlink',
};

const WORDS: Readonly<Record<string, string>> = {
  CharacterDevice: 'device',
  BlockDevice: 'device',
  FIFO: 'named pipe',
  SparseFile: 'sparse file',
};

export class TarReader {
  private readonly parser: Parser;
  private readonly origin: string;
  private ended = false;

  constructor(private readonly budget: Budget, private readonly visit: TarVisitor) {
    this.origin = budget.origin;
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded by those who unpack something, and not by every synth
    const tar = require('tar') as typeof import('tar');
    this.parser = new tar.Parser({
      maxMetaEntrySize: ARCHIVE_LIMITS.header,
      onwarn: (_code, message) => {
        throw damaged(this.origin, `it is not a readable tar archive (${messageOf(message)})`);
      },
      onReadEntry: (entry) => { this.take(entry); },
    });
    this.parser.on('ignoredEntry', (entry: ReadEntry) => { this.ignored(entry); });
    this.parser.on('meta', (text: string) => { this.checkExtendedHeader(text); });
    this.parser.on('eof', () => { this.ended = true; });
  }

  /**
   * Takes the next bytes. False: the archive has ended, and what follows is nothing but filling.
   * @throws BoxcutterError `archive-damaged`, `archive-unsafe`, `archive-too-large`, and what the visitor throws
   */
  write(bytes: Buffer): boolean {
    if (!this.ended && bytes.length > 0) this.parse(bytes);
    return !this.ended;
  }

  /** Of bytes that are no header at all the parser throws as it pleases. */
  private parse(bytes: Buffer): void {
    try {
      this.parser.write(bytes);
    } catch (error) {
      throw isBoxcutterError(error) ? error : damaged(this.origin, `it is not a readable tar archive (${messageOf(error)})`, error);
    }
  }

  /**
   * All bytes have been given.
   * @param marker whether the archive has to end as the format says, with two empty blocks: where no digest tells that it is whole,
   * only they do. Some programs that write layers leave them out.
   */
  end({ marker }: { readonly marker: boolean }): void {
    if (this.ended) return;
    this.parser.end();
    if (marker) throw damaged(this.origin, 'it ends too early');
  }

  private take(entry: ReadEntry): void {
    this.budget.countEntry();
    const type = TYPES[entry.type] ?? 'other';
    const path = this.checkedPath(entry.path);
    const take = this.visit({ path, type, word: WORDS[entry.type] ?? 'special file', size: entry.size, target: entry.linkpath ?? '' });
    if (take !== undefined) {
      const parts: Buffer[] = [];
      entry.on('data', (part: Buffer) => void parts.push(part));
      entry.on('end', () => { take(Buffer.concat(parts)); });
    }
    entry.resume();
  }

  /** What the parser has no use for: kinds of entries that it does not know, and extended headers beyond the limit. */
  private ignored(entry: ReadEntry): void {
    if (entry.meta) {
      throw tooLarge(this.origin, 'a name or header in it is too long', { limit: ARCHIVE_LIMITS.header, counted: entry.size });
    }
    this.budget.countEntry();
    this.visit({
      path: this.checkedPath(entry.path),
      type: 'other',
      word: WORDS[entry.type] ?? 'special file',
      size: entry.size,
      target: '',
    });
  }

  /** GNU tar writes a sparse file as a plain one with such a header: its content would be taken for what it is not. */
  private checkExtendedHeader(text: string): void {
    const name = /^\d+ GNU\.sparse\.(?:name|path)=(.*)$/m.exec(text)?.[1];
    if (name !== undefined || /^\d+ GNU\.sparse\./m.test(text)) throw unsafe(this.origin, name ?? '', 'is a sparse file');
    if (hasStrangeSize(text)) throw damaged(this.origin, 'a header in it has a size that is not a number');
  }

  private checkedPath(path: string): string {
    if (path.startsWith('/')) throw unsafe(this.origin, path, 'has an absolute path');
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.includes('..')) throw unsafe(this.origin, path, 'leaves the folder');
    return parts.join('/');
  }
}

/**
 * Whether an extended header has a size that is no decimal number. The parser reads `0x10` and `1.5`, which no other program does: they
 * would find other files in the same archive.
 */
export function hasStrangeSize(text: string): boolean {
  return /^\d+ size=(?!\d+$)/m.test(text);
}

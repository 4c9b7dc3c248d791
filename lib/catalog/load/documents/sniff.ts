/** What a file holds, by its first bytes: its name says nothing. */
import type { Window } from './window';

export type ContentKind = 'json' | 'yaml' | 'sqlite' | 'gzip' | 'zip' | 'utf-16' | 'binary';

const SNIFFED = 4096;
const MARKS = [
  ['sqlite', Buffer.from('SQLite format 3\0')],
  ['gzip', Buffer.from([0x1f, 0x8b])],
  ['zip', Buffer.from('PK\x03\x04')],
  ['utf-16', Buffer.from([0xff, 0xfe])],
  ['utf-16', Buffer.from([0xfe, 0xff])],
] as const;
/** The mark of the byte order, which some editors write before UTF-8. */
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Goes past the mark of the byte order. */
export function contentKind(window: Window): ContentKind {
  const head = window.bytes.subarray(window.start, Math.min(window.end, window.start + SNIFFED));
  for (const [kind, mark] of MARKS) if (head.subarray(0, mark.length).equals(mark)) return kind;
  if (head.includes(0)) return 'binary';
  if (head.subarray(0, UTF8_MARK.length).equals(UTF8_MARK)) window.start += UTF8_MARK.length;
  const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  return /^\s*\{\s*(?:["}]|$)/.test(text) ? 'json' : 'yaml';
}

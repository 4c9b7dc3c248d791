import { oneLine } from '../../../plain-text';


/** A cell: its text without colours, and how it is coloured. */
export type Cell = string | { readonly text: string; readonly colour: (text: string) => string };

/** A longer cell is cut; what is read from elsewhere may have names of megabytes, and documents (`-o json`) have them whole. */
const LONGEST = 2000;
/** A longer cell makes no column wider: the others of its column would be padded to its length, thousands of rows of them. */
const WIDEST = 300;

/**
 * Columns padded to their widest cell, two spaces apart; no trailing blanks.
 * @param cells control characters in them are spelled out; colours take part in no width
 */
export function table(header: readonly string[], cells: readonly (readonly Cell[])[]): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => (typeof cell === 'string' ? plain(cell) : { ...cell, text: shown(cell.text) })));
  const widths = header.map((title, column) => rows.reduce((widest, row) => {
    const { length } = row[column]?.text ?? '';
    return length > WIDEST ? widest : Math.max(widest, length);
  }, title.length));
  const line = (row: readonly Exclude<Cell, string>[]): string => {
    const last = row.findLastIndex(({ text }) => text !== '');
    const padding = (text: string, column: number): string => (
      column === last ? '' : ' '.repeat(Math.max(0, (widths[column] ?? 0) - text.length))
    );
    return row.slice(0, last + 1).map(({ text, colour }, column) => `${colour(text)}${padding(text, column)}`).join('  ');
  };
  return [header.map(plain), ...rows].map(line);
}

function plain(text: string): Exclude<Cell, string> {
  return { text: shown(text), colour: (uncoloured) => uncoloured };
}

function shown(text: string): string {
  const line = oneLine(text.length > 2 * LONGEST ? text.slice(0, 2 * LONGEST) : text);
  return line.length > LONGEST || text.length > 2 * LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** `950 B`, `12.3 KiB`, `1.2 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** `1 object`, `2 objects`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

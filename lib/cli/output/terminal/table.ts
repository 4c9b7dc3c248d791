import { oneLine } from '../../../plain-text';


/** A cell: its text without colours, and how it is coloured. */
export type Cell = string | { readonly text: string; readonly colour: (text: string) => string };

/**
 * Columns padded to their widest cell, two spaces apart; no trailing blanks.
 * @param cells control characters in them are spelled out; colours take part in no width
 */
export function table(header: readonly string[], cells: readonly (readonly Cell[])[]): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => (typeof cell === 'string' ? plain(cell) : { ...cell, text: oneLine(cell.text) })));
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column]?.text ?? '').length)));
  const line = (row: readonly Exclude<Cell, string>[]): string => {
    const last = row.findLastIndex(({ text }) => text !== '');
    const padding = (text: string, column: number): string => (column === last ? '' : ' '.repeat((widths[column] ?? 0) - text.length));
    return row.slice(0, last + 1).map(({ text, colour }, column) => `${colour(text)}${padding(text, column)}`).join('  ');
  };
  return [header.map(plain), ...rows].map(line);
}

function plain(text: string): Exclude<Cell, string> {
  return { text: oneLine(text), colour: (uncoloured) => uncoloured };
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

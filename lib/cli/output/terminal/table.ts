import { oneLine } from './plain';

/**
 * Columns padded to their widest cell, two spaces apart; no trailing blanks.
 * @param cells their text, without colours: control characters are spelled out
 * @param colours how the cells below a header are coloured; takes part in no width
 */
export function table(
  header: readonly string[],
  cells: readonly (readonly string[])[],
  colours: Readonly<Record<string, (cell: string) => string>> = {},
): string {
  const rows = cells.map((row) => row.map(oneLine));
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[], colour: (cell: string, column: number) => string): string => {
    const last = row.findLastIndex((cell) => cell !== '');
    const padding = (cell: string, column: number): string => (column === last ? '' : ' '.repeat((widths[column] ?? 0) - cell.length));
    return row.slice(0, last + 1).map((cell, column) => `${colour(cell, column)}${padding(cell, column)}`).join('  ');
  };
  const coloured = (cell: string, column: number): string => colours[header[column] ?? '']?.(cell) ?? cell;
  return [line(header, (cell) => cell), ...rows.map((row) => line(row, coloured))].join('\n');
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

import { oneLine } from '../../plain-text';

/** Characters of a value that are shown. */
const MOST = 160;

/** One line of plain text, cut where it is long. */
export function shortValue(text: string, most = MOST): string {
  const line = oneLine(text);
  return line.length <= most ? line : `${[...line].slice(0, most - 2).join('')} …`;
}

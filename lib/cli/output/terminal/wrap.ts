import { oneLine } from '../../../plain-text';

/** Lines that fit the terminal: what is too long goes on below, further in. No word is lost, nothing is cut. */


/**
 * @param text without colours: control characters are spelled out
 * @param indent of the first line; what goes on below stands `hanging` further in
 * @param width columns of the terminal; undefined: lines of any length, as files and logs want them
 */
export function wrap(text: string, indent: number, width: number | undefined, hanging = 2): readonly string[] {
  const lines: string[] = [];
  let rest = oneLine(text);
  let room = (width ?? Number.POSITIVE_INFINITY) - indent;
  while (rest.length > Math.max(room, 20)) {
    const limit = Math.max(room, 20);
    const space = rest.lastIndexOf(' ', limit);
    // A path without blanks breaks between its parts.
    const part = Math.max(...['.', '[', '/', ','].map((mark) => rest.lastIndexOf(mark, limit - 1)));
    const at = space > limit / 2 ? space : part > limit / 2 ? part : limit;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
    room = (width as number) - indent - hanging;
  }
  lines.push(rest);
  return lines.map((line, index) => ' '.repeat(indent + (index === 0 ? 0 : hanging)) + line);
}

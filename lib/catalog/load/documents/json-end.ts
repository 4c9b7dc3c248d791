/** Where a JSON object ends, byte by byte, without parsing it. */

const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a];
const [OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Keeps its place between two pieces of a file. */
export class JsonEnd {
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** Deepest nesting so far. */
  deepest = 0;
  /** Line breaks so far. */
  lines = 0;

  /** Index behind the object, when it ends between the two indexes; -1 otherwise. The object begins with the first byte that is given. */
  find(bytes: Buffer, from: number, to: number): number {
    let { depth, inString, escaped, deepest, lines } = this;
    let end = -1;
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === QUOTE) inString = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === NEWLINE) lines += 1;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth += 1;
        if (depth > deepest) deepest = depth;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) {
          end = at + 1;
          break;
        }
      } else if (byte === NEWLINE) lines += 1;
    }
    [this.depth, this.inString, this.escaped, this.deepest, this.lines] = [depth, inString, escaped, deepest, lines];
    return end;
  }
}

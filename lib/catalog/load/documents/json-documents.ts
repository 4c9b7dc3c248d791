/** JSON objects one after another, with any blanks between them. */
import type { BlobPlace } from '../../model/blob';
import { JsonEnd } from './json-end';
import { CATALOG_LIMITS } from '../limits';
import type { RawDocument, Splitter } from './raw-document';
import type { Window } from './window';

const [NEWLINE, OPEN_BRACE] = [0x0a, 0x7b];
const SEPARATOR = Buffer.from('---');
const NEXT_OBJECT = Buffer.from('\n{');

export class JsonDocuments implements Splitter {
  private document = 0;
  private line = 1;
  /** The object that has begun, and how many of its bytes have been looked at. */
  private open: { readonly end: JsonEnd; seen: number } | undefined;
  /** What stands here is no object; the next line that begins with one is looked for. */
  private lost = false;
  turned: { readonly document: number; readonly line: number } | undefined;
  isDone = false;

  constructor(private readonly file: string, private readonly window: Window) {}

  * take(atEnd: boolean): Generator<RawDocument> {
    const { window } = this;
    for (;;) {
      if (this.open === undefined && !(yield* this.begin(atEnd))) return;
      if (this.open === undefined) return;
      const { end, seen } = this.open;
      const from = window.start;
      const to = end.find(window.bytes, from + seen, window.end);
      if (to < 0) {
        this.open.seen = window.size;
        if (window.size > CATALOG_LIMITS.document) yield this.giveUp('too-large');
        else if (atEnd) yield this.giveUp('cut');
        return;
      }
      const place = this.place(to - from);
      window.start = to;
      this.line += end.lines;
      this.open = undefined;
      if (to - from > CATALOG_LIMITS.document) yield { fault: 'too-large', place };
      else if (end.deepest > CATALOG_LIMITS.depth) yield { fault: 'too-deep', place };
      else yield { form: 'json', bytes: window.bytes.subarray(from, to), place };
    }
  }

  /** Goes to the next object. False: more has to be read first, or there is nothing more. */
  private* begin(atEnd: boolean): Generator<RawDocument, boolean> {
    const { window } = this;
    for (;;) {
      if (this.lost && !this.findAgain()) return false;
      this.skipBlanks();
      if (window.size === 0) return false;
      if (window.bytes[window.start] === OPEN_BRACE) {
        this.document += 1;
        this.open = { end: new JsonEnd(), seen: 0 };
        return true;
      }
      if (window.size <= SEPARATOR.length && !atEnd) return false;
      if (window.bytes.subarray(window.start, Math.min(window.end, window.start + SEPARATOR.length)).equals(SEPARATOR)) {
        this.turned = { document: this.document, line: this.line };
        return false;
      }
      this.document += 1;
      yield { fault: 'stray', place: this.place(0) };
      this.lost = true;
    }
  }

  private giveUp(fault: 'too-large' | 'cut'): RawDocument {
    const place = this.place(this.window.size);
    this.window.start = this.window.end;
    this.open = undefined;
    this.isDone = true;
    return { fault, place };
  }

  private place(length: number): BlobPlace {
    const { window } = this;
    return { file: this.file, document: this.document, line: this.line, offset: window.offset(window.start), length };
  }

  private skipBlanks(): void {
    const { window } = this;
    let at = window.start;
    for (; at < window.end; at++) {
      const byte = window.bytes[at];
      if (byte === NEWLINE) this.line += 1;
      else if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) break;
    }
    window.start = at;
  }

  private findAgain(): boolean {
    const { window } = this;
    const rest = window.bytes.subarray(window.start, window.end);
    const found = rest.indexOf(NEXT_OBJECT);
    // The line break at the end may be the one before an object.
    const skipped = found >= 0 ? found : Math.max(0, rest.length - 1);
    for (let at = 0; at < skipped; at++) if (rest[at] === NEWLINE) this.line += 1;
    window.start += skipped;
    this.lost = found < 0;
    return found >= 0;
  }
}

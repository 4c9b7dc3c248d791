/** YAML documents, cut apart at lines that begin with `---` or `...`: such a line ends a document wherever it stands. */
import { CATALOG_LIMITS } from '../limits';
import type { RawDocument, Splitter } from './raw-document';
import type { Window } from './window';

const [NEWLINE, HYPHEN, DOT] = [0x0a, 0x2d, 0x2e];
/** Spaces, tabs, line breaks. */
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

export class YamlDocuments implements Splitter {
  private document: number;
  /** Line of the byte at which the window begins, which is where the document does. */
  private firstLine: number;
  /** Line that is looked at, and where it begins, from the beginning of the window. */
  private line: number;
  private at = 0;
  /** The document is too large: its bytes are not kept. */
  private discards = false;
  readonly isDone = false;

  constructor(private readonly file: string, private readonly window: Window, from = { document: 0, line: 1 }) {
    this.document = from.document;
    [this.firstLine, this.line] = [from.line, from.line];
  }

  * take(atEnd: boolean): Generator<RawDocument> {
    const { window } = this;
    let bytes = window.bytes.subarray(0, window.end);
    for (;;) {
      const start = window.start + this.at;
      const newline = bytes.indexOf(NEWLINE, start);
      if (newline < 0 && !atEnd) break;
      const end = newline < 0 ? window.end : newline;
      if (isMarker(bytes, start, end)) {
        yield* this.complete(start);
        bytes = window.bytes.subarray(0, window.end);
        // What stands behind `---` belongs to the document.
        window.start = bytes[start] === HYPHEN ? Math.min(start + 3, end) : end;
        [this.firstLine, this.discards] = [this.line, false];
      }
      if (newline < 0) {
        yield* this.complete(window.end);
        window.start = window.end;
        this.at = 0;
        return;
      }
      this.line += 1;
      this.at = newline + 1 - window.start;
    }
    if (window.size > CATALOG_LIMITS.document) yield* this.discard();
  }

  /** What is between the beginning of the window and here, unless it is empty. */
  private* complete(to: number): Generator<RawDocument> {
    const { window } = this;
    const bytes = window.bytes.subarray(window.start, to);
    if (this.discards || !hasContent(bytes)) return;
    this.document += 1;
    const line = this.firstLine + (bytes[0] === NEWLINE ? 1 : 0);
    const place = { file: this.file, document: this.document, line, offset: window.offset(window.start), length: bytes.length };
    yield bytes.length > CATALOG_LIMITS.document ? { fault: 'too-large', place } : { form: 'yaml', bytes, place };
  }

  private* discard(): Generator<RawDocument> {
    const { window } = this;
    if (!this.discards) {
      this.document += 1;
      this.discards = true;
      const place = { file: this.file, document: this.document, line: this.firstLine, offset: window.offset(window.start), length: 0 };
      yield { fault: 'too-large', place };
    }
    // A line that is not complete may be a marker; one that is longer than that is none.
    if (window.size - this.at > CATALOG_LIMITS.document) this.at = window.size - 1;
    window.start += this.at;
    this.at = 0;
  }
}

function isMarker(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start];
  if ((first !== HYPHEN && first !== DOT) || end - start < 3) return false;
  return bytes[start + 1] === first && bytes[start + 2] === first && (end - start === 3 || isBlank(bytes[start + 3]));
}

/** Anything but blanks, comments and directives. */
function hasContent(bytes: Buffer): boolean {
  let at = 0;
  while (at < bytes.length && isBlank(bytes[at])) at += 1;
  if (at === bytes.length) return false;
  if (bytes[at] !== 0x23 && bytes[at] !== 0x25) return true;
  return /^[ \t\r]*[^#%\s]/m.test(bytes.toString('latin1'));
}

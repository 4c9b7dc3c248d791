/**
 * A quick way through YAML as generators write it: block collections, one key or entry a line, no anchors, tags or comments behind values.
 * Definitions of megabytes are such text, and take a third of the time here. Only where a scalar ends is found here; its value is the
 * parser's. Whatever else a text holds, mistakes included, is left to the parser.
 */
import type { JsonValue } from '../../api';
import type { ComposedDocument } from '../compose';
import { scalarValue } from '../scalar-value';
import { Lines, refuse, Unusual } from './lines';
import { scalarAt } from './scalars';

/** A comment, the mark of a document, a key or an entry. JSON is told from it at once. */
const BEGINNING = /^[#\n\w-]/;
/** All that such a text holds: no tabs, no carriage returns, nothing outside of the basic plane. */
const UNUSUAL_CHARACTER = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const KEY = /[A-Za-z_$][\w./$-]*(?=:[ \n])/y;
/** Collections within collections. */
const MAX_NESTING = 100;

/** The documents of a text that is written as generators do; undefined for every other, which may be just as right. */
export function readGenerated(text: string): readonly ComposedDocument[] | undefined {
  if (!BEGINNING.test(text) || !text.endsWith('\n') || UNUSUAL_CHARACTER.test(text)) return undefined;
  try {
    return new Reader(new Lines(text)).documents();
  } catch (error) {
    if (error instanceof Unusual) return undefined;
    throw error;
  }
}

class Reader {
  private nesting = 0;
  private readonly keys = new Map<string, string>();

  constructor(private readonly lines: Lines) {}

  documents(): readonly ComposedDocument[] {
    const documents: ComposedDocument[] = [];
    this.lines.nextLine();
    if (this.lines.isSeparator()) this.lines.nextLine();
    for (;;) {
      if (this.lines.atEnd || this.lines.indent !== 0) refuse();
      const start = this.lines.at;
      documents.push({ value: this.collection(), start });
      if (!this.lines.atEnd) refuse();
      if (!this.lines.isSeparator()) return documents;
      this.lines.nextLine();
    }
  }

  /** What begins on the current line. */
  private collection(): JsonValue {
    if (++this.nesting > MAX_NESTING) refuse();
    const value = this.lines.isEntry() ? this.sequence(this.lines.indent) : this.mapping(this.lines.indent);
    this.nesting -= 1;
    return value;
  }

  private mapping(indent: number): JsonValue {
    const mapping: Record<string, JsonValue> = {};
    do {
      KEY.lastIndex = this.lines.at;
      const key = KEY.exec(this.lines.text)?.[0];
      if (key === undefined) refuse();
      const name = this.keys.get(key) ?? this.nameOf(key);
      if (Object.hasOwn(mapping, name)) refuse();
      mapping[name] = this.valueAfter(this.lines.at + key.length + 1, indent);
    } while (this.goesOn(indent));
    return mapping;
  }

  private sequence(indent: number): JsonValue {
    const list: JsonValue[] = [];
    do {
      const at = this.lines.pastSpaces(this.lines.at + 1);
      KEY.lastIndex = at;
      if (this.lines.text[at] === '\n') {
        this.lines.nextLine();
        if (this.lines.atEnd || this.lines.indent <= indent) refuse();
        list.push(this.collection());
      } else if (KEY.test(this.lines.text)) {
        // A mapping that begins behind the hyphen.
        this.lines.indent += at - this.lines.at;
        this.lines.at = at;
        list.push(this.collection());
      } else list.push(scalarAt(this.lines, at, indent));
    } while (this.goesOn(indent) && this.lines.isEntry());
    return list;
  }

  /** Whether the collection at this indentation has another member on the current line. */
  private goesOn(indent: number): boolean {
    if (this.lines.atEnd || this.lines.indent < indent) return false;
    if (this.lines.indent > indent) refuse();
    return true;
  }

  /** The value of a key at this indentation, from behind its colon. */
  private valueAfter(colon: number, indent: number): JsonValue {
    const at = this.lines.pastSpaces(colon);
    if (this.lines.text[at] !== '\n') return scalarAt(this.lines, at, indent);
    this.lines.nextLine();
    if (this.lines.atEnd || this.lines.indent < indent) return null;
    return this.lines.indent > indent || this.lines.isEntry() ? this.collection() : null;
  }

  /** A key that was not met before. */
  private nameOf(key: string): string {
    const value = scalarValue(key, true, undefined, refuse);
    if (value === null || key === '__proto__') refuse();
    this.keys.set(key, String(value));
    return String(value);
  }
}

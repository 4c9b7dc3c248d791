/**
 * What is kept of a document. A text that the parser cut out of its source keeps the whole source in memory, so it is copied; and what many
 * blobs say alike (names of packages, descriptions) is kept once.
 */
import type { JsonValue } from '../../api';

/** Texts up to here are no part of their source. */
const OWN = 12;

export class Keeper {
  private readonly known = new Map<string, string>();
  /** How many values it was given. */
  kept = 0;

  /** The same text, in memory once. */
  shared(text: string): string {
    this.kept += 1;
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const own = this.own(text);
    this.known.set(own, own);
    return own;
  }

  /** The same text, without its source. */
  own(text: string): string {
    return text.length > OWN ? Buffer.from(text, 'utf16le').toString('utf16le') : text;
  }

  value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.shared(value);
    this.kept += 1;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => this.value(one));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([key, one]) => [this.shared(key), this.value(one)]);
    return Object.fromEntries(members) as JsonValue;
  }
}

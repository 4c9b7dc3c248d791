/**
 * A JSON reader for the two things that the engine's own cannot do: to say where a mistake is, and to keep integers that a double does not
 * hold. Slow, so only texts with one of both come here.
 */
import type { CatalogLoadIssues } from '../issues';

/** An integer beyond 2^53, as it is written. */
export class LargeInteger {
  constructor(readonly text: string) {}

  /** For what need not be exact. */
  toJSON(): number {
    return Number(this.text);
  }
}

/** JSON whose integers keep their digits. */
export type ExactJson = string | number | boolean | null | LargeInteger | readonly ExactJson[] | { readonly [key: string]: ExactJson };

export interface ExactObject {
  readonly [key: string]: ExactJson;
}

export interface JsonMistake {
  readonly problem: CatalogLoadIssues['catalog-syntax']['problem'];
  /** Index in the text. */
  readonly at: number;
}

/** The text may not nest deeper than the stack allows. */
export function readJson(text: string): { readonly value: ExactJson } | { readonly mistake: JsonMistake } {
  try {
    return { value: new Reader(text).whole() };
  } catch (error) {
    if (error instanceof Mistake) return { mistake: error };
    throw error;
  }
}

/** Might there be a number that a double does not hold? Digits within texts count as well. */
export function mayHoldLargeIntegers(text: string): boolean {
  return /[[:,\s]-?\d{16}/.test(text);
}

class Mistake extends Error implements JsonMistake {
  constructor(readonly problem: JsonMistake['problem'], readonly at: number) {
    super();
  }
}

const WORDS: readonly (readonly [string, boolean | null])[] = [['true', true], ['false', false], ['null', null]];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): ExactJson {
    const value = this.value();
    this.skipBlanks();
    if (this.at < this.text.length) throw new Mistake('stray', this.at);
    return value;
  }

  private value(): ExactJson {
    this.skipBlanks();
    const first = this.text[this.at];
    if (first === '{') return this.object();
    if (first === '[') return this.list();
    if (first === '"') return this.string();
    if (first !== undefined && /[-\d]/.test(first)) return this.number();
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    throw this.mistake();
  }

  private object(): ExactJson {
    const members: [string, ExactJson][] = [];
    this.at += 1;
    if (this.passes('}')) return {};
    do {
      this.skipBlanks();
      if (this.text[this.at] !== '"') throw this.mistake();
      const key = this.string();
      if (!this.passes(':')) throw this.mistake();
      members.push([key, this.value()]);
    } while (this.passes(','));
    if (!this.passes('}')) throw this.mistake();
    return Object.fromEntries(members);
  }

  private list(): ExactJson {
    const list: ExactJson[] = [];
    this.at += 1;
    if (this.passes(']')) return list;
    do list.push(this.value()); while (this.passes(','));
    if (!this.passes(']')) throw this.mistake();
    return list;
  }

  private string(): string {
    STRING.lastIndex = this.at;
    const source = STRING.exec(this.text)?.[0];
    if (source === undefined) throw new Mistake('string', this.at);
    this.at += source.length;
    return JSON.parse(source) as string;
  }

  private number(): number | LargeInteger {
    NUMBER.lastIndex = this.at;
    const source = NUMBER.exec(this.text)?.[0];
    const after = this.text[this.at + (source?.length ?? 0)];
    if (source === undefined || (after !== undefined && /[\w.+-]/.test(after))) throw new Mistake('number', this.at);
    this.at += source.length;
    const value = Number(source);
    return /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? new LargeInteger(source) : value;
  }

  private passes(sign: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private mistake(): Mistake {
    return new Mistake(this.at < this.text.length ? 'unexpected' : 'end', this.at);
  }

  private skipBlanks(): void {
    const { text } = this;
    for (;; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    }
  }
}

import { applied, mostOf } from './functions';

/** The value of a variable; undefined: nobody knows it, and it is empty. */
export type Lookup = (name: string) => string | undefined;

/** What the text says cannot be meant. `line`: from 1. */
export class SubstitutionError extends Error {
  constructor(readonly line: number, readonly excerpt: string, what = 'bad substitution') {
    super(`${what} in line ${line}: ${excerpt}`);
  }
}

/** Defaults within defaults. */
const DEEPEST = 32;
/** Characters that all variables of a text give together: more than the server takes of an object, and each may be in another again. */
const MOST_PRODUCED = 4 * 1024 * 1024;
const NAME = /[\p{L}\p{Nd}_-]+/uy;

/** @throws SubstitutionError for a `${` that begins no form that is known, or that is not closed; and for values without end */
export function substitute(text: string, lookup: Lookup): string {
  const reader = new Reader(text, lookup);
  return reader.all();
}

type Stop = (character: string) => boolean;
const notClosing: Stop = (character) => character === '}';

class Reader {
  private at = 0;
  private depth = 0;
  private produced = 0;

  constructor(private readonly text: string, private readonly lookup: Lookup) {}

  all(): string {
    let result = '';
    while (this.at < this.text.length) {
      const dollar = this.text.indexOf('$', this.at);
      if (dollar < 0) return result + this.text.slice(this.at);
      result += this.text.slice(this.at, dollar);
      this.at = dollar;
      const next = this.text[dollar + 1];
      if (next === '{') result += this.expression();
      else {
        result += '$';
        this.at += next === '$' ? 2 : 1;
      }
    }
    return result;
  }

  /** From `${` to its `}`. */
  private expression(): string {
    const begin = this.at;
    this.at += 2;
    this.depth += 1;
    if (this.depth > DEEPEST) throw this.bad(begin);
    if (this.text[this.at] === '#') {
      this.at += 1;
      const value = this.valueOf(this.name(begin));
      this.close(begin);
      return applied('#', value, []);
    }
    const value = this.valueOf(this.name(begin));
    const operator = this.operator();
    const args = this.args(operator, begin);
    this.close(begin);
    if (this.produced + mostOf(operator, value, args) > MOST_PRODUCED) {
      throw this.bad(begin, `substitutions give more than ${MOST_PRODUCED} characters`);
    }
    const result = operator === '' ? value : applied(operator, value, args);
    this.produced += result.length;
    return result;
  }

  private name(begin: number): string {
    NAME.lastIndex = this.at;
    const found = NAME.exec(this.text)?.[0];
    if (found === undefined) throw this.bad(begin);
    this.at += found.length;
    return found;
  }

  private valueOf(name: string): string {
    return this.lookup(name) ?? '';
  }

  private operator(): string {
    const match = /^(?::[=\-?+]|:|=|[,^]{1,2}|\/[/#%]?|##?|%%?)/.exec(this.text.slice(this.at, this.at + 2))?.[0] ?? '';
    this.at += match.length;
    return match;
  }

  private args(operator: string, begin: number): readonly string[] {
    if (operator === '' || /^[,^]/.test(operator)) return [];
    if (/^(?::[=\-?+]|=)$/.test(operator)) return this.parts();
    if (operator === ':') return this.substring(begin);
    if (operator.startsWith('/')) return this.replacement(begin);
    return [this.argument(notClosing, false, begin)];
  }

  /** A default: text and variables, as many as there are. */
  private parts(): readonly string[] {
    const parts: string[] = [];
    while (this.at < this.text.length && this.text[this.at] !== '}') {
      parts.push(this.isExpression() ? this.expression() : this.scan(notClosing, false));
    }
    return parts;
  }

  private substring(begin: number): readonly string[] {
    const position = this.argument((character) => character === ':' || character === '}', false, begin);
    if (this.text[this.at] !== ':') return [position];
    while (this.text[this.at] === ':') this.at += 1;
    return [position, this.argument(notClosing, false, begin)];
  }

  private replacement(begin: number): readonly string[] {
    const pattern = this.argument((character) => character === '/', true, begin);
    if (this.text[this.at] !== '/') throw this.bad(begin);
    while (this.text[this.at] === '/') this.at += 1;
    return this.text[this.at] === '}' ? [pattern] : [pattern, this.argument(notClosing, true, begin)];
  }

  private argument(stop: Stop, escapes: boolean, begin: number): string {
    if (this.isExpression()) return this.expression();
    const first = this.text[this.at];
    if (first === undefined || stop(first)) throw this.bad(begin);
    return this.scan(stop, escapes);
  }

  private scan(stop: Stop, escapes: boolean): string {
    let result = '';
    for (let character = this.text[this.at]; character !== undefined; character = this.text[this.at]) {
      if (this.isExpression()) break;
      const next = this.text[this.at + 1];
      const isEscaped = escapes && ((character === '$' && next === '$') || (character === '\\' && (next === '/' || next === '\\')));
      if (!isEscaped && stop(character)) break;
      result += isEscaped ? next : character;
      this.at += isEscaped ? 2 : 1;
    }
    return result;
  }

  private isExpression(): boolean {
    return this.text.startsWith('${', this.at);
  }

  private close(begin: number): void {
    if (this.text[this.at] !== '}') throw this.bad(begin);
    this.at += 1;
    this.depth -= 1;
  }

  private bad(begin: number, what?: string): SubstitutionError {
    const line = this.text.slice(0, begin).split('\n').length;
    const end = this.text.indexOf('\n', begin);
    return new SubstitutionError(line, this.text.slice(begin, end < 0 ? undefined : end).slice(0, 80), what);
  }
}

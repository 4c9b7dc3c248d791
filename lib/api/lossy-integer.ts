import { isJsonObject } from './object';

/** A number of a JSON text that changes when it is read. */
export interface LossyInteger {
  readonly digits: string;
  /** Keys and indexes that lead to it. */
  readonly path: readonly (string | number)[];
}

/** Fewer digits always fit into a double. */
const SUSPECT = /\d{16}/;
/** An integer between texts, neither part of a fraction nor of a power. */
const INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
/** Go reads larger ones as doubles, too, and the API server is written in Go. */
const INT64 = 2n ** 63n;

/**
 * The first integer of a JSON text that a double cannot hold: `JSON.parse` changes its last digits without a word. Undefined where there
 * is none; what is no JSON is left to the parser.
 */
export function findLossyInteger(text: string): LossyInteger | undefined {
  if (!SUSPECT.test(text)) return undefined;
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    for (const { 0: digits, index } of text.slice(at, end).matchAll(INTEGER)) {
      if (isLossy(digits)) return { digits, path: pathTo(text, at + index, digits) };
    }
    at = quote < 0 ? end : endOfText(text, quote);
  }
  return undefined;
}

/** Behind the quote that closes the text which this one opens. */
function endOfText(json: string, quote: number): number {
  for (let end = json.indexOf('"', quote + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return json.length;
}

function isLossy(token: string): boolean {
  const exact = BigInt(token);
  return exact >= -INT64 && exact < INT64 && exact !== BigInt(Number(token));
}

/** Where a token stands: the text is read with something in its place that stands nowhere else. */
function pathTo(text: string, index: number, token: string): readonly (string | number)[] {
  let mark = 'here';
  while (text.includes(mark)) mark += '.';
  try {
    const marked: unknown = JSON.parse(`${text.slice(0, index)}"${mark}"${text.slice(index + token.length)}`);
    return find(marked, mark) ?? [];
  } catch {
    return [];
  }
}

function find(value: unknown, mark: string): (string | number)[] | undefined {
  if (value === mark) return [];
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...(value as readonly unknown[]).entries()]
    : isJsonObject(value) ? Object.entries(value) : [];
  for (const [key, member] of members) {
    const below = find(member, mark);
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}

/**
 * JSON with one spelling: keys in byte order, no spaces. Digests, content Secrets and comparisons build on it, so its output
 * may not depend on the machine, the locale or the order in which an author wrote a file.
 */
import { createHash } from 'node:crypto';

/** Order of the UTF-8 bytes, as Go sorts strings. Plain `<` compares UTF-16 units and differs for characters beyond U+FFFF. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return afterSurrogates(x) - afterSurrogates(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others: moves them behind U+E000 to U+FFFF. */
function afterSurrogates(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2000 : unit >= 0xe000 ? unit - 0x800 : unit;
}

/** Compact JSON with keys in byte order at every level. */
export function canonicalJson(value: unknown): string {
  // What was put in order once is written by the engine itself, many times faster.
  return isInOrder(value) ? JSON.stringify(value ?? null) : ordered(value);
}

function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let previous: string | undefined;
  for (const key in value) {
    if (previous !== undefined && compareBytes(previous, key) > 0) return false;
    if (!isInOrder((value as Readonly<Record<string, unknown>>)[key])) return false;
    previous = key;
  }
  return true;
}

function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([key, member]) => `${JSON.stringify(key)}:${ordered(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

export function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}

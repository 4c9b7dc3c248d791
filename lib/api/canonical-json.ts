/**
 * JSON with one spelling: keys in byte order, no spaces. Digests, content Secrets and comparisons build on it, so its output
 * may not depend on the machine, the locale or the order in which an author wrote a file.
 */
import { hash } from 'node:crypto';

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
  // The engine itself writes many times faster than code of ours: it is given what is in order, and copies of the rest.
  const same = inOrder(value);
  return same === undefined ? spelledOut(value) : JSON.stringify(same ?? null);
}

/**
 * The same value with its keys in order; what is in order already is not copied. Undefined where no object can have that order: the
 * engine puts keys that are numbers first, by their values.
 */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Array.isArray(value) ? listInOrder(value) : objectInOrder(value as Readonly<Record<string, unknown>>);
}

function listInOrder(list: readonly unknown[]): readonly unknown[] | undefined {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const member = list[index] ?? null;
    const same = inOrder(member);
    if (same === undefined) return undefined;
    if (same !== member) (copy ??= [...list])[index] = same;
  }
  return copy ?? list;
}

function objectInOrder(object: Readonly<Record<string, unknown>>): object | undefined {
  const keys = Object.keys(object);
  let isChanged = false;
  const members: unknown[] = [];
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? '';
    const member = object[key];
    if (member === undefined) {
      members.push(undefined);
      continue;
    }
    const same = inOrder(member);
    if (same === undefined) return undefined;
    isChanged ||= same !== member || (index > 0 && compareBytes(keys[index - 1] ?? '', key) > 0);
    members.push(same);
  }
  if (!isChanged) return object;
  const entries = keys.map((key, index): [string, unknown] => [key, members[index]]).sort(([a], [b]) => compareBytes(a, b));
  // Of its own properties only, so that a key __proto__ is one as well.
  const copy = Object.fromEntries(entries);
  return Object.keys(copy).every((key, index) => key === entries[index]?.[0]) ? copy : undefined;
}

/** Member by member, for what {@link inOrder} cannot hold. */
function spelledOut(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelledOut).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([key, member]) => `${JSON.stringify(key)}:${spelledOut(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

export function sha256(content: string | Buffer): Buffer {
  return hash('sha256', content, 'buffer');
}

/** Writing values whose integers have all their digits. */
import { compareBytes } from '../../../api/canonical-json';
import { type ExactJson, LargeInteger } from './json-reader';

/** Compact JSON with keys in byte order at every level. */
export function exactJson(value: ExactJson): string {
  if (value instanceof LargeInteger) return value.text;
  if (Array.isArray(value)) return `[${(value as readonly ExactJson[]).map(exactJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Readonly<Record<string, ExactJson>>).sort(([a], [b]) => compareBytes(a, b));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${exactJson(one)}`).join(',')}}`;
}

/**
 * The text of any writer that knows no such integers: it gets a mark with the digits in place of each, and the marks go from what it has
 * written. No text of the value has the mark.
 * @param quotes how the writer quotes a text, if it does
 */
export function writtenExactly<T>(value: T, write: (marked: T) => string, quotes: '"' | ''): string {
  if (!holdsLargeIntegers(value)) return write(value);
  const plain = JSON.stringify(value);
  let mark = 'integer-';
  while (plain.includes(mark)) mark += 'x-';
  return write(marked(value, mark) as T).replace(new RegExp(`${quotes}${mark}(-?\\d+)${quotes}`, 'g'), '$1');
}

function holdsLargeIntegers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof LargeInteger || Object.values(value).some(holdsLargeIntegers);
}

function marked(value: unknown, mark: string): unknown {
  if (value instanceof LargeInteger) return mark + value.text;
  if (Array.isArray(value)) return value.map((one) => marked(one, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one, mark)]));
}

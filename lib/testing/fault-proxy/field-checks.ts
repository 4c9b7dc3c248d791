/**
 * What a field may hold, as a question and as words for a message.
 */
export type Fields = Readonly<Record<string, unknown>>;

export interface Check {
  readonly isRight: (value: unknown) => boolean;
  /** Continues "it must be". */
  readonly allowed: string;
  /** May be left out, where fields belong to a type. */
  readonly optional?: true;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function where(isRight: (value: unknown) => boolean, allowed: string): Check {
  return { isRight, allowed };
}

export function oneOf(values: readonly (string | number)[]): Check {
  return where((value) => values.includes(value as string), values.length === 1
    ? shown(values[0])
    : `one of ${values.map((value) => String(value)).join(', ')}`);
}

/** One of them, or a list of some. */
export function list(values: readonly string[]): Check {
  const isOne = (value: unknown): boolean => values.includes(value as string);
  return where((value) => (Array.isArray(value)
    ? value.length > 0 && value.every(isOne)
    : isOne(value)), `one or several of ${values.join(', ')}`);
}

export const text = where((value) => typeof value === 'string', 'a text');
export const flag = where((value) => typeof value === 'boolean', 'true or false');

/** Longest time of a timer of Node; it fires at once when given more. */
const LONGEST_MS = 2_147_483_647;
export const milliseconds = where((value) => isBetween(value, 0, LONGEST_MS), 'a number of milliseconds from 0');

export function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}

/** A value for a message, short. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 70 ? `${value.slice(0, 70)}…` : value);
  if (Array.isArray(value)) {
    return value.length > 0 && value.every((one) => typeof one === 'string') ? `[${value.map(shown).join(', ')}]` : 'a list';
  }
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

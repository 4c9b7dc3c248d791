/**
 * The gate for manifests made by programs: whatever is not JSON (functions, dates, NaN, cycles) is named with its path
 * instead of turning into something else on the way to the server.
 */
import { isSchemaBound, mayBeRounded, type JsonValue } from '../../api';
import type { Segment } from '../../issue';
import type { NotJsonValue } from '../issues';

export interface NotJson {
  readonly path: readonly Segment[];
  readonly what: NotJsonValue;
}

/** Far beyond any manifest; deeper means a cycle. */
const MAX_DEPTH = 200;

/**
 * A copy of `value` as plain JSON. Members that are undefined are left out, as JSON.stringify does; everything else that
 * JSON cannot say is reported in `problems` and becomes null.
 */
export function plainJson(value: unknown): { readonly value: JsonValue; readonly problems: readonly NotJson[] } {
  const problems: NotJson[] = [];
  const refuse = (path: readonly Segment[], what: NotJsonValue): null => {
    problems.push({ path, what });
    return null;
  };
  const copy = (input: unknown, path: readonly Segment[], depth: number): JsonValue => {
    if (input === null || typeof input === 'string' || typeof input === 'boolean') return input;
    if (typeof input === 'number') {
      if (!Number.isFinite(input)) return refuse(path, { found: 'number', value: String(input) });
      return mayBeRounded(input) && !isSchemaBound(value, path) ? refuse(path, { found: 'unsafe', value: String(input) }) : input + 0;
    }
    if (typeof input !== 'object') {
      return refuse(path, input === undefined ? { found: 'undefined' } : { found: 'other', type: typeof input });
    }
    if (depth > MAX_DEPTH) return refuse(path, { found: 'depth', levels: MAX_DEPTH });
    if (Array.isArray(input)) return input.map((item, i) => copy(item, [...path, i], depth + 1));
    const prototype: unknown = Object.getPrototypeOf(input);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      return refuse(path, { found: 'other', type: input.constructor.name });
    }
    // fromEntries defines members: a key `__proto__` stays a key.
    return Object.fromEntries(
      Object.entries(input)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [key, copy(member, [...path, key], depth + 1)]),
    );
  };
  return { value: copy(value, [], 0), problems };
}

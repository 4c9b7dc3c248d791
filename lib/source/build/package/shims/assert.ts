/** Of `node:assert` what libraries check themselves with. */
import { isDeepStrictEqual } from './util';

export function ok(value: unknown, message?: string | Error): void {
  if (value) return;
  throw message instanceof Error ? message : new Error(message ?? 'an assertion of the package does not hold');
}

export function equal(one: unknown, other: unknown, message?: string | Error): void {
  ok(one === other, message);
}

export function deepEqual(one: unknown, other: unknown, message?: string | Error): void {
  ok(isDeepStrictEqual(one, other), message);
}

export const strictEqual = equal;
export const deepStrictEqual = deepEqual;
export const strict = Object.assign(ok, { ok, equal, strictEqual, deepEqual, deepStrictEqual });

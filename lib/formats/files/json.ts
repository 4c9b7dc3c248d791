import type { JsonValue } from '../../api';

/** Typed data as JSON: what it consists of is JSON already. */
export function json(value: unknown): JsonValue {
  return value as JsonValue;
}

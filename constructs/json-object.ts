import type { JsonObject } from '../lib/api';

/** The value if it is a JSON object, to read input of which nothing is certain. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

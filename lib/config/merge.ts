/** Configurations over each other. */
import { isJsonObject, type JsonObject, type JsonValue } from '../api';

/** Maps key by key, everything else as a whole; the second wins. */
export function mergeValues(under: JsonObject, over: JsonObject): JsonObject {
  const merged = Object.entries(over).map(([key, value]): [string, JsonValue] => {
    const below = Object.hasOwn(under, key) ? under[key] : undefined;
    return [key, isJsonObject(below) && isJsonObject(value) ? mergeValues(below, value) : value];
  });
  return Object.fromEntries([...Object.entries(under), ...merged]) as JsonObject;
}

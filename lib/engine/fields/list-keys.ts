/** How the keys of field sets name items of lists: by the fields of their key (`k:`) or by their value (`v:`). */
import { jsonEqual } from './canonical';
import { isMap } from './field-set';

const parsedKeys = new Map<string, unknown>();

/** The JSON behind `k:` or `v:`; the same few keys recur in every object of a kind. */
export function parseKey(key: string): unknown {
  let value = parsedKeys.get(key);
  if (value === undefined) {
    value = JSON.parse(key.slice(2));
    if (parsedKeys.size > 10_000) parsedKeys.clear();
    parsedKeys.set(key, value);
  }
  return value;
}

/** The fields behind `k:`, with their values. */
export function partsOf(key: string): Readonly<Record<string, unknown>> {
  const parts = parseKey(key);
  return isMap(parts) ? parts : {};
}

/**
 * Does the key name this item?
 * @param orDefault true: fields of the key that the item leaves out may have been filled by the server (`protocol: TCP`)
 */
export function isItemOf(item: unknown, key: string, orDefault = false): boolean {
  if (key.startsWith('v:')) return jsonEqual(item, parseKey(key));
  if (!key.startsWith('k:') || !isMap(item)) return false;
  const wanted = partsOf(key);
  return Object.keys(wanted).every((name) => {
    const value = item[name];
    return jsonEqual(value, wanted[name]) || (orDefault && value === undefined);
  });
}

/** The key under which `item` most probably stands among `keys`, without comparing it with each: keys of one list are alike. */
function likelyKey(item: unknown, like: string): string {
  if (like.startsWith('v:')) return `v:${JSON.stringify(item)}`;
  if (!like.startsWith('k:')) return ''; // Names no item of a list: the field set is of another version of the kind.
  const source = isMap(item) ? item : {};
  return `k:${JSON.stringify(Object.fromEntries(Object.keys(partsOf(like)).map((name) => [name, source[name]])))}`;
}

/** Where each of the keys stands in the list; keys that name several items are left out. */
export function placesOf(list: readonly unknown[], keys: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const several = new Set<string>();
  const known = new Set(keys);
  for (const [index, item] of list.entries()) {
    const key = keyOf(item, keys, known);
    if (key === undefined) continue;
    if (places.has(key)) several.add(key);
    places.set(key, index);
  }
  for (const key of several) places.delete(key);
  return places;
}

/** The key of this item among `keys`; `known` has the same ones to look up, or those of them that are still free. */
export function keyOf(item: unknown, keys: readonly string[], known: ReadonlySet<string>): string | undefined {
  const [first] = keys;
  if (first === undefined) return undefined;
  const likely = likelyKey(item, first);
  return known.has(likely) ? likely : keys.find((key) => isItemOf(item, key));
}

/**
 * The key of each item: first of those that have all fields of their key, then of those that leave some of them to a default.
 * Undefined where it is not certain.
 */
export function assign(items: readonly unknown[], keys: readonly string[]): readonly (string | undefined)[] {
  const free = new Set(keys);
  const assigned = items.map((item) => {
    const key = keyOf(item, keys, free);
    if (key === undefined || !free.delete(key)) return undefined;
    return key;
  });
  return assigned.map((key, index) => {
    if (key !== undefined) return key;
    const candidates = [...free].filter((candidate) => isItemOf(items[index], candidate, true));
    const [only] = candidates;
    if (candidates.length !== 1 || only === undefined) return undefined;
    free.delete(only);
    return only;
  });
}

/** How the keys of field sets name items of lists: by the fields of their key (`k:`) or by their value (`v:`). */
import { canonicalJson } from '../../api/canonical-json';
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

/** Does the key name this item? */
export function isItemOf(item: unknown, key: string): boolean {
  if (key.startsWith('v:')) return jsonEqual(item, parseKey(key));
  if (!key.startsWith('k:') || !isMap(item)) return false;
  const wanted = partsOf(key);
  return Object.keys(wanted).every((name) => jsonEqual(item[name], wanted[name]));
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
  return known.has(likely) ? likely : findKey(item, keys);
}

/** Keys of one make, by what they say in one spelling: lists may have tens of thousands of items, and others write them. */
interface KeyIndex {
  /** Undefined: keys by value. */
  readonly names: readonly string[] | undefined;
  readonly byText: ReadonlyMap<string, readonly string[]>;
}

const indexes = new WeakMap<readonly string[], readonly KeyIndex[]>();

/** Whatever the spelling of the key is. */
function findKey(item: unknown, keys: readonly string[]): string | undefined {
  let made = indexes.get(keys);
  if (made === undefined) indexes.set(keys, made = makesOf(keys).map(([names, alike]) => ({ names, byText: byTextOf(alike, names) })));
  for (const { names, byText } of made) {
    const [key] = byText.get(textOf(item, names) ?? '') ?? [];
    if (key !== undefined) return key;
  }
  return undefined;
}

/** Keys that name items by the same fields, or by value. */
function makesOf(keys: readonly string[]): readonly (readonly [names: readonly string[] | undefined, keys: readonly string[]])[] {
  const made = new Map<string, [readonly string[] | undefined, string[]]>();
  for (const key of keys) {
    if (!/^[kv]:/.test(key)) continue; // Names no item of a list.
    const names = key.startsWith('v:') ? undefined : Object.keys(partsOf(key)).sort();
    const make = canonicalJson(names);
    const found = made.get(make);
    if (found === undefined) made.set(make, [names, [key]]);
    else found[1].push(key);
  }
  return [...made.values()];
}

function byTextOf(keys: readonly string[], names: readonly string[] | undefined): ReadonlyMap<string, readonly string[]> {
  const byText = new Map<string, string[]>();
  for (const key of keys) {
    const text = textOf(parseKey(key), names) ?? '';
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [key]);
    else same.push(key);
  }
  return byText;
}

function textOf(item: unknown, names: readonly string[] | undefined): string | undefined {
  if (names === undefined) return canonicalJson(item);
  return isMap(item) && names.every((name) => item[name] !== undefined) ? canonicalJson(names.map((name) => item[name])) : undefined;
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
  return assigned.every((key) => key !== undefined) ? assigned : withDefaults(assigned, items, keys, free);
}

/** Those that have none, and may be of exactly one of the keys that are left. */
function withDefaults(
  assigned: readonly (string | undefined)[], items: readonly unknown[], keys: readonly string[], free: Set<string>,
): readonly (string | undefined)[] {
  const makes = makesOf(keys);
  const bySaid = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return assigned.map((key, index) => {
    if (key !== undefined) return key;
    const item = items[index];
    if (!isMap(item)) return undefined;
    const candidates = new Set<string>();
    for (const [names, alike] of makes) {
      if (names === undefined) continue;
      const said = names.filter((name) => item[name] !== undefined);
      const place = canonicalJson([names, said]);
      const byText = bySaid.get(place) ?? byTextOf(alike, said);
      bySaid.set(place, byText);
      for (const candidate of byText.get(textOf(item, said) ?? '') ?? []) {
        if (free.has(candidate)) candidates.add(candidate);
        if (candidates.size > 1) return undefined;
      }
    }
    const [only] = candidates;
    if (only !== undefined) free.delete(only);
    return only;
  });
}

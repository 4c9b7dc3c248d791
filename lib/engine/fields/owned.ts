/** What we own of an object as a digest: equal digests, and nothing of ours has changed (docs/no-op.md). */
import type { KubeObject } from '../../api';
import { canonicalJson, shortHash } from './canonical';
import { applyEntry, isMap, type FieldSet } from './field-set';
import { withoutIgnored } from './ignored';
import { assign, keyOf, placesOf } from './list-keys';
import { isBuiltIn } from './zeros';

/** Stands on record for the digest of an object whose last apply may not have come to rest: no digest equals it. */
export const UNSETTLED = 'unsettled';

/**
 * Digest of the fields we own and of their values in `live`: equal digests after an apply and now, and nothing of ours changed (L1).
 * What rules ignore is left out (the annotation with the rules is ours, too).
 * Without an entry of ours only the very state that an apply left equals it.
 */
export function ownedDigest(live: KubeObject, fieldManager: string): string {
  const entry = applyEntry(live, fieldManager);
  if (entry === undefined) return `none:${live.metadata.resourceVersion ?? ''}`;
  const fields = withoutIgnored(entry.fieldsV1 ?? {}, live);
  // The server writes field sets in one order, and the projection follows it: only whole values have to be put in order.
  const content = project(live, fields, isBuiltIn(live.apiVersion), 0);
  return shortHash(`${entry.apiVersion ?? ''}\n${JSON.stringify(fields)}\n${JSON.stringify(content)}`);
}

/**
 * True when another apply of the same might still change something although no client touches the object: what an apply leaves then is no
 * proof that nothing is to be done. Only an apply that changed nothing is.
 */
export function isRestless(desired: KubeObject, live: KubeObject, fieldManager: string): boolean {
  const builtIn = isBuiltIn(live.apiVersion);
  // In built-in kinds only nulls, empty maps and empty texts can keep an apply from coming to rest.
  if (builtIn && !hasNothings(desired)) return false;
  const entry = applyEntry(live, fieldManager);
  return entry !== undefined && isUnsettled(desired, live, entry.fieldsV1 ?? {}, builtIn);
}

/** Exactly the owned leaves of `live`; owned list items in the order in which they stand. */
function project(live: unknown, fields: FieldSet, builtIn: boolean, depth: number): unknown {
  const keys = Object.keys(fields);
  if (!Array.isArray(live) && !isMap(live)) return live ?? null;
  if (keys.length === 0) return [canonicalJson(live)];
  if (Array.isArray(live)) {
    const named = keys.filter((key) => key !== '.');
    const known = new Set(named);
    return live.flatMap((item: unknown) => {
      const key = keyOf(item, named, known);
      return key === undefined ? [] : [[key, key.startsWith('v:') ? null : project(item, fields[key] ?? {}, builtIn, depth + 1)]];
    });
  }
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const below = fields[key];
    if (below !== undefined && key.startsWith('f:')) {
      result[key] = project(live[key.slice(2)], below, builtIn || (depth === 0 && key === 'f:metadata'), depth + 1);
    }
  }
  // A list that we set to empty may have no owner, but an apply brings it back; built-in kinds do not store it.
  if (!builtIn) {
    for (const name of Object.keys(live)) {
      if (Array.isArray(live[name]) && fields[`f:${name}`] === undefined) result[`[]${name}`] = true;
    }
  }
  return result;
}

/**
 * Would another apply of the same change something although no client has touched the object since the last one? The server leaves a null
 * or nothing where an empty map or list is merged into null, and appends an item again whose key it has rewritten.
 */
function isUnsettled(desired: unknown, live: unknown, fields: FieldSet, builtIn: boolean): boolean {
  if (desired === null || typeof desired !== 'object') return false;
  if (live === null) return !builtIn;
  // Taken from another client that had filled it, an empty map is gone with what was in it, and the next apply brings it back.
  if (live === undefined && !Array.isArray(desired) && Object.keys(desired).length === 0) return true;
  if (Array.isArray(desired)) {
    if (!Array.isArray(live)) return false;
    const keys = Object.keys(fields).filter((key) => key !== '.');
    if (keys.length === 0) return false;
    const places = placesOf(live, keys);
    return assign(desired, keys).some((key, index) => {
      const place = key === undefined ? undefined : places.get(key);
      return key === undefined || place === undefined
        || isUnsettled(desired[index], live[place], fields[key] ?? {}, builtIn);
    });
  }
  if (!isMap(live)) return false;
  return Object.entries(desired).some(([name, value]) => {
    const below = fields[`f:${name}`];
    const there = live[name];
    if (below !== undefined) return isUnsettled(value, there, below, builtIn);
    return !builtIn && Array.isArray(value) && value.length === 0 && !Array.isArray(there);
  });
}

const withNothings = new WeakMap<object, boolean>();

/** Is there a null, an empty map or an empty text anywhere? Remembered: desired objects are looked at again and again. */
function hasNothings(desired: object): boolean {
  let found = withNothings.get(desired);
  if (found === undefined) {
    const search = (value: unknown): boolean => {
      if (value === null || value === '') return true;
      if (typeof value !== 'object') return false;
      const parts = Object.values(value);
      return (parts.length === 0 && !Array.isArray(value)) || parts.some(search);
    };
    found = search(desired);
    withNothings.set(desired, found);
  }
  return found;
}

/**
 * `stringData` is write-only: what became of it is in `data`, which may have no owner. True when that is not as desired. (The compiler
 * replaces it.)
 */
export function isLost(desired: KubeObject, live: KubeObject): boolean {
  const { stringData } = desired;
  if (desired.kind !== 'Secret' || stringData === null || typeof stringData !== 'object') return false;
  const { data } = live;
  const stored = isMap(data) ? data : {};
  return Object.entries(stringData).some(([key, value]) => stored[key] !== Buffer.from(String(value ?? ''), 'utf8').toString('base64'));
}

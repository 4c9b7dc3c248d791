/** What of an object a field set names, as an object: what a manager has said of it. */
import { isLeaf, isMap, type FieldSet } from './field-set';
import { keyOf, partsOf } from './list-keys';

/** Undefined: it names nothing that is there. */
export function heldOf(live: unknown, fields: FieldSet): unknown {
  if (isLeaf(fields)) return live;
  const keys = Object.keys(fields).filter((key) => key !== '.');
  if (keys.length === 0) return Array.isArray(live) ? [] : isMap(live) ? {} : live;
  if (Array.isArray(live)) {
    const known = new Set(keys);
    return live.flatMap((item: unknown) => itemOf(item, keyOf(item, keys, known), fields));
  }
  if (!isMap(live)) return live;
  const members = keys.flatMap((key): [string, unknown][] => {
    const [name, below] = [key.slice(2), fields[key]];
    if (!key.startsWith('f:') || below === undefined || live[name] === undefined) return [];
    return [[name, heldOf(live[name], below)]];
  });
  return Object.fromEntries(members);
}

function itemOf(item: unknown, key: string | undefined, fields: FieldSet): readonly unknown[] {
  if (key === undefined) return [];
  if (key.startsWith('v:')) return [item];
  const held = heldOf(item, fields[key] ?? {});
  return [isMap(held) ? { ...partsOf(key), ...held } : held];
}

/** Lists whose entries the server tells apart: by keys (list maps) or by value (sets). */
import { asObject, type JsonValue } from '../../api';
import type { SchemaNode } from '../pack';
import { type Walk, report } from '../report';

/** Entries of a list map are distinguished by their keys; the server answers an apply with two equal ones with status 500. */
export function checkKeys(walk: Walk, node: SchemaNode, keys: readonly string[], items: readonly JsonValue[]): void {
  const seen = new Map<string, number>();
  items.forEach((item, index) => {
    const entry = asObject(item);
    if (!entry) return;
    const values = keys.map((key) => entry[key] ?? node.items?.properties?.[key]?.default ?? null);
    const absent = keys.filter((_, position) => values[position] === null);
    // Numbers that are keys (ports) are refused when absent, other than zero elsewhere; strings are found absent with the other fields.
    for (const key of walk.builtIn ? absent : []) {
      if (node.items?.required?.includes(key) && node.items.properties?.[key]?.type === 'integer') missingKey(walk, index, key);
    }
    if (absent.length === keys.length) return;
    const identity = JSON.stringify(values);
    const first = seen.get(identity);
    if (first === undefined) {
      seen.set(identity, index);
      return;
    }
    walk.path.push(index);
    report(walk, 'duplicate-key', { keys: keys.map((key, position) => [key, values[position] ?? null]), first });
    walk.path.pop();
  });
}

function missingKey(walk: Walk, index: number, key: string): void {
  walk.path.push(index, key);
  report(walk, 'missing-field', { field: key });
  walk.path.splice(-2);
}

/** Items of a set differ. */
export function noRepetition(walk: Walk, items: readonly JsonValue[]): void {
  const seen = new Map<string, number>();
  items.forEach((item, index) => {
    const identity = JSON.stringify(item);
    const first = seen.get(identity);
    if (first === undefined) {
      seen.set(identity, index);
      return;
    }
    walk.path.push(index);
    report(walk, 'duplicate-item', { item, first });
    walk.path.pop();
  });
}

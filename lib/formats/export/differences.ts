/** Where two objects differ. */
import { isJsonObject, type JsonValue } from '../../api';
import type { Segment } from '../../issue';
import type { Difference } from './exporter';

/** Paths at which two values differ; empty lists and mappings count as absent. Values are not shown: they may be secret. */
export function differences(one: JsonValue | undefined, other: JsonValue | undefined, path: readonly Segment[] = []): Difference[] {
  const [a, b] = [filled(one), filled(other)];
  if (isJsonObject(a) && isJsonObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => differences(a[key], b[key], [...path, key]));
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    return a.flatMap((item: JsonValue, index) => differences(item, (b as readonly JsonValue[])[index], [...path, index]));
  }
  return a === b ? [] : [{ path }];
}

function filled(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return value;
  return Object.keys(value).length === 0 ? undefined : value;
}

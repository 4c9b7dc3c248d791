/** Properties of blobs; of bulky ones only the size is kept. */
import type { JsonObject, JsonValue } from '../../api';
import type { BulkyProperty, Property } from '../model/blob';
import { type Fields, member } from './fields';
import type { Keeper } from './keep';

/** Types whose values are bulky whatever their size. */
const BULKY = new Set(['olm.bundle.object', 'olm.csv.metadata']);
const BULKY_SIZE = 16 * 1024;

export function propertiesOf(value: JsonObject, fields: Fields, keeper: Keeper): readonly Property[] {
  return fields.objects(value, 'properties', []).map(([property, path]) => ({
    type: keeper.shared(fields.text(property, 'type', path)), value: keeper.value(member(property, 'value') ?? null),
  }));
}

export function bundlePropertiesOf(value: JsonObject, fields: Fields, keeper: Keeper): readonly (Property | BulkyProperty)[] {
  return fields.objects(value, 'properties', []).map(([property, path]) => {
    const type = keeper.shared(fields.text(property, 'type', path));
    const content = member(property, 'value') ?? null;
    const size = sizeOf(content);
    return BULKY.has(type) || size > BULKY_SIZE ? { type, size } : { type, value: keeper.value(content) };
  });
}

/** About the length as JSON: what is escaped in texts counts once. */
export function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let [size, members] = [2, 0];
  const add = (bytes: number): void => {
    size += bytes;
    members += 1;
  };
  if (Array.isArray(value)) for (const one of value as readonly JsonValue[]) add(sizeOf(one));
  else for (const key in value) add(key.length + 3 + sizeOf((value as JsonObject)[key] ?? null));
  return size + Math.max(0, members - 1);
}

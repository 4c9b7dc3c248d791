/**
 * How the API server itself cuts an object into fields: the topology of its lists, read from the field sets of all managers
 * (`fieldsV1`, KEP-555). With it items have names (`containers[name=web]`) without any schema.
 */
import type { FieldSet, KubeObject } from '../../api';
import { itemText, keysOfItem } from './field-path';

/** How a list is to be read: item by item, named by these fields; as a set; or as one value. */
export type ListTopology =
  { readonly type: 'keyed'; readonly keys: readonly string[] } | { readonly type: 'set' } | { readonly type: 'atomic' };

/** The union of what all managers of these objects hold. */
export function fieldSetOf(...objects: readonly KubeObject[]): FieldSet {
  const union: Mutable = {};
  for (const { metadata } of objects) {
    for (const { fieldsV1 } of metadata.managedFields ?? []) if (isFieldSet(fieldsV1)) merge(union, fieldsV1);
  }
  return union;
}

interface Mutable {
  [key: string]: Mutable;
}

function isFieldSet(value: unknown): value is FieldSet {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merge(target: Mutable, source: FieldSet): void {
  for (const [key, child] of Object.entries(source)) merge((target[key] ??= {}), child);
}

/** What the server made of a list at this place. Parts of it have no managers: it is one value. */
export function topologyOf(fields: FieldSet | undefined): ListTopology {
  for (const key of Object.keys(fields ?? {})) {
    if (key.startsWith('v:')) return { type: 'set' };
    if (key.startsWith('k:')) return { type: 'keyed', keys: Object.keys(JSON.parse(key.slice(2)) as object).sort() };
  }
  return { type: 'atomic' };
}

/** The part of a field set below a member of a map. */
export function below(fields: FieldSet | undefined, name: string): FieldSet | undefined {
  return fields?.[`f:${name}`];
}

/** The parts of a field set below the items of a list, by the names of the items. */
export function belowItems(fields: FieldSet | undefined, keys: readonly string[]): ReadonlyMap<string, FieldSet> {
  const items = Object.entries(fields ?? {}).filter(([key]) => key.startsWith('k:'));
  return new Map(items.map(([key, part]) => {
    const item = JSON.parse(key.slice(2)) as Readonly<Record<string, unknown>>;
    return [itemText(keysOfItem(item, keys)), part];
  }));
}

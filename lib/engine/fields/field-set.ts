/**
 * Field sets as the API server writes them (`fieldsV1` in managedFields), and how their keys name items of lists. They name the list
 * topology that the server used: `f:` a member, `k:` an item by its keys, `v:` an item of a set, nothing below: owned as a whole.
 */
import type { FieldSet, KubeObject, ManagedFieldsEntry } from '../../api';

export type { FieldSet };

/** Metadata that is part of the request, never of the field set. */
export const UNTRACKED_METADATA: ReadonlySet<string> = new Set([
  'name', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'selfLink', 'managedFields',
]); // prettier-ignore
export const UNTRACKED: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

/** Our entry: operation Apply, main resource. */
export function applyEntry(live: KubeObject, fieldManager: string): ManagedFieldsEntry | undefined {
  return live.metadata.managedFields?.find(
    ({ manager, operation, subresource }) => manager === fieldManager && operation === 'Apply' && (subresource ?? '') === '',
  );
}

/** What a field set has at this place; undefined when it does not reach there. */
export function at(fields: FieldSet, path: readonly string[]): FieldSet | undefined {
  let place: FieldSet | undefined = fields;
  for (const key of path) place = place?.[key];
  return place;
}

/** A map of an object's content: neither a list nor a single value. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Owned as a whole: nothing below. */
export function isLeaf(fields: FieldSet): boolean {
  for (const _ in fields) return false;
  return true;
}

/**
 * Field sets speak of one version of a kind. What somebody has written in another version than that of the manifest is not lost only where
 * the object is taken over in the version that it was written in: a write in the other one would remove what has no name there. Pure.
 */
import type { JsonObject, KubeObject, ManagedFieldsEntry } from '../../api';
import type { FieldSet } from '../../api/object';
import { heldOf, unionOf } from '../../engine/internal';

/**
 * The API version in which these managers have written last. One of ours decides alone: it is left of an adoption that was broken off.
 * @param managers whose fields become ours
 */
export function writtenAs(live: KubeObject, managers: readonly string[], ours: string): string {
  const { apiVersion } = live;
  const entries = entriesOf(live, [...managers, ours]);
  const mine = entries.find(({ manager, operation }) => manager === ours && operation === 'Apply');
  // Within one second the other version may well be the later one, and loses nothing if it is not.
  const isSame = (entry: ManagedFieldsEntry): number => Number(entry.apiVersion === apiVersion);
  const [newest] = [...entries].sort((a, b) => (b.time ?? '').localeCompare(a.time ?? '') || isSame(a) - isSame(b));
  return (mine ?? newest)?.apiVersion ?? apiVersion;
}

/** A manifest in the version of the object: what these managers hold, in whatever version, where it has the same name in this one. */
export function heldContent(live: KubeObject, managers: readonly string[]): JsonObject {
  const fields = entriesOf(live, managers)
    .reduce<FieldSet>((all, { fieldsV1 = {} }) => unionOf(all, fieldsV1, true), {});
  const { 'f:metadata': _metadata, 'f:status': _status, ...content } = fields;
  return Object.keys(content).length === 0 ? {} : (heldOf(live, content) ?? {}) as JsonObject;
}

/** Those of these managers, but for subresources. */
export function entriesOf({ metadata: { managedFields = [] } }: KubeObject, managers: readonly string[]): readonly ManagedFieldsEntry[] {
  return managedFields.filter(({ manager = '', subresource = '' }) => subresource === '' && managers.includes(manager));
}

/**
 * Which changes of an object are the author's: in a new object beside the old one, the server and its controllers fill in values of its own
 * (names and uids in labels, addresses), and those say nothing about the package.
 */
import type { FieldSet, KubeObject } from '../../api';
import type { FieldChange } from './field-change';
import { itemText, type FieldPath } from './field-path';
import { below, belowItems, fieldSetOf } from './field-sets';

/** The changes of fields that a server-side apply holds in one of the two objects. */
export function authoredChanges(changes: readonly FieldChange[], live: KubeObject, wouldBe: KubeObject): readonly FieldChange[] {
  const applied = fieldSetOf(...[live, wouldBe].map(withoutUpdates));
  return changes.filter(({ path }) => holds(applied, path));
}

function withoutUpdates(object: KubeObject): KubeObject {
  const { managedFields = [] } = object.metadata;
  return { ...object, metadata: { ...object.metadata, managedFields: managedFields.filter(({ operation }) => operation === 'Apply') } };
}

/** The field, or something that it is a part of as one value. */
function holds(fields: FieldSet | undefined, [step, ...rest]: FieldPath): boolean {
  if (fields === undefined) return false;
  if (step === undefined || isWhole(fields)) return true;
  if (typeof step === 'string') return holds(below(fields, step), rest);
  if ('order' in step || Object.keys(step.item).length === 0) return true;
  return holds(belowItems(fields, Object.keys(step.item)).get(itemText(step.item)), rest);
}

function isWhole(fields: FieldSet): boolean {
  return Object.keys(fields).every((key) => key === '.');
}

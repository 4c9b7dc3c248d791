/** Questions about a configuration schema itself. */
import { asObject } from '../../api';
import type { Segment } from '../../issue';
import { ITEMS } from '../messages/wording';

/** Whether no property at all is allowed: such a bundle has no configuration. */
export function allowsNothing(schema: unknown): boolean {
  const node = asObject(schema);
  if (node === undefined) return schema === false;
  const properties = Object.values(asObject(node['properties']) ?? {});
  const closed = node['additionalProperties'] === false && Object.keys(asObject(node['patternProperties']) ?? {}).length === 0;
  return (closed && properties.every((property) => property === false)) || node['maxProperties'] === 0;
}

/**
 * Places where a schema names keys of an object and lets others pass, as paths (the root is empty). A free-form
 * object, which names none, is not among them, and neither are parts of combined schemas, which are open by nature.
 */
export function openPlaces(schema: unknown, path: readonly Segment[] = []): (readonly Segment[])[] {
  const node = asObject(schema);
  if (node === undefined) return [];
  const properties = asObject(node['properties']);
  const open = properties !== undefined && !('additionalProperties' in node) && !('patternProperties' in node) ? [path] : [];
  const below = Object.entries(properties ?? {}).flatMap(([key, value]) => openPlaces(value, [...path, key]));
  return [...open, ...below, ...openPlaces(node['items'], [...path, ITEMS])];
}

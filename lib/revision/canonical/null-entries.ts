/**
 * Null as an entry of a map or list of plain values. Elsewhere null is as good as absent; here the API server keeps the key or the
 * place and stores the type's empty value: `matchLabels: {app: null}` selects objects whose label is empty, not all objects.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import type { KindSchema, SchemaNode } from '../../schema/pack';
import type { Segment } from '../../issue';

type Path = readonly Segment[];

/** What the server stores for null as an entry of this type; null where it would refuse the object or the type is not known. */
export function storedForNull(node: SchemaNode): JsonValue {
  if (node.format === 'quantity') return '0';
  switch (node.type) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    default:
      return null;
  }
}

/** Paths of such nulls, each with what the server stores for it. The content of custom resources is not looked at. */
export function nullEntries(
  object: JsonObject, schema: KindSchema | undefined,
): readonly { readonly path: Path; readonly stored: JsonValue }[] {
  const found: { path: Path; stored: JsonValue }[] = [];
  const walk = (value: JsonValue | undefined, node: SchemaNode, path: Path): void => {
    if (Array.isArray(value)) {
      const { items } = node;
      if (items !== undefined) for (const [index, item] of (value as readonly JsonValue[]).entries()) entry(item, items, [...path, index]);
    } else if (isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (node.properties !== undefined && Object.hasOwn(node.properties, key)) {
          const child = node.properties[key];
          if (child !== undefined) walk(member, child, [...path, key]);
        } else if (typeof node.additional === 'object') entry(member, node.additional, [...path, key]);
      }
    }
  };
  const entry = (value: JsonValue, node: SchemaNode, path: Path): void => {
    if (value !== null) walk(value, node, path);
    else if (storedForNull(node) !== null) found.push({ path, stored: storedForNull(node) });
  };
  if (schema?.builtIn === true) {
    walk(object, schema.root, []);
    return found;
  }
  const { metadata } = object;
  for (const field of ['labels', 'annotations']) {
    const map = isJsonObject(metadata) ? metadata[field] : undefined;
    if (isJsonObject(map)) walk(map, { type: 'object', additional: { type: 'string' } }, ['metadata', field]);
  }
  return found;
}

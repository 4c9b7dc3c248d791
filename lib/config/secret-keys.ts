/** Which parts of a configuration must not be passed on, by the same rules by which messages leave values out. */
import { isJsonObject, type JsonObject, type JsonValue } from '../api';
import { readSchema } from './schema/schema-document';
import { escapePointer } from '../issue';
import { visit } from './schema/visits';

/**
 * Keys at the top of a configuration that are secret, or hold something secret at any depth. Without a
 * usable schema all are.
 *
 * @param config has been checked against the schema
 */
export function secretKeys(schema: unknown, config: JsonObject): ReadonlySet<string> {
  const document = readSchema(schema);
  if ('fault' in document) return new Set(Object.keys(config));
  const { isSecret } = visit(document, config);
  const holdsSecret = (value: JsonValue, pointer: string): boolean =>
    isSecret(pointer) || childrenOf(value).some(([key, child]) => holdsSecret(child, `${pointer}/${escapePointer(key)}`));
  return new Set(Object.entries(config).flatMap(([key, value]) => (holdsSecret(value, `/${escapePointer(key)}`) ? [key] : [])));
}

/**
 * JSON Pointers of the values of a configuration that its schema calls secret (`writeOnly`, `format: password`), or whose key does, the
 * outermost only. Without a usable schema nothing is known.
 */
export function secretPointers(schema: unknown, config: JsonObject): readonly string[] {
  const document = readSchema(schema);
  if ('fault' in document) return [];
  const { isSecret } = visit(document, config);
  const within = (value: JsonValue, pointer: string): readonly string[] => {
    if (pointer !== '' && isSecret(pointer)) return [pointer];
    return childrenOf(value).flatMap(([key, child]) => within(child, `${pointer}/${escapePointer(key)}`));
  };
  return within(config, '');
}

function childrenOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  return isJsonObject(value) || Array.isArray(value) ? Object.entries(value as JsonObject) : [];
}

/** From our schemas of Kubernetes kinds to JSON Schema draft-07, for parts of them that stand in a configuration. */
import type { JsonObject, JsonValue } from '../../../api';
import { defined } from '../../../defined';
import type { SchemaNode } from '../../../schema';

const QUANTITY = '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$';
const INT32 = { minimum: -2_147_483_648, maximum: 2_147_483_647 };

/**
 * Closed objects, so that a misspelt key is reported. Defaults are left out: they are the API server's to fill in.
 */
export function jsonSchemaOf(node: SchemaNode): JsonObject {
  if (node.format === 'quantity') return { type: ['string', 'number'], pattern: QUANTITY };
  if (node.format === 'int-or-string') return { type: ['integer', 'string'] };
  return {
    ...defined({ type: node.type, enum: node.enum }),
    ...(node.format === 'int32' ? INT32 : {}),
    ...(node.format === 'date-time' ? { format: 'date-time' } : {}),
    ...(node.items === undefined ? {} : { items: jsonSchemaOf(node.items) }),
    ...(node.type === 'object' && node.preserveUnknown !== true ? membersOf(node) : {}),
  };
}

function membersOf({ properties, required, additional }: SchemaNode): JsonObject {
  const members = Object.entries(properties ?? {}).map(([name, child]): [string, JsonValue] => [name, jsonSchemaOf(child)]);
  return {
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) }),
    ...(required === undefined || required.length === 0 ? {} : { required }),
    additionalProperties: additional === undefined ? false : additional === true ? true : jsonSchemaOf(additional),
  };
}

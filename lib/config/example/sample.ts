/** A value that a schema accepts, or nearly: what the user has to give stands as a placeholder. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { alwaysHolding } from '../schema/defaults';
import type { SchemaDocument } from '../schema/schema-document';
import { subschemasOf } from '../schema/subschemas';
import { isSecretSchema } from '../schema/visits';

/** Stands where only the user knows the value. It is no name of a namespace and no address, so forgetting it is noticed there. */
export const PLACEHOLDER = 'CHANGE-ME';

const MAX_LEVELS = 20;

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2030-01-01T00:00:00Z',
  'date': '2030-01-01',
  'time': '00:00:00Z',
  'duration': 'PT1H',
  'email': 'someone@example.com',
  'hostname': 'example.com',
  'ipv4': '192.0.2.1',
  'ipv6': '2001:db8::1',
  'uri': 'https://example.com',
  'uri-reference': 'https://example.com',
  'url': 'https://example.com',
  'uuid': '00000000-0000-4000-8000-000000000000',
};

/** The keyword of a schema, or of what holds with it. */
export function keywordOf(document: SchemaDocument, node: JsonValue, keyword: string): JsonValue | undefined {
  if (!isJsonObject(node)) return undefined;
  return alwaysHolding(document, node).find((schema) => schema[keyword] !== undefined)?.[keyword];
}

export function isSecretField(document: SchemaDocument, node: JsonValue): boolean {
  return isJsonObject(node) && alwaysHolding(document, node).some(isSecretSchema);
}

/** The default of a field; undefined for secrets, which are not shown. */
export function shownDefault(document: SchemaDocument, node: JsonValue): JsonValue | undefined {
  return isSecretField(document, node) ? undefined : keywordOf(document, node, 'default');
}

export interface Fields {
  readonly fields: ReadonlyMap<string, JsonValue>;
  readonly required: ReadonlySet<string>;
}

/** All fields that a schema names for an object, and which it requires; those of the first form of a combination only when asked for. */
export function fieldsOf(document: SchemaDocument, node: JsonValue, forms = false): Fields {
  const fields = new Map<string, JsonValue>();
  const required = new Set<string>();
  for (const schema of forms ? withFirstForms(document, node) : isJsonObject(node) ? alwaysHolding(document, node) : []) {
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    for (const [key, child] of Object.entries(properties)) if (child !== false && !fields.has(key)) fields.set(key, child);
    const names = Array.isArray(schema['required']) ? schema['required'] : [];
    for (const key of names) if (typeof key === 'string') required.add(key);
  }
  return { fields, required };
}

/** What a value is like; only what is required is in objects. */
export function sampleOf(document: SchemaDocument, node: JsonValue, level = 0): JsonValue {
  const chosen = shownDefault(document, node) ?? presetOf(document, node);
  if (chosen !== undefined) return chosen;
  if (level > MAX_LEVELS) return null;
  const schemas = withFirstForms(document, node);
  const keyword = (name: string): JsonValue | undefined => schemas.find((schema) => schema[name] !== undefined)?.[name];
  const number = (name: string): number | undefined => schemas.map((schema) => schema[name]).find((value) => typeof value === 'number');
  switch (typeNameOf(document, node, schemas)) {
    case 'object': {
      const { fields, required } = fieldsOf(document, node, true);
      return Object.fromEntries([...required].map((key) => [key, sampleOf(document, fields.get(key) ?? {}, level + 1)]));
    }
    case 'array': {
      const items = keyword('items');
      return Array.from({ length: Math.min(number('minItems') ?? 0, 5) }, () => sampleOf(document, items ?? {}, level + 1));
    }
    case 'boolean':
      return false;
    case 'integer':
    case 'number': {
      const step = number('multipleOf') ?? 1;
      const least = number('minimum') ?? (number('exclusiveMinimum') === undefined ? undefined : (number('exclusiveMinimum') ?? 0) + step);
      const most = number('maximum') ?? (number('exclusiveMaximum') === undefined ? undefined : (number('exclusiveMaximum') ?? 0) - step);
      return least ?? Math.min(0, most ?? 0);
    }
    case 'null':
      return null;
    default: {
      const format = keyword('format');
      return (typeof format === 'string' ? BY_FORMAT[format] : undefined) ?? PLACEHOLDER;
    }
  }
}

function presetOf(document: SchemaDocument, node: JsonValue): JsonValue | undefined {
  const schemas = withFirstForms(document, node);
  const isFilled = (list: JsonValue | undefined): list is readonly JsonValue[] => Array.isArray(list) && list.length > 0;
  const first = (keyword: string): JsonValue | undefined => schemas.map((schema) => schema[keyword]).find(isFilled)?.[0];
  const shown = isSecretField(document, node) ? undefined : first('examples');
  return shown ?? schemas.find((schema) => schema['const'] !== undefined)?.['const'] ?? first('enum');
}

/** A schema with what holds in any case, and the first form of each combination. */
function withFirstForms(document: SchemaDocument, node: JsonValue): JsonObject[] {
  if (!isJsonObject(node)) return [];
  return alwaysHolding(document, node).flatMap((schema) => {
    const forms = subschemasOf(schema)
      .filter(({ keyword, pointer }) => (keyword === 'anyOf' || keyword === 'oneOf') && pointer.endsWith('/0'));
    return [schema, ...forms.flatMap(({ node: form }) => withFirstForms(document, form))];
  });
}

/** The first type that is allowed and is not null; without one, what other keywords speak of. */
function typeNameOf(document: SchemaDocument, node: JsonValue, schemas: readonly JsonObject[]): string {
  const type = schemas.map((schema) => schema['type']).find((value) => value !== undefined);
  const names = typeof type === 'string' ? [type] : Array.isArray(type) ? (type as readonly string[]) : [];
  const [name] = names.filter((other) => other !== 'null');
  if (name !== undefined) return name;
  if (names.length > 0) return 'null';
  if (fieldsOf(document, node, true).fields.size > 0) return 'object';
  return schemas.some((schema) => schema['items'] !== undefined) ? 'array' : 'string';
}

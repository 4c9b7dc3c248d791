/** Values that an author gives beside the schema, as charts have them in `values.yaml`: what they add to what the schema says. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { type Fields, fieldsOf } from './sample';
import type { SchemaDocument } from '../schema/schema-document';

export interface GivenFields extends Fields {
  /** The author's value of a field; undefined where there is none. */
  valueOf(key: string): JsonValue | undefined;
}

/**
 * Fields that a schema names, and those that only have a value, with what the value tells of them. What has a value need not be given.
 * @param values those of the object that the fields are of
 */
export function givenFieldsOf(document: SchemaDocument, node: JsonValue, values: JsonValue | undefined): GivenFields {
  const { fields, required } = fieldsOf(document, node);
  const own: JsonObject = isJsonObject(values) ? values : {};
  const valueOf = (key: string): JsonValue | undefined =>
    (Object.hasOwn(own, key) ? (own[key] ?? undefined) : undefined);
  const further = Object.entries(own).filter(([key]) => !fields.has(key)).map(([key, value]): [string, JsonValue] =>
    [key, schemaOfValue(key, value)]);
  return {
    fields: new Map([...fields, ...further]),
    required: new Set([...required].filter((key) => valueOf(key) === undefined)),
    valueOf,
  };
}

/** Names of values that are secret, so that not even an example shows them. */
const SECRET = /passw(?:or)?d|secret|token|private_?key|api_?key/i;

function schemaOfValue(key: string, value: JsonValue): JsonValue {
  if (value === null) return {};
  if (typeof value === 'string') return { type: 'string', ...(value !== '' && SECRET.test(key) ? { writeOnly: true } : {}) };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  return { type: isJsonObject(value) ? 'object' : 'array' };
}

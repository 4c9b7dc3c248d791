/**
 * Schemas of other libraries, by the interfaces Standard Schema and Standard JSON Schema (https://standardschema.dev). What counts is the
 * JSON Schema that they give; they may fill in defaults and check more, but not change what they are given.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { messageOf } from '../../errors';
import { formatPointer } from '../../issue';
import type { SchemaFault } from './schema-fault';

/** The dialect that is asked for: both versions that a library should speak are understood here, and this one is read without `$schema`. */
const TARGET = 'draft-07';

/** What is behind `~standard`, whatever of it is there. */
export interface Standard {
  readonly vendor: string;
  readonly validate?: (value: unknown) => unknown;
  readonly jsonSchema?: Readonly<Partial<Record<'input' | 'output', (options: { readonly target: string }) => unknown>>>;
}

/** Undefined for plain JSON Schema, and for what is no schema at all. */
export function standardOf(schema: unknown): Standard | undefined {
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function') || !('~standard' in schema)) return undefined;
  const standard: Partial<Standard> = Object(schema['~standard']);
  return { ...standard, vendor: typeof standard.vendor === 'string' ? standard.vendor : 'its library' };
}

type Said =
  | { readonly schema: unknown; readonly fault?: never }
  | { readonly schema?: never; readonly fault: SchemaFault };

/** The JSON Schema of what an author gave as schema: itself, when it is one. */
export function jsonSchemaOf(schema: unknown): Said {
  const standard = standardOf(schema);
  if (standard === undefined) return { schema };
  const { vendor, jsonSchema } = standard;
  if (jsonSchema?.input === undefined || jsonSchema.output === undefined) return { fault: { fault: 'no-json-schema', vendor } };
  try {
    const given = plain(jsonSchema.input({ target: TARGET }));
    const changed: string[] = [];
    const closed = withClosed(given, plain(jsonSchema.output({ target: TARGET })), '', changed);
    const [pointer] = changed;
    return pointer === undefined ? { schema: closed } : { fault: { fault: 'transforms', pointer } };
  } catch (error) {
    return { fault: { fault: 'no-json-schema', vendor, reason: messageOf(error).slice(0, 500) } };
  }
}

function plain(schema: unknown): JsonValue {
  return JSON.parse(JSON.stringify(schema)) as JsonValue;
}

/** Keywords whose values are schemas by name. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

/**
 * The schema of what is given, closed where that of what comes out is: a key that a library drops without a word is a misspelt one.
 * @param changed places where they differ in another way than by defaults
 */
function withClosed(given: JsonValue, made: JsonValue | undefined, pointer: string, changed: string[], isMap = false): JsonValue {
  if (Array.isArray(given)) {
    const items = given as readonly JsonValue[];
    if (!Array.isArray(made) || made.length !== items.length) changed.push(pointer);
    return items.map((item, at) => withClosed(item, (made as readonly JsonValue[] | undefined)?.[at], `${pointer}/${at}`, changed));
  }
  if (!isJsonObject(given) || !isJsonObject(made)) {
    if (given !== made) changed.push(pointer);
    return given;
  }
  const keys = new Set([...Object.keys(given), ...Object.keys(made)]);
  const entries = [...keys].flatMap((key): [string, JsonValue][] => {
    const [before, after] = [given[key], made[key]];
    if (!isMap && key === 'default') return before === undefined ? [] : [[key, before]];
    if (!isMap && key === 'required') {
      if (!onlyDefaultsRequired(given, made)) changed.push(pointer);
      return before === undefined ? [] : [[key, before]];
    }
    if (!isMap && key === 'additionalProperties' && before === undefined && after === false) return [[key, false]];
    if (before === undefined) {
      changed.push(pointer);
      return [];
    }
    const below = `${pointer}${formatPointer([key])}`;
    return [[key, withClosed(before, after, below, changed, !isMap && MAPS.has(key))]];
  });
  return Object.fromEntries(entries);
}

/** Whether what is always there in the end was required, or has a default. */
function onlyDefaultsRequired(given: JsonObject, made: JsonObject): boolean {
  const before = new Set(listOf(given['required']));
  const after = new Set(listOf(made['required']));
  const properties = given['properties'];
  const hasDefault = (key: JsonValue): boolean => {
    const property = isJsonObject(properties) && typeof key === 'string' ? properties[key] : undefined;
    return isJsonObject(property) && 'default' in property;
  };
  return [...before].every((key) => after.has(key)) && [...after].every((key) => before.has(key) || hasDefault(key));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value as readonly JsonValue[] : [];
}

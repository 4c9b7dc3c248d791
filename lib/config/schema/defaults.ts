/**
 * Filling in defaults. They are taken from everything that holds whatever the rest of the configuration says: properties, items, allOf,
 * `$ref` (also with other keywords beside it). What holds only under a condition (anyOf, oneOf, if, dependentSchemas) fills in nothing.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { escapePointer } from '../../issue';
import { SchemaRefusal } from './refusal';
import type { SchemaDocument } from './schema-document';
import { subschemasOf } from './subschemas';

/** Looks at a schema and a value that are spent on filling in. */
const MAX_LOOKS = 50_000;
const MAX_LEVELS = 100;

export interface Filled {
  readonly value: JsonValue;
  /** JSON pointers of what was filled in. */
  readonly filled: readonly string[];
}

/** @throws SchemaRefusal when defaults fill in themselves without end */
export function fillDefaults(document: SchemaDocument, config: JsonValue): Filled {
  const filled: string[] = [];
  let looks = 0;
  const fill = (node: JsonValue | undefined, value: JsonValue, pointer: string, level: number): JsonValue => {
    if (!isJsonObject(node) || typeof value !== 'object' || value === null) return value;
    if (++looks > MAX_LOOKS || level > MAX_LEVELS) throw new SchemaRefusal({ fault: 'endless-defaults' });
    return alwaysHolding(document, node).reduce<JsonValue>((result, schema) => fillBy(schema, result, pointer, level), value);
  };
  const fillBy = (node: JsonObject, value: JsonValue, pointer: string, level: number): JsonValue => {
    if (Array.isArray(value)) return fillItems(node, value as readonly JsonValue[], pointer, level);
    if (!isJsonObject(value)) return value;
    const result = new Map(Object.entries(value));
    const properties = isJsonObject(node['properties']) ? node['properties'] : {};
    for (const [key, schema] of Object.entries(properties)) {
      const below = `${pointer}/${escapePointer(key)}`;
      const given = result.get(key) ?? (result.has(key) ? null : undefined);
      const preset = given === undefined ? defaultOf(document, schema) : undefined;
      if (preset !== undefined) filled.push(below);
      const start = given ?? (given === undefined ? preset : null);
      if (start !== undefined) result.set(key, fill(schema, start, below, level + 1));
    }
    for (const { node: schema, target } of subschemasOf(node)) {
      if (target.kind !== 'pattern' && target.kind !== 'other-properties') continue;
      for (const [key, given] of result) {
        const isOther = !Object.hasOwn(properties, key) && !matchesPattern(document, node, key);
        const holds = target.kind === 'pattern' ? document.patterns.compile(target.pattern).test(key) : isOther;
        if (holds) result.set(key, fill(schema, given, `${pointer}/${escapePointer(key)}`, level + 1));
      }
    }
    return Object.fromEntries(result);
  };
  const fillItems = (node: JsonObject, value: readonly JsonValue[], pointer: string, level: number): readonly JsonValue[] =>
    subschemasOf(node).reduce<readonly JsonValue[]>((items, { node: schema, target, keyword }) => {
      if (keyword === 'contains' || (target.kind !== 'item' && target.kind !== 'items')) return items;
      return items.map((item, index) => {
        const holds = target.kind === 'item' ? index === target.index : index >= target.from;
        return holds ? fill(schema, item, `${pointer}/${index}`, level + 1) : item;
      });
    }, value);
  return { value: fill(document.root, config, '', 0), filled };
}

function matchesPattern(document: SchemaDocument, node: JsonObject, key: string): boolean {
  const patterns = isJsonObject(node['patternProperties']) ? Object.keys(node['patternProperties']) : [];
  return patterns.some((pattern) => document.patterns.compile(pattern).test(key));
}

/** A copy of the default of a property: its own, or that of what it refers to. */
function defaultOf(document: SchemaDocument, node: JsonValue): JsonValue | undefined {
  if (!isJsonObject(node)) return undefined;
  const preset = alwaysHolding(document, node).find((schema) => schema['default'] !== undefined)?.['default'];
  return preset === undefined ? undefined : (JSON.parse(JSON.stringify(preset)) as JsonValue);
}

/** A schema with all that hold for the same value together with it: references and allOf, in this order. Loops have been refused before. */
export function alwaysHolding(document: SchemaDocument, node: JsonObject): JsonObject[] {
  const found = new Set<JsonObject>();
  const add = (schema: JsonValue | undefined): void => {
    if (!isJsonObject(schema) || found.has(schema)) return;
    found.add(schema);
    add(document.target(schema));
    for (const child of subschemasOf(schema)) if (child.keyword === 'allOf') add(child.node);
  };
  add(node);
  return [...found];
}

/** A default where it stands. */
export interface Preset {
  readonly node: JsonObject;
  /** JSON pointer of the schema that has it. */
  readonly pointer: string;
  readonly preset: JsonValue;
  /** False: it is never filled in, because it stands under a condition, in an item, or at the root. */
  readonly used: boolean;
}

/** All defaults of a schema. */
export function presetsOf(document: SchemaDocument): readonly Preset[] {
  const used = new Set<JsonObject>();
  const seen = new Set<JsonObject>();
  const reach = (node: JsonValue): void => {
    if (!isJsonObject(node)) return;
    for (const schema of alwaysHolding(document, node)) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      for (const { node: child, target, keyword } of subschemasOf(schema)) {
        if (target.kind === 'property' && isJsonObject(child)) for (const held of alwaysHolding(document, child)) used.add(held);
        if (target.kind !== 'same' && target.kind !== 'none' && target.kind !== 'key' && keyword !== 'contains') reach(child);
      }
    }
  };
  reach(document.root);
  const presets: Preset[] = [];
  const collect = (node: JsonValue): void => {
    if (!isJsonObject(node)) return;
    if (node['default'] !== undefined) {
      presets.push({ node, pointer: document.pointerOf(node) ?? '', preset: node['default'], used: used.has(node) });
    }
    for (const child of subschemasOf(node)) collect(child.node);
  };
  collect(document.root);
  return presets;
}

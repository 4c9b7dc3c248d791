/** A configuration schema, checked and within limits, with its references resolved. Nothing is ever fetched. */
import { isJsonObject, type JsonObject, type JsonValue } from '../api';
import { messageOf } from '../errors';
import { type Dialect, dialectOf, translateDraft04 } from './dialect';
import { findLoop } from './loops';
import { Patterns } from './patterns';
import { subschemasOf } from './subschemas';

/** What a schema may have at most; the largest of a real operator or chart that was looked at has a tenth of it. */
export const SCHEMA_LIMITS = {
  /** Characters as compact JSON. */
  characters: 1024 * 1024,
  /** Levels of nesting of JSON, two a schema. */
  depth: 200,
  /** Schemas within the schema. */
  nodes: 10_000,
  /** Uses of `$ref`. */
  references: 2000,
  /** Forms of one anyOf or oneOf. */
  forms: 500,
} as const;

export interface SchemaDocument {
  readonly root: JsonObject | boolean;
  readonly dialect: Dialect;
  readonly patterns: Patterns;
  /** JSON pointer of a schema of this document, as a fragment: empty for the root. */
  pointerOf(node: JsonObject): string | undefined;
  /** What `$ref` (or its dynamic kinds) of a schema leads to. */
  target(node: JsonObject): JsonValue | undefined;
}

export type ReadSchema = SchemaDocument | { readonly problem: string; readonly hint: string };

/** A copy of a schema to work with, or why it cannot be used, as a part of a sentence. */
export function readSchema(schema: unknown): ReadSchema {
  const dialect = dialectOf(schema);
  if (dialect === undefined) {
    const name = JSON.stringify((schema as JsonObject)['$schema']).slice(0, 200);
    return refuse(`it uses JSON Schema ${name}`, 'Write it in draft-07 (http://json-schema.org/draft-07/schema#) or 2020-12 (https://json-schema.org/draft/2020-12/schema).');
  }
  const copy = copyOf(schema);
  if ('problem' in copy) return copy;
  const root = copy.value;
  if (isJsonObject(root) && dialect === 'draft-04') translateDraft04(root);
  const index = new Index();
  if (isJsonObject(root)) index.add(root, '', ROOT);
  if (index.problem !== undefined) return index.problem;
  const loop = isJsonObject(root) ? findLoop(root, (node) => index.target(node)) : undefined;
  if (loop !== undefined) return refuse(`at ${at(index.pointerOf(loop))} it refers to itself without going into a field, so checking would never end`, 'Let the reference stand for a field or an item.');
  return { root, dialect, patterns: index.patterns, pointerOf: (node) => index.pointerOf(node), target: (node) => index.target(node) };
}

/** Any base: only what is in the document is ever found. */
const ROOT = 'schema://document/';

function copyOf(schema: unknown): { readonly value: JsonObject | boolean } | { readonly problem: string; readonly hint: string } {
  if (typeof schema === 'boolean') return { value: schema };
  if (deeperThan(schema, SCHEMA_LIMITS.depth)) return refuse(`it is nested deeper than ${SCHEMA_LIMITS.depth} levels`, 'Give parts of it names under definitions and refer to them.');
  const text = JSON.stringify(schema) as string | undefined;
  if (text === undefined || text[0] !== '{') return refuse('it is no object', 'A schema is an object, or true or false.');
  if (text.length > SCHEMA_LIMITS.characters) return refuse(`it has more than ${SCHEMA_LIMITS.characters} characters`, 'Leave out what no configuration needs.');
  return { value: JSON.parse(text) as JsonObject };
}

/** Recursion ends at the limit, also for objects that contain themselves. */
export function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => deeperThan(child, levels - 1));
}

/** All schemas of a document by where they are and what they are called. */
class Index {
  readonly patterns = new Patterns();
  problem: { readonly problem: string; readonly hint: string } | undefined;
  private readonly places = new Map<JsonObject, { readonly pointer: string; readonly base: string }>();
  private readonly named = new Map<string, JsonObject>();
  private references = 0;

  pointerOf(node: JsonObject): string | undefined {
    return this.places.get(node)?.pointer;
  }

  add(node: JsonObject, pointer: string, around: string): void {
    if (this.problem !== undefined) return;
    const base = resolve(node['$id'], around) ?? around;
    this.places.set(node, { pointer, base });
    if (pointer === '') this.named.set(ROOT, node);
    if (typeof node['$id'] === 'string') this.named.set(base, node);
    for (const anchor of [node['$anchor'], node['$dynamicAnchor']]) if (typeof anchor === 'string') this.named.set(`${withoutFragment(base)}#${anchor}`, node);
    this.problem = this.problemOf(node, pointer);
    const mutable = node as Record<string, unknown>;
    // Of the whole document; ajv would look each of them up.
    delete mutable['$schema'];
    // A word of OpenAPI, which says nothing where every type is allowed.
    if (node['type'] === undefined) delete mutable['nullable'];
    for (const child of subschemasOf(node)) if (isJsonObject(child.node)) this.add(child.node, `${pointer}${child.pointer}`, base);
  }

  private problemOf(node: JsonObject, pointer: string): { readonly problem: string; readonly hint: string } | undefined {
    const { nodes, forms, references } = SCHEMA_LIMITS;
    if (this.places.size > nodes) return refuse(`it has more than ${nodes} schemas within it`, 'Leave out what no configuration needs.');
    const branches = ['anyOf', 'oneOf'].find((keyword) => Array.isArray(node[keyword]) && node[keyword].length > forms);
    if (branches !== undefined) return refuse(`${branches} at ${at(pointer)} has more than ${forms} forms`, 'A choice of values is an enum.');
    if (refOf(node) !== undefined && ++this.references > references) return refuse(`it uses $ref more than ${references} times`, 'Leave out what no configuration needs.');
    const names = [node['properties'], node['patternProperties'], node['dependencies'], node['dependentSchemas'], node['definitions'], node['$defs']];
    if (names.some((map) => isJsonObject(map) && Object.hasOwn(map, '__proto__'))) return refuse(`at ${at(pointer)} it names a key __proto__`, 'Choose another name.');
    const patterns = [node['pattern'], ...Object.keys(isJsonObject(node['patternProperties']) ? node['patternProperties'] : {})];
    for (const pattern of patterns) {
      const why = typeof pattern === 'string' ? this.refusedPattern(pattern) : undefined;
      if (why !== undefined) return refuse(`the pattern ${JSON.stringify(pattern).slice(0, 80)} at ${at(pointer)} ${why}`, 'Write it in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax).');
    }
    const foreign = typeof node['$schema'] === 'string' && pointer !== '' && dialectOf(node) === undefined;
    return foreign ? refuse(`the part at ${at(pointer)} uses JSON Schema ${JSON.stringify(node['$schema']).slice(0, 200)}`, 'Use one version for all of it.') : undefined;
  }

  private refusedPattern(pattern: string): string | undefined {
    try {
      this.patterns.compile(pattern);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  target(node: JsonObject): JsonValue | undefined {
    const ref = refOf(node);
    const place = this.places.get(node);
    const address = ref === undefined || place === undefined ? undefined : resolve(ref, place.base);
    if (address === undefined) return undefined;
    const [document = '', fragment = ''] = address.split('#', 2);
    if (this.named.has(address)) return this.named.get(address);
    const start = this.named.get(document) ?? this.named.get(`${document}#`);
    if (start === undefined) return undefined;
    const path = safeDecode(fragment);
    if (path === '') return start;
    return path.startsWith('/') ? path.slice(1).split('/').reduce<JsonValue | undefined>(into, start) : undefined;
  }
}

function into(node: JsonValue | undefined, part: string): JsonValue | undefined {
  const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
  if (Array.isArray(node)) return (node as readonly JsonValue[])[Number(key)];
  return isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

/** `$dynamicRef` and `$recursiveRef` are followed to where they lead in this document. */
export function refOf(node: JsonObject): string | undefined {
  return [node['$ref'], node['$dynamicRef'], node['$recursiveRef']].find((ref) => typeof ref === 'string');
}

function resolve(reference: unknown, base: string): string | undefined {
  if (typeof reference !== 'string') return undefined;
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A place of a schema for people. */
export function at(pointer: string | undefined): string {
  return pointer === undefined || pointer === '' ? 'its root' : `#${pointer.slice(0, 200)}`;
}

function refuse(problem: string, hint: string): { readonly problem: string; readonly hint: string } {
  return { problem, hint };
}


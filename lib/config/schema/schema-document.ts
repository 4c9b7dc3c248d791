/** A configuration schema, checked and within limits, with its references resolved. Nothing is ever fetched. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { unescapePointer } from '../../issue';
import { Budget, patternsOf, SCHEMA_LIMITS } from './budget';
import { type Dialect, dialectOf, translateDraft04 } from './dialect';
import { findLoop } from './loops';
import { Patterns } from './patterns';
import { PatternRefusal } from './refusal';
import type { PatternFault, SchemaFault } from './schema-fault';
import { subschemasOf } from './subschemas';

export interface SchemaDocument {
  readonly root: JsonObject | boolean;
  readonly dialect: Dialect;
  readonly patterns: Patterns;
  /** JSON pointer of a schema of this document, as a fragment: empty for the root. */
  pointerOf(node: JsonObject): string | undefined;
  /** What `$ref` (or its dynamic kinds) of a schema leads to. */
  target(node: JsonObject): JsonValue | undefined;
}

/** A copy of a schema to work with, or why it cannot be used. */
export type ReadSchema = SchemaDocument | SchemaFault;

export function readSchema(schema: unknown): ReadSchema {
  const dialect = dialectOf(schema);
  if (dialect === undefined) {
    return { fault: 'dialect', dialect: nameOfDialect(schema as JsonObject) };
  }
  const copy = copyOf(schema);
  if ('fault' in copy) return copy;
  const root = copy.value;
  if (isJsonObject(root) && dialect === 'draft-04') translateDraft04(root);
  const index = new Index();
  if (isJsonObject(root)) index.add(root, '', ROOT);
  if (index.fault !== undefined) return index.fault;
  const loop = isJsonObject(root) ? findLoop(root, (node) => index.target(node)) : undefined;
  if (loop !== undefined) return { fault: 'endless', pointer: index.pointerOf(loop) ?? '' };
  return { root, dialect, patterns: index.patterns, pointerOf: (node) => index.pointerOf(node), target: (node) => index.target(node) };
}

/** Any base: only what is in the document is ever found. */
const ROOT = 'schema://document/';

function copyOf(schema: unknown): { readonly value: JsonObject | boolean } | SchemaFault {
  if (typeof schema === 'boolean') return { value: schema };
  if (deeperThan(schema, SCHEMA_LIMITS.depth)) return { fault: 'too-deep', limit: SCHEMA_LIMITS.depth };
  const text = JSON.stringify(schema) as string | undefined;
  if (text === undefined || text[0] !== '{') return { fault: 'no-object' };
  if (text.length > SCHEMA_LIMITS.characters) return { fault: 'too-long', limit: SCHEMA_LIMITS.characters };
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
  fault: SchemaFault | undefined;
  private readonly places = new Map<JsonObject, { readonly pointer: string; readonly base: string }>();
  private readonly named = new Map<string, JsonObject>();
  private readonly budget = new Budget();

  pointerOf(node: JsonObject): string | undefined {
    return this.places.get(node)?.pointer;
  }

  add(node: JsonObject, pointer: string, around: string): void {
    if (this.fault !== undefined) return;
    const base = resolve(node['$id'], around) ?? around;
    this.places.set(node, { pointer, base });
    if (pointer === '') this.named.set(ROOT, node);
    if (typeof node['$id'] === 'string') this.named.set(base, node);
    for (const anchor of [node['$anchor'], node['$dynamicAnchor']]) {
      if (typeof anchor === 'string') this.named.set(`${withoutFragment(base)}#${anchor}`, node);
    }
    this.fault = this.faultOf(node, pointer);
    const mutable = node as Record<string, unknown>;
    // Of the whole document; ajv would look each of them up.
    delete mutable['$schema'];
    // A word of OpenAPI, which says nothing where every type is allowed.
    if (node['type'] === undefined) delete mutable['nullable'];
    for (const child of subschemasOf(node)) if (isJsonObject(child.node)) this.add(child.node, `${pointer}${child.pointer}`, base);
  }

  private faultOf(node: JsonObject, pointer: string): SchemaFault | undefined {
    const tooMuch = this.budget.spend(node, pointer, refOf(node) !== undefined);
    if (tooMuch !== undefined) return tooMuch;
    const names = [
      node['properties'],
      node['patternProperties'],
      node['dependencies'],
      node['dependentSchemas'],
      node['definitions'],
      node['$defs'],
    ];
    if (names.some((map) => isJsonObject(map) && Object.hasOwn(map, '__proto__'))) return { fault: 'key-proto', pointer };
    for (const pattern of patternsOf(node)) {
      const why = this.faultOfPattern(pattern);
      if (why !== undefined) return { fault: 'pattern', pattern, pointer, why };
    }
    const foreign = typeof node['$schema'] === 'string' && pointer !== '' && dialectOf(node) === undefined;
    return foreign ? { fault: 'mixed-dialects', pointer, dialect: nameOfDialect(node) } : undefined;
  }

  private faultOfPattern(pattern: string): PatternFault | undefined {
    try {
      this.patterns.compile(pattern);
      return undefined;
    } catch (error) {
      if (error instanceof PatternRefusal) return error.fault;
      throw error;
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
  const key = unescapePointer(part);
  if (Array.isArray(node)) return (node as readonly JsonValue[])[Number(key)];
  return isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

/** `$dynamicRef` and `$recursiveRef` are followed to where they lead in this document. */
function refOf(node: JsonObject): string | undefined {
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

function nameOfDialect(schema: JsonObject): string {
  return JSON.stringify(schema['$schema']).slice(0, 200);
}


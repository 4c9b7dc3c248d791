/**
 * What a schema may cost, counted before anything is made of it. The validator turns a schema into code, which takes a third of a
 * millisecond and 20 KiB for each schema within it, and each entry of its lists costs again.
 */
import { isJsonObject, type JsonObject } from '../../api';
import type { SchemaFault } from './schema-fault';

/** What a schema may have at most; the largest of a real operator or chart that was looked at has a quarter of it. */
export const SCHEMA_LIMITS = {
  /** Characters as compact JSON. */
  characters: 1024 * 1024,
  /** Levels of nesting of JSON, two a schema. */
  depth: 200,
  /** Schemas within the schema. */
  nodes: 4000,
  /** Uses of `$ref`. */
  references: 1000,
  /** Keywords of all of them, annotations apart. */
  keywords: 12_000,
  /** Forms of one anyOf or oneOf. */
  forms: 500,
  /** Entries of required, dependencies, dependentRequired and enum, in all. */
  entries: 10_000,
  /** Patterns. */
  patterns: 1000,
  /** Schemas beside unevaluatedProperties and unevaluatedItems, which have to know what each of them has looked at. */
  unevaluated: 500,
} as const;

const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', '$comment']);

/** Entries of one enum, times its characters: that no two are equal is checked by comparing each with each. */
const MAX_ENUM_WORK = 20_000_000;

/** Counts the schemas within one schema as they are found. */
export class Budget {
  private nodes = 0;
  private references = 0;
  private keywords = 0;
  private entries = 0;
  private patterns = 0;
  private usesUnevaluated = false;

  /** Why the schema costs too much, with this part of it. */
  spend(node: JsonObject, pointer: string, hasReference: boolean): SchemaFault | undefined {
    const { nodes, forms, references, keywords, entries, patterns, unevaluated } = SCHEMA_LIMITS;
    this.nodes += 1;
    this.keywords += Object.keys(node).filter((keyword) => !ANNOTATIONS.has(keyword)).length;
    if (hasReference) this.references += 1;
    this.entries += entriesOf(node);
    this.patterns += patternsOf(node).length;
    this.usesUnevaluated ||= isJsonObject(node['unevaluatedProperties']) || isJsonObject(node['unevaluatedItems'])
      || node['unevaluatedProperties'] === false || node['unevaluatedItems'] === false;
    if (this.nodes > nodes) return { fault: 'too-many-schemas', limit: nodes };
    if (this.usesUnevaluated && this.nodes > unevaluated) return { fault: 'too-many-unevaluated', limit: unevaluated };
    const keyword = ['anyOf', 'oneOf'].find((branches) => Array.isArray(node[branches]) && node[branches].length > forms);
    if (keyword !== undefined) return { fault: 'too-many-forms', keyword, pointer, limit: forms };
    if (this.references > references) return { fault: 'too-many-references', limit: references };
    if (this.keywords > keywords) return { fault: 'too-many-keywords', limit: keywords };
    if (this.entries > entries) return { fault: 'too-many-entries', limit: entries };
    if (this.patterns > patterns) return { fault: 'too-many-patterns', limit: patterns };
    return isHeavyEnum(node['enum']) ? { fault: 'large-enum', pointer } : undefined;
  }
}

/** Patterns that a schema itself has, for values and for keys. */
export function patternsOf(node: JsonObject): readonly string[] {
  const own = node['pattern'];
  const ofKeys = node['patternProperties'];
  return [...(typeof own === 'string' ? [own] : []), ...(isJsonObject(ofKeys) ? Object.keys(ofKeys) : [])];
}

function entriesOf(node: JsonObject): number {
  const lists = [node['required'], node['enum']];
  const maps = [node['dependencies'], node['dependentRequired']].filter((map) => isJsonObject(map)).flatMap((map) => Object.values(map));
  return [...lists, ...maps].reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length + 1 : 0), 0);
}

function isHeavyEnum(values: unknown): boolean {
  return Array.isArray(values) && values.length > 1 && values.length * JSON.stringify(values).length > MAX_ENUM_WORK;
}

/** Where schemas stand within a schema: the one list of keywords that everything here walks by. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { escapePointer } from '../../issue';

/** What a subschema says something about, seen from the value that its parent is about. */
export type Target =
  /** The same value. */
  | { readonly kind: 'same' }
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'other-properties' }
  | { readonly kind: 'item'; readonly index: number }
  /** Items from this index on. */
  | { readonly kind: 'items'; readonly from: number }
  /** Names of keys. */
  | { readonly kind: 'key' }
  /** Nothing by itself: a definition. */
  | { readonly kind: 'none' };

export interface Subschema {
  /** Anything: whether it is a schema has to be seen. */
  readonly node: JsonValue;
  /** JSON pointer from the parent, with `/` at its beginning. */
  readonly pointer: string;
  readonly keyword: string;
  readonly target: Target;
}

const SAME: Target = { kind: 'same' };

/** Keywords with one schema. */
const SINGLE: Readonly<Record<string, Target>> = {
  not: SAME,
  if: SAME,
  then: SAME,
  else: SAME,
  additionalProperties: { kind: 'other-properties' },
  unevaluatedProperties: { kind: 'other-properties' },
  propertyNames: { kind: 'key' },
  contains: { kind: 'items', from: 0 },
  unevaluatedItems: { kind: 'items', from: 0 },
};

/** Keywords with a schema for each key. */
const MAPS: Readonly<Record<string, (key: string) => Target>> = {
  properties: (name) => ({ kind: 'property', name }),
  patternProperties: (pattern) => ({ kind: 'pattern', pattern }),
  dependentSchemas: () => SAME,
  dependencies: () => SAME,
  definitions: () => ({ kind: 'none' }),
  $defs: () => ({ kind: 'none' }),
};

const COMBINATIONS = new Set(['allOf', 'anyOf', 'oneOf']);

/** All schemas that stand directly within a schema, `$ref` apart. */
export function subschemasOf(node: JsonObject): Subschema[] {
  return Object.entries(node).flatMap(([keyword, value]): Subschema[] => {
    const list = (target: (index: number) => Target): Subschema[] =>
      (value as readonly JsonValue[]).map((child, index) => ({
        node: child,
        pointer: `/${keyword}/${index}`,
        keyword,
        target: target(index),
      }));
    const single = SINGLE[keyword];
    if (single !== undefined) return [{ node: value, pointer: `/${keyword}`, keyword, target: single }];
    const map = MAPS[keyword];
    if (map !== undefined && isJsonObject(value)) {
      // The other shape of dependencies is a list of keys.
      const members = Object.entries(value).filter(([, child]) => keyword !== 'dependencies' || !Array.isArray(child));
      return members.map(([key, child]) => ({ node: child, pointer: `/${keyword}/${escapePointer(key)}`, keyword, target: map(key) }));
    }
    if (COMBINATIONS.has(keyword) && Array.isArray(value)) return list(() => SAME);
    if (keyword === 'prefixItems' && Array.isArray(value)) return list((index) => ({ kind: 'item', index }));
    if (keyword === 'items') {
      if (Array.isArray(value)) return list((index) => ({ kind: 'item', index }));
      return [{ node: value, pointer: '/items', keyword, target: { kind: 'items', from: lengthOf(node['prefixItems']) } }];
    }
    if (keyword === 'additionalItems') {
      return [{ node: value, pointer: '/additionalItems', keyword, target: { kind: 'items', from: lengthOf(node['items']) } }];
    }
    return [];
  });
}

function lengthOf(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Numbers that the API server itself keeps as doubles: a larger integer there loses nothing by being read as one. */
import { isDefinition } from './definition';
import { isJsonObject } from './object';

type Segment = string | number;

/** Keywords of a schema whose values are doubles in the API (`JSONSchemaProps`); lengths and counts are not among them. */
const BOUNDS: ReadonlySet<Segment> = new Set(['maximum', 'minimum', 'multipleOf']);

/** Keywords that hold one schema, schemas by name, and lists of schemas. */
const ONE: ReadonlySet<Segment> = new Set(['items', 'additionalProperties', 'additionalItems', 'not']);
const SEVERAL: ReadonlySet<Segment> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  'dependencies',
  'allOf',
  'anyOf',
  'oneOf',
]);

/** Where the schemas of a definition are: `*` is any entry. */
const SCHEMAS: readonly (readonly Segment[])[] = [
  ['spec', 'versions', '*', 'schema', 'openAPIV3Schema'],
  ['spec', 'validation', 'openAPIV3Schema'],
];

/**
 * Is this the bound of a schema in a CustomResourceDefinition? What stands in a default, an example or an enumeration is none: the server
 * keeps these as they are written.
 *
 * @param root a document: the definition itself, or a List around it
 * @param path of a number in it
 */
export function isSchemaBound(root: unknown, path: readonly Segment[]): boolean {
  let node = root;
  for (let depth = 0; depth < path.length; depth++) {
    if (isJsonObject(node) && isDefinition(node)) return isBoundOfDefinition(path.slice(depth));
    node = (node as Readonly<Record<Segment, unknown>> | null | undefined)?.[path[depth] ?? ''];
  }
  return false;
}

function isBoundOfDefinition(path: readonly Segment[]): boolean {
  const start = SCHEMAS.find((way) => way.every((step, index) => step === '*' || step === path[index]));
  if (start === undefined) return false;
  let at = start.length;
  for (; at < path.length - 1; at++) {
    const keyword = path[at] ?? '';
    if (SEVERAL.has(keyword)) at += 1;
    else if (!ONE.has(keyword)) return false;
  }
  return at === path.length - 1 && BOUNDS.has(path[at] ?? '');
}

/**
 * Types on their way to TypeScript: the part of JSON Schema that json-schema-to-typescript is given. It has no names but those made here
 * and no references of its own, so that nothing a schema holds can become code.
 */

/** Number of a named type of a {@link TypeTable}. */
export type TypeId = number;

export interface Shape {
  /** Another type, by number. */
  readonly reference?: TypeId;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | readonly ('string' | 'number' | 'boolean' | 'null')[];
  /** A type that is there anyway; that of metadata is cdk8s'. */
  readonly builtIn?: 'unknown' | 'never' | 'ApiObjectMetadata';
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  /** The comment, safe to be printed. */
  readonly description?: string;
}

export const UNKNOWN: Shape = { builtIn: 'unknown' };
export const NEVER: Shape = { builtIn: 'never' };
export const NULL: Shape = { type: 'null' };
/** Any object. */
export const ANY_OBJECT: Shape = { type: 'object', additionalProperties: true };
/** An object without any key: `{}` would take everything. */
export const NO_KEYS: Shape = { type: 'object', additionalProperties: NEVER };

/** One of several, without repetitions; nothing says more than `unknown`. */
export function union(shapes: readonly Shape[]): Shape {
  const isBare = ({ anyOf, description }: Shape): boolean => anyOf !== undefined && description === undefined;
  const flat = shapes.flatMap((shape) => (isBare(shape) ? (shape.anyOf ?? []) : [shape]));
  const members = distinct(flat).filter(({ builtIn }) => builtIn !== 'never');
  if (members.some(({ builtIn }) => builtIn === 'unknown')) return UNKNOWN;
  const [first] = members;
  return first === undefined ? NEVER : members.length === 1 ? first : { anyOf: members };
}

/** All of several; `unknown` adds nothing. */
export function intersection(shapes: readonly Shape[]): Shape {
  const members = distinct(shapes.filter(({ builtIn }) => builtIn !== 'unknown'));
  const [first] = members;
  return first === undefined ? UNKNOWN : members.length === 1 ? first : { allOf: members };
}

/** The shapes that a value of this one may be itself, as against shapes within it. */
export function alternatives(shape: Shape): readonly Shape[] {
  return [shape, ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(alternatives)];
}

/** Every shape right below. */
export function childrenOf(shape: Shape): readonly Shape[] {
  return [
    ...Object.values(shape.properties ?? {}),
    ...(typeof shape.additionalProperties === 'object' ? [shape.additionalProperties] : []),
    ...(shape.items === undefined ? [] : [shape.items]),
    ...(shape.anyOf ?? []),
    ...(shape.allOf ?? []),
  ];
}

export function withComment(shape: Shape, description: string | undefined): Shape {
  return description === undefined ? shape : { ...shape, description };
}

export function withoutComment({ description: _, ...shape }: Shape): Shape {
  return shape;
}

function distinct(shapes: readonly Shape[]): Shape[] {
  const seen = new Map(shapes.map((shape) => [JSON.stringify(withoutComment(shape)), withoutComment(shape)]));
  return [...seen.values()];
}

import type { JsonValue } from '../object';

/** A CEL rule of a CRD; `message` is what the API server answers when it does not hold. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  /** Field that the answer names, relative to the node that carries the rule: `.revision`. */
  readonly fieldPath?: string;
  /** The same rule in TypeScript, for checks that may not load CEL. A function, so it can not get into a manifest. */
  readonly holds?: (self: JsonValue) => boolean;
}

/** A node of a CRD's structural schema. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly nullable?: true;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly enum?: readonly string[];
  readonly format?: 'int32' | 'int64' | 'date-time';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly 'x-kubernetes-embedded-resource'?: true;
  readonly 'x-kubernetes-preserve-unknown-fields'?: true;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic';
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
  /** For the type generator only; never part of a CRD. */
  readonly [TYPE_HINT]?: TypeHint;
}

/** Key of a node's hint for the type generator. A symbol, so that it can not get into a manifest. */
export const TYPE_HINT: unique symbol = Symbol('type hint');

export interface TypeHint {
  /** Name of the TypeScript type. */
  readonly name: string;
  /** True when several kinds use the type: it is then generated once. */
  readonly shared?: boolean;
  /** What a shared type is, apart from what one field means by it. Default: the description of the node. */
  readonly description?: string;
  /** The shapes that the rules of the node allow; the type is then their union. */
  readonly variants?: readonly Variant[];
}

export interface Variant {
  readonly name: string;
  /** Properties that this shape may have. */
  readonly allowed: readonly string[];
  /** Those of them that it always has. */
  readonly required: readonly string[];
  /** Value of the discriminator, when there is one. */
  readonly literal?: { readonly property: string; readonly value: string };
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'date';
  readonly jsonPath: string;
  readonly description?: string;
}

/** One kind of our API: everything that its CRD, its TypeScript types and its reference page are made of. */
export interface KindDefinition {
  /** @default that of our own API */
  readonly group?: string;
  /** @default v1 */
  readonly version?: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly description: string;
  readonly columns: readonly PrinterColumn[];
  readonly spec: Schema;
  readonly status: Schema;
  /** Rules on the object as a whole: its name, its status. @default none */
  readonly objectRules?: readonly ValidationRule[];
}

/** Gives an object schema its TypeScript name. */
export function named(name: string, schema: Schema, hint: Omit<TypeHint, 'name'> = {}): Schema {
  return { ...schema, [TYPE_HINT]: { name, ...hint } };
}

export function string(description: string, constraints: Schema = {}): Schema {
  return { description, type: 'string', ...constraints };
}

export function strings(description: string, values: readonly string[], constraints: Schema = {}): Schema {
  return { description, type: 'string', enum: values, ...constraints };
}

export function time(description: string): Schema {
  return { description, type: 'string', format: 'date-time' };
}

export function object(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
  constraints: Schema = {},
): Schema {
  return { description, type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...constraints };
}

/** A list whose entries one of their fields identifies; the API server refuses duplicates. */
export function listByKey(description: string, key: string, items: Schema, constraints: Schema = {}): Schema {
  return { description, type: 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key], ...constraints };
}

export function list(description: string, items: Schema, constraints: Schema = {}): Schema {
  return { description, type: 'array', items, 'x-kubernetes-list-type': 'atomic', ...constraints };
}

export function rules(...validations: readonly ValidationRule[]): Schema {
  return { 'x-kubernetes-validations': validations };
}

/**
 * What a JSON Schema says, as types: of a schema that is written `as const`, or built with TypeBox, whose types are schemas, too.
 * What types cannot say (limits, conditions, patterns) is left to the check.
 */

/** A configuration as it is given, where what has a default may be left out; or as it is built with, where defaults are filled in. */
export type SchemaSide = 'built' | 'given';

/** The type of what fits a JSON Schema; `unknown` where the schema, or its type, does not tell. */
export type JsonSchemaValue<Schema, Side extends SchemaSide, Root = Schema> =
  Schema extends false ? never
  : Schema extends { readonly const: infer Value } ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] } ? Value
  : Schema extends { readonly $ref: infer Reference } ? Referred<Reference, Side, Root>
  : Schema extends { readonly anyOf: readonly (infer Branch)[] } ? JsonSchemaValue<Branch, Side, Root> & Typed<Schema, Side, Root>
  : Schema extends { readonly oneOf: readonly (infer Branch)[] } ? JsonSchemaValue<Branch, Side, Root> & Typed<Schema, Side, Root>
  : Schema extends { readonly allOf: infer Parts } ? AllOf<Parts, Side, Root> & Typed<Schema, Side, Root>
  : Typed<Schema, Side, Root>;

type AllOf<Parts, Side extends SchemaSide, Root> = Parts extends readonly [infer First, ...infer Rest]
  ? JsonSchemaValue<First, Side, Root> & AllOf<Rest, Side, Root>
  : unknown;

/** References within the schema, to what it has a name for. */
type Referred<Reference, Side extends SchemaSide, Root> =
  Reference extends '#' ? JsonSchemaValue<Root, Side, Root>
  : Reference extends `#/definitions/${infer Name}` ? Named<Root, 'definitions', Name, Side>
  : Reference extends `#/$defs/${infer Name}` ? Named<Root, '$defs', Name, Side>
  : unknown;

type Named<Root, Keyword extends string, Name extends string, Side extends SchemaSide> =
  Root extends Readonly<Record<Keyword, Readonly<Record<Name, infer Schema>>>> ? JsonSchemaValue<Schema, Side, Root> : unknown;

type Typed<Schema, Side extends SchemaSide, Root> =
  Schema extends { readonly type: infer Type }
    ? OfType<Type extends readonly (infer One)[] ? One : Type, Schema, Side, Root>
    : Schema extends { readonly properties: unknown } ? ObjectOf<Schema, Side, Root> : unknown;

type OfType<Type, Schema, Side extends SchemaSide, Root> =
  Type extends 'string' ? string
  : Type extends 'integer' | 'number' ? number
  : Type extends 'boolean' ? boolean
  : Type extends 'null' ? null
  : Type extends 'array' ? ListOf<Schema, Side, Root>
  : Type extends 'object' ? ObjectOf<Schema, Side, Root>
  : unknown;

/** A list that is given may be one that nobody changes; what is built with is a copy. */
type ListOf<Schema, Side extends SchemaSide, Root> = Side extends 'given'
  ? readonly ItemOf<Schema, Side, Root>[]
  : ItemOf<Schema, Side, Root>[];

type ItemOf<Schema, Side extends SchemaSide, Root> = Schema extends { readonly items: infer Items }
  ? Items extends readonly (infer Item)[] ? JsonSchemaValue<Item, Side, Root> : JsonSchemaValue<Items, Side, Root>
  : unknown;

type ObjectOf<Schema, Side extends SchemaSide, Root> = Schema extends { readonly properties: infer Properties }
  ? Fields<Properties, AlwaysThere<Schema, Properties, Side>, Side, Root> & FurtherKeys<Schema, unknown>
  : Schema extends { readonly patternProperties: infer Patterns } ? { [key: string]: JsonSchemaValue<Patterns[keyof Patterns], Side, Root> }
  : Schema extends { readonly additionalProperties: infer Further } ? { [key: string]: JsonSchemaValue<Further, Side, Root> }
  : { [key: string]: unknown };

/** Beside keys with a name; what an index says has to be true of these, too. */
type FurtherKeys<Schema, Value> = Schema extends { readonly additionalProperties: object } ? { [key: string]: Value } : unknown;

type Fields<Properties, Always, Side extends SchemaSide, Root> = {
  [Key in keyof Properties as Key extends Always ? Key : never]: JsonSchemaValue<Properties[Key], Side, Root>
} & {
  [Key in keyof Properties as Key extends Always ? never : Key]?: JsonSchemaValue<Properties[Key], Side, Root> | Absent<Side>
} extends infer All ? { [Key in keyof All]: All[Key] } : never;

/** Who gives a configuration may write undefined for what is left out; what is built with does not have the key. */
type Absent<Side extends SchemaSide> = Side extends 'given' ? undefined : never;

type AlwaysThere<Schema, Properties, Side extends SchemaSide> = Side extends 'given'
  ? Exclude<Required<Schema>, WithDefault<Properties>>
  : Required<Schema> | WithDefault<Properties>;

/** Of a schema whose type has no literals, as of a file of JSON, nothing is known. */
type Required<Schema> = Schema extends { readonly required: readonly (infer Key)[] } ? string extends Key ? never : Key : never;

type WithDefault<Properties> = {
  [Key in keyof Properties]: Properties[Key] extends { readonly default: unknown } ? Key : never
}[keyof Properties];

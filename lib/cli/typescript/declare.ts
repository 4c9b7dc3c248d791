/** From named shapes to the declarations of TypeScript, by json-schema-to-typescript. */
import { defined } from '../../defined';
import type { compile as Compile } from 'json-schema-to-typescript';
import { layOutDeclarations } from './layout';
import { alternatives, type Shape, type TypeId, UNKNOWN } from './shape';
import type { NamedShape } from './type-table';

type JsonSchema = Parameters<typeof Compile>[0];

/** Reading of files and addresses is turned off, although there is no reference left that could ask for it. */
const OPTIONS = {
  format: false,
  bannerComment: '',
  additionalProperties: false,
  enableConstEnums: false,
  // Lists with maxItems would become unions of tuples, megabytes of them.
  ignoreMinAndMaxItems: true,
  $refOptions: { resolve: { external: false, file: false, http: false } },
} as const;

/**
 * One declaration each, in the order given, everything readonly: interfaces for objects, else aliases. Same input, same text.
 */
export async function declareTypes(types: readonly NamedShape[]): Promise<string> {
  if (types.length === 0) return '';
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- takes 60 ms to load, which only those pay who want types
  const { compile } = require('json-schema-to-typescript') as typeof import('json-schema-to-typescript');
  const all = withoutAliasCycles(types);
  const stem = stemFor(all);
  // The names come in at the end: json-schema-to-typescript would change some.
  const standIns = new Map(types.map(({ id }) => [id, `${stem}${id}`]));
  const properties = Object.fromEntries(all.map(({ id, shape }) =>
    [`${stem}${id}`, { ...jsonSchemaOf(shape, standIns), title: standIns.get(id) ?? '' }]));
  const source = await compile({ type: 'object', properties, additionalProperties: false } as JsonSchema, stem, OPTIONS);
  const declared = layOutDeclarations(source, new Map(types.map(({ id, name }) => [`${stem}${id}`, name])));
  return types.map(({ name }) => declared.get(name) ?? missing(name)).join('\n\n');
}

/** What stand-ins begin with: nothing that occurs in the types. */
function stemFor(types: readonly NamedShape[]): string {
  const text = JSON.stringify(types.map(({ shape }) => shape));
  let stem = 'TYPE_';
  while (text.includes(stem)) stem = `X${stem}`;
  return stem;
}

function missing(name: string): never {
  throw new Error(`The type ${name} was not generated.`);
}

function jsonSchemaOf(shape: Shape, names: ReadonlyMap<TypeId, string>): JsonSchema {
  const below = (child: Shape): JsonSchema => jsonSchemaOf(child, names);
  const { reference, builtIn, type, properties, required = [], additionalProperties = false, items, anyOf, allOf, description } = shape;
  const comment = defined({ description });
  if (reference !== undefined) return { tsType: names.get(reference) ?? missing(`number ${reference}`), ...comment };
  if (builtIn !== undefined) return { tsType: builtIn, ...comment };
  if (shape.enum !== undefined) return { enum: [...shape.enum], ...comment };
  if (anyOf !== undefined) return { anyOf: anyOf.map(below), ...comment };
  if (allOf !== undefined) return { allOf: allOf.map(below), ...comment };
  if (type === 'array') return { type, items: below(items ?? UNKNOWN), ...comment };
  if (type !== 'object') return { type: Array.isArray(type) ? [...(type as readonly string[])] : type, ...comment } as JsonSchema;
  return {
    type,
    properties: Object.fromEntries(Object.entries(properties ?? {}).map(([key, child]) => [key, below(child)])),
    required: [...required],
    additionalProperties: typeof additionalProperties === 'boolean' ? additionalProperties : below(additionalProperties),
    ...comment,
  };
}

/** Aliases of aliases; more of them the compiler does not follow either. */
const LONGEST_CHAIN = 40;

/** An alias that is nothing but itself, directly or through others, has no meaning, and TypeScript refuses it: `unknown` at that place. */
function withoutAliasCycles(types: readonly NamedShape[]): NamedShape[] {
  const shapes = new Map(types.map(({ id, shape }) => [id, shape]));
  const checked = new Set<TypeId>();
  const cut = (shape: Shape, open: ReadonlySet<TypeId>): Shape => {
    if (shape.reference !== undefined) {
      if (open.has(shape.reference) || open.size > LONGEST_CHAIN) return UNKNOWN;
      settle(shape.reference, open);
      return shape;
    }
    if (shape.anyOf === undefined && shape.allOf === undefined) return shape;
    return {
      ...shape,
      ...defined({ anyOf: shape.anyOf?.map((one) => cut(one, open)), allOf: shape.allOf?.map((one) => cut(one, open)) }),
    };
  };
  const settle = (id: TypeId, open: ReadonlySet<TypeId>): void => {
    const shape = shapes.get(id);
    if (shape === undefined || checked.has(id) || !alternatives(shape).some(({ reference }) => reference !== undefined)) return;
    shapes.set(id, cut(shape, new Set([...open, id])));
    checked.add(id);
  };
  types.forEach(({ id }) => settle(id, new Set()));
  return types.map((type) => ({ ...type, shape: shapes.get(type.id) ?? type.shape }));
}

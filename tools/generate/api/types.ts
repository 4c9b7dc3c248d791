import { compile } from 'json-schema-to-typescript';
import { apiVersionOf, type KindDefinition } from '../../../lib/kinds';
import type { Schema, Variant } from '../../../lib/api/schema';
import { TYPE_HINT } from '../../../lib/api/schema';
import { facts, ruleMessages } from './facts';
import { formatTypes, wrap } from './format-types';

/** What json-schema-to-typescript reads, its extension `tsType` included. */
type JsonSchema = Parameters<typeof compile>[0];
type SharedTypes = Map<string, Schema>;

const BANNER = '// Generated from lib/kinds by `npm run generate`. Do not edit.';
const OBJECT_TYPES = ['JsonObject', 'JsonValue', 'ObjectMeta'];

function describe(schema: Schema): { description?: string } {
  const lines = wrap([schema.description, ...facts(schema)].filter((part) => part !== undefined).join(' '));
  const messages = ruleMessages(schema);
  if (messages.length > 0) lines.push('', 'Rules of the API server:', ...messages.flatMap((message) => wrap(`- ${message}`)));
  if (schema.default !== undefined) lines.push('', `@defaultValue ${JSON.stringify(schema.default)}`);
  return lines.length === 0 ? {} : { description: lines.join('\n') };
}

function variantSchema(variant: Variant, schema: Schema, shared: SharedTypes): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const name of variant.allowed) {
    const property = schema.properties?.[name];
    if (property === undefined) throw new Error(`${variant.name} names the field ${name}, which does not exist.`);
    properties[name] = typeSchema(property, shared);
  }
  const { literal } = variant;
  if (literal) properties[literal.property] = { const: literal.value };
  return { title: variant.name, type: 'object', properties, required: [...variant.required], additionalProperties: false };
}

function objectSchema(schema: Schema, shared: SharedTypes): JsonSchema {
  const hint = schema[TYPE_HINT];
  const head = { ...(hint ? { title: hint.name } : {}), ...describe(schema) };
  if (hint?.variants) return { ...head, oneOf: hint.variants.map((variant) => variantSchema(variant, schema, shared)) };
  if (schema.additionalProperties) {
    return { ...head, type: 'object', additionalProperties: typeSchema(schema.additionalProperties, shared) };
  }
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) properties[name] = typeSchema(property, shared);
  return { ...head, type: 'object', properties, required: [...(schema.required ?? [])], additionalProperties: false };
}

function typeSchema(schema: Schema, shared: SharedTypes): JsonSchema {
  const hint = schema[TYPE_HINT];
  if (hint?.shared) {
    shared.set(hint.name, schema);
    return { tsType: hint.name, ...describe(schema) };
  }
  if (schema['x-kubernetes-preserve-unknown-fields']) {
    return { tsType: schema.type === 'object' ? 'JsonObject' : 'JsonValue', ...describe(schema) };
  }
  if (schema.type === 'object') return objectSchema(schema, shared);
  if (schema.type === 'array') {
    const items = schema.items ? typeSchema(schema.items, shared) : {};
    // A description of a named type belongs to the type; with the list it would be repeated as "Items: …".
    if (items.tsType !== undefined) delete items.description;
    return { ...describe(schema), type: 'array', items };
  }
  return { ...describe(schema), type: schema.type ?? 'any', ...(schema.enum ? { enum: [...schema.enum] } : {}) };
}

/** A shared type as such, without what one of the fields of the type says about it. */
function withoutUse(schema: Schema): Schema {
  const description = schema[TYPE_HINT]?.description ?? schema.description;
  return { ...schema, ...(description === undefined ? {} : { description }), 'x-kubernetes-validations': [] };
}

async function compileTypes(schema: JsonSchema, name: string): Promise<string> {
  // Without ignoreMinAndMaxItems, lists with maxItems become unions of tuples: tens of megabytes for a revision.
  const options = { ignoreMinAndMaxItems: true, additionalProperties: false, unknownAny: true, enableConstEnums: false };
  return formatTypes(await compile(schema, name, { ...options, format: false, bannerComment: '' }));
}

function file(body: string, shared: Iterable<string>): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(body);
  const imports = [
    [OBJECT_TYPES.filter(uses), '../../lib/api/object'],
    [[...shared].filter((name) => uses(name) && !body.includes(`export interface ${name} `)).sort(), './common'],
  ] as const;
  const lines = imports.filter(([names]) => names.length > 0).map(([names, from]) => `import type { ${names.join(', ')} } from '${from}';`);
  return `${[BANNER, ...lines].join('\n')}\n\n${body}`;
}

function fileName(kind: string): string {
  return kind.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

/** The TypeScript types of the kinds: one file a kind, `common.ts` for what they share, and `index.ts`; by path in the repository. */
export async function typeFiles(definitions: readonly KindDefinition[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const shared: SharedTypes = new Map();
  for (const definition of definitions) {
    const { kind, description, spec, status } = definition;
    const root: JsonSchema = {
      title: kind,
      description: wrap(description).join('\n'),
      type: 'object',
      properties: {
        apiVersion: { const: apiVersionOf(definition) },
        kind: { const: kind },
        metadata: { tsType: 'ObjectMeta' },
        spec: typeSchema(spec, shared),
        status: typeSchema(status, shared),
      },
      required: ['apiVersion', 'kind', 'metadata', 'spec'],
      additionalProperties: false,
    };
    files.set(`imports/api/${fileName(kind)}.ts`, file(await compileTypes(root, kind), [...shared.keys()]));
  }
  const bodies: string[] = [];
  // A shared type may use another one, which then comes to the end of the map.
  for (const [name, schema] of shared) bodies.push(await compileTypes(objectSchema(withoutUse(schema), shared), name));
  files.set('imports/api/common.ts', file(bodies.join('\n'), []));
  const modules = ['common', ...definitions.map(({ kind }) => fileName(kind))];
  const index = modules.map((name) => `export type * from './${name}';`).join('\n');
  files.set('imports/api/index.ts', `${BANNER}\n/** TypeScript types of our Kubernetes API. */\n${index}\n`);
  return files;
}

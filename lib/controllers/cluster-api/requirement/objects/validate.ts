/**
 * Whether an object fits the definition that a requirement holds, by the rules of structural schemas: types and bounds, what stands in
 * anyOf and the like, and rules in CEL. Fields that nobody knows are no mistake: the server drops them. Pure.
 */
import { asObject, type JsonObject, type JsonValue } from '../../../../api';
import { findingsOf } from '../../../../in-words';
import { formatPath, type Segment } from '../../../../issue';
import { checkValue, schemaNodeOf, schemaWording } from '../../../../schema';
import { judgeRules, type Rules, rulesOf } from './rules';

/** What is wrong with an object, a line each, and what could not be judged. */
export interface Verdict {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

export interface ObjectSchema {
  readonly schema: JsonObject;
  readonly rules: Rules;
  /** Where the number of replicas is, which clients change through `/scale`. */
  readonly replicas: { readonly path: readonly string[]; readonly schema: JsonObject } | undefined;
}

/** The schema of a version of a definition, ready to judge; undefined: the definition has no such version. */
export function objectSchemaOf(definition: JsonObject, version: string): ObjectSchema | undefined {
  const versions = asObject(definition['spec'])?.['versions'];
  const found = (Array.isArray(versions) ? versions : []).map(asObject).find((one) => one?.['name'] === version);
  if (found === undefined) return undefined;
  const schema = (asObject(asObject(found['schema'])?.['openAPIV3Schema']) ?? {}) as JsonObject;
  return { schema, rules: rulesOf(schema), replicas: replicasOf(schema, asObject(asObject(found['subresources'])?.['scale'])) };
}

function replicasOf(schema: JsonObject, scale: JsonObject | undefined): ObjectSchema['replicas'] {
  const text = scale?.['specReplicasPath'];
  if (typeof text !== 'string') return undefined;
  const path = text.split('.').filter((name) => name !== '');
  const found = path.reduce<JsonObject | undefined>((inner, name) => asObject(asObject(inner?.['properties'])?.[name]), schema);
  return found === undefined ? undefined : { path, schema: found };
}

/** @param scale an object of kind Scale, as the subresource has it */
export function validateScale({ replicas }: ObjectSchema, scale: JsonObject): Verdict {
  const value = asObject(scale['spec'])?.['replicas'];
  if (replicas === undefined || value === undefined) return { errors: [], warnings: [] };
  return { errors: structureErrors(replicas.schema, value, replicas.path), warnings: [] };
}

/** @param old the object before, of an update */
export function validateObject({ schema, rules }: ObjectSchema, object: JsonObject, old: JsonObject | undefined): Verdict {
  const own = withoutServersPart(schema);
  const structure = structureErrors(own, object);
  // Rules read what they expect to be there.
  if (structure.length > 0) return { errors: structure, warnings: [] };
  const judged = judgeRules(rules, object, old);
  return { errors: [...choiceErrors(own, object, []), ...judged.errors], warnings: judged.warnings };
}

/** The server has checked these three itself, whatever the schema says of them. */
function withoutServersPart(schema: JsonObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...properties } = asObject(schema['properties']) ?? {};
  const name = asObject(asObject(metadata)?.['properties'])?.['name'];
  const kept = name === undefined ? {} : { metadata: { type: 'object', properties: { name } } };
  return { ...schema, properties: { ...properties, ...kept } as JsonObject };
}

function structureErrors(schema: JsonObject, value: JsonValue, at: readonly Segment[] = []): readonly string[] {
  const issues = checkValue(schemaNodeOf(schema), value, at).filter(({ code }) => code !== 'unknown-field');
  return findingsOf(issues, schemaWording).map(({ path, message }) => `${pathText(path)}: ${message.replace(/\.$/, '')}`);
}

/** What anyOf, oneOf and not say, at every place of a value. */
function choiceErrors(schema: JsonObject, value: JsonValue, path: readonly Segment[]): readonly string[] {
  const fits = (one: JsonValue): boolean => {
    const branch = typedLike({ ...asObject(one) } as JsonObject, value);
    return structureErrors(branch, value).length === 0 && choiceErrors(branch, value, path).length === 0;
  };
  const listOf = (word: string): readonly JsonValue[] => (Array.isArray(schema[word]) ? schema[word] as readonly JsonValue[] : []);
  const said = (what: string): string => `${pathText(path)}: ${what}`;
  const [any, one, all] = ['anyOf', 'oneOf', 'allOf'].map(listOf) as [readonly JsonValue[], readonly JsonValue[], readonly JsonValue[]];
  const [object, items] = [asObject(value), asObject(schema['items'])];
  const isNumberOrText = schema['x-kubernetes-int-or-string'] === true;
  return [
    ...(any.length > 0 && !isNumberOrText && !any.some(fits) ? [said('it fits none of what it may be (anyOf)')] : []),
    ...(one.length > 0 && one.filter(fits).length !== 1 ? [said('it does not fit exactly one of what it may be (oneOf)')] : []),
    ...(schema['not'] !== undefined && fits(schema['not']) ? [said('it is what it may not be (not)')] : []),
    ...all.flatMap((part) => choiceErrors({ ...asObject(part) } as JsonObject, value, path)),
    ...(object === undefined ? [] : Object.entries(object).flatMap(([key, child]) => {
      const inner = asObject(asObject(schema['properties'])?.[key]) ?? asObject(schema['additionalProperties']);
      return inner === undefined || child === null ? [] : choiceErrors(inner, child, [...path, key]);
    })),
    ...(Array.isArray(value) && items !== undefined
      ? (value as readonly JsonValue[]).flatMap((item, index) => choiceErrors(items, item, [...path, index])) : []),
  ];
}

/** Branches say no types, which stand beside them: those of the value itself, so that what is required in them is looked for. */
function typedLike(schema: JsonObject, value: JsonValue): JsonObject {
  const object = asObject(value);
  const properties = asObject(schema['properties']);
  if (object !== undefined) {
    const inner = Object.entries(properties ?? {}).map(([name, child]) => (
      [name, object[name] === undefined ? child : typedLike({ ...asObject(child) } as JsonObject, object[name] as JsonValue)] as const
    ));
    const typed = properties === undefined ? {} : { properties: Object.fromEntries(inner) as JsonObject };
    return { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true, ...schema, ...typed };
  }
  return Array.isArray(value) ? { type: 'array', ...schema } : schema;
}

function pathText(path: readonly Segment[] | string | undefined): string {
  const text = typeof path === 'string' ? path : formatPath(path ?? []);
  return text === '' ? 'object' : text;
}

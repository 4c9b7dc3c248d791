/** Custom kinds with every list and map type, defaults, pruning and its absence; and random objects of them, made from their schemas. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/api';
import type { FuzzKind } from './kinds';
import { text } from './pods';
import type { Random } from './random';

const string = { type: 'string' };
const integer = { type: 'integer', format: 'int64' };
const intOrString = { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }] };
const keyed = (keys: string[], properties: JsonObject): JsonObject => ({
  'type': 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
  'items': { type: 'object', required: keys.filter((key) => !isJsonObject(properties[key]) || properties[key]['default'] === undefined), properties },
});
const struct = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

const SPEC = struct({
  text: string,
  count: integer,
  ratio: { type: 'number' },
  flag: { type: 'boolean' },
  port: intOrString,
  every: { type: 'string', format: 'duration' },
  choice: { type: 'string', enum: ['', 'a', 'b'], default: 'a' },
  nullable: { type: 'string', nullable: true },
  nullableDefault: { type: 'string', nullable: true, default: 'd' },
  nullableObject: { type: 'object', nullable: true, properties: { a: string } },
  defaulted: { type: 'object', default: {}, properties: { a: { type: 'integer', default: 1 }, b: { type: 'string', default: 'x' }, c: string } },
  plainList: { type: 'array', items: string },
  atomicList: { 'type': 'array', 'x-kubernetes-list-type': 'atomic', 'items': struct({ a: string, n: { type: 'integer', default: 7 }, port: intOrString }) },
  texts: { 'type': 'array', 'x-kubernetes-list-type': 'set', 'items': string },
  numbers: { 'type': 'array', 'x-kubernetes-list-type': 'set', 'items': { type: 'number' } },
  byName: keyed(['name'], { name: string, value: string, flag: { type: 'boolean' }, tags: { 'type': 'array', 'x-kubernetes-list-type': 'set', 'items': string }, sub: struct({ a: string }) }),
  byPort: keyed(['port', 'protocol'], { port: integer, protocol: { type: 'string', default: 'TCP' }, name: string }),
  nested: keyed(['name'], { name: string, inner: keyed(['id'], { id: integer, text: string }) }),
  granularMap: { type: 'object', additionalProperties: string },
  atomicMap: { 'type': 'object', 'x-kubernetes-map-type': 'atomic', 'additionalProperties': string },
  structMap: { type: 'object', additionalProperties: struct({ a: string, b: { type: 'integer', default: 3 } }) },
  atomicStruct: { 'type': 'object', 'x-kubernetes-map-type': 'atomic', 'properties': { a: string, b: integer } },
  embedded: { 'type': 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  loose: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
});

interface CustomKind {
  readonly kind: FuzzKind;
  readonly crd: JsonObject;
}

/** The custom kinds, in a group that nobody else uses. */
export function customKinds(group: string): readonly CustomKind[] {
  return [
    custom(group, 'Pruned', struct({ spec: SPEC, status: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } }), true),
    custom(group, 'Loose', { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true }, false),
    custom(group, 'Mixed', { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true, 'properties': { spec: { ...SPEC, 'x-kubernetes-preserve-unknown-fields': true } } }, false),
  ];
}

function custom(group: string, kind: string, schema: JsonObject, subresources: boolean): CustomKind {
  const resource = `${kind.toLowerCase()}s`;
  const { properties } = schema;
  const spec = isJsonObject(properties) && isJsonObject(properties['spec']) ? properties['spec'] : { type: 'object', properties: { anything: { 'x-kubernetes-preserve-unknown-fields': true } } };
  return {
    kind: {
      apiVersion: `${group}/v1`, kind, resource, namespaced: true, weight: 10,
      ...(subresources ? { subresources: ['status', 'scale'] as const } : {}),
      content: (random) => ({ spec: kind === 'Loose' ? anything(random, 3) : valueOf(random, spec) }),
    },
    crd: {
      apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${resource}.${group}` },
      spec: {
        group, scope: 'Namespaced', names: { plural: resource, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
        versions: [{
          name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema },
          ...(subresources ? { subresources: { status: {}, scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.replicas' } } } : {}),
        }],
      },
    },
  }; // prettier-ignore
}

const NUMBERS: readonly number[] = [0, 1, 1.0, 1.5, -1, 0.1, 1e21, 2 ** 53 - 1, 1e-7, 100];

/** A random value that the schema allows. */
function valueOf(random: Random, schema: JsonObject): JsonValue {
  if (schema['nullable'] === true && random.chance(0.2)) return null;
  if (schema['x-kubernetes-int-or-string'] === true) return random.pick<JsonValue>([80, '80', 0, '', 'http']);
  if (schema['x-kubernetes-embedded-resource'] === true) return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inner', ...random.maybe('labels', () => ({})) }, ...random.maybe('data', () => ({ a: text(random) })) };
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as JsonValue[]);
  switch (schema['type']) {
    case 'string':
      return schema['format'] === 'duration' ? random.pick(['1s', '60s', '1m0s', '1h']) : text(random);
    case 'integer':
      return random.pick([0, 1, 2, -3, 2 ** 53 - 1]);
    case 'number':
      return random.pick(NUMBERS);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return listOf(random, schema);
    default:
      return objectOf(random, schema);
  }
}

function listOf(random: Random, schema: JsonObject): JsonValue {
  const items = Array.from({ length: random.between(0, 4) }, () => valueOf(random, schema['items'] as JsonObject));
  if (schema['x-kubernetes-list-type'] === 'atomic' || schema['x-kubernetes-list-type'] === undefined) return items;
  const keys = schema['x-kubernetes-list-map-keys'] as string[] | undefined;
  const properties = (schema['items'] as JsonObject)['properties'] as JsonObject | undefined;
  const identity = (item: JsonValue): string => {
    if (keys === undefined || !isJsonObject(item)) return JSON.stringify(item);
    return JSON.stringify(keys.map((key) => item[key] ?? (properties?.[key] as JsonObject | undefined)?.['default'] ?? null));
  };
  return [...new Map(items.map((item) => [identity(item), item])).values()];
}

function objectOf(random: Random, schema: JsonObject): JsonValue {
  if (isJsonObject(schema['properties'])) {
    const required = (schema['required'] ?? []) as string[];
    const members = Object.entries(schema['properties']).filter(([key]) => required.includes(key) || random.chance(0.45));
    return Object.fromEntries(members.map(([key, child]) => [key, valueOf(random, child as JsonObject)]));
  }
  if (isJsonObject(schema['additionalProperties'])) {
    const child = schema['additionalProperties'];
    return Object.fromEntries(random.some(['a', 'b', 'c.d', 'e/f', '~x', '']).map((key) => [key, valueOf(random, child)]));
  }
  return anything(random, 2);
}

/** No schema says anything about it. */
function anything(random: Random, depth: number): JsonObject {
  const value = (left: number): JsonValue => {
    const shape = left === 0 ? 0 : random.between(0, 4);
    if (shape === 4) return Object.fromEntries(random.some(['a', 'b', 'list']).map((key) => [key, value(left - 1)]));
    if (shape === 3) return Array.from({ length: random.between(0, 3) }, () => value(left - 1));
    return random.pick<JsonValue>([text(random), random.pick(NUMBERS), true, false, '', 0]);
  };
  return Object.fromEntries(random.some(['a', 'b', 'c', 'x-y', 'nested'], 0.6).map((key) => [key, value(depth)]));
}

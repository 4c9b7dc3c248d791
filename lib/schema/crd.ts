/** Structural schemas of CustomResourceDefinitions, as the walker reads them. */
import { asObject, definedKindOf, type JsonObject, type JsonValue } from '../api';
import { asArray, asString } from './json';
import type { KindSchema, SchemaNode, SchemaSource, SchemaType } from './pack';
import { onDemand } from './pack-format';

const types: ReadonlySet<string> = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean']);

/**
 * Adds the kinds of CRDs (apiextensions.k8s.io/v1) to a source, every served version. Of two CRDs for one kind the last counts.
 * What is malformed in a CRD is ignored here: the CRD itself is checked as an object.
 */
export function withCrds(base: SchemaSource, crds: readonly JsonObject[]): SchemaSource {
  const kinds = new Map<string, Map<string, KindSchema>>();
  const metadata = base.kind('v1', 'ConfigMap')?.root.properties?.metadata;
  for (const crd of crds) {
    const { group, kind, plural: resource, scope, keepsUnknownFields, versions } = definedKindOf(crd);
    if (!group || !kind) continue;
    for (const { name, served, schema } of versions) {
      if (name === undefined || served === false) continue;
      const apiVersion = `${group}/${name}`;
      const made: Record<string, unknown> = {
        apiVersion,
        kind,
        namespaced: scope === 'Namespaced',
        builtIn: false,
        ...(resource ? { resource } : {}),
      };
      onDemand(made, 'root', () => rootNode(schema, metadata, keepsUnknownFields));
      const ofVersion = kinds.get(apiVersion) ?? new Map<string, KindSchema>();
      ofVersion.set(kind, made as unknown as KindSchema);
      kinds.set(apiVersion, ofVersion);
    }
  }
  if (kinds.size === 0) return base;
  return {
    version: base.version,
    kind: (apiVersion, kind) => kinds.get(apiVersion)?.get(kind) ?? base.kind(apiVersion, kind),
    isBuiltInGroup: (group) => base.isBuiltInGroup(group),
    kindsOf: (apiVersion) => [...new Set([...(kinds.get(apiVersion)?.keys() ?? []), ...base.kindsOf(apiVersion)])].sort(),
    apiVersionsOf: (kind) => [...[...kinds.keys()].filter((apiVersion) => kinds.get(apiVersion)?.has(kind)), ...base.apiVersionsOf(kind)],
  };
}

function rootNode(schema: JsonObject | undefined, metadata: SchemaNode | undefined, preserve: boolean): SchemaNode {
  const node = schema ? crdNode(schema) : { preserveUnknown: true };
  const own = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    status: { preserveUnknown: true },
    metadata: metadata ?? { preserveUnknown: true },
  } as const;
  return { ...node, type: 'object', properties: { ...node.properties, ...own }, ...(preserve ? { preserveUnknown: true } : {}) };
}

const numbers = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;
const booleans = ['nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'] as const;

/** One node of an OpenAPI v3 schema in a CRD; children are made on demand. */
export function crdNode(schema: JsonObject): SchemaNode {
  const node: Record<string, unknown> = {};
  const type = asString(schema.type);
  if (type !== undefined && types.has(type)) node.type = type as SchemaType;
  if (schema['x-kubernetes-int-or-string'] === true) {
    delete node.type;
    node.format = 'int-or-string';
  } else if (typeof schema.format === 'string') node.format = schema.format;
  for (const key of numbers) if (typeof schema[key] === 'number') node[key] = schema[key];
  for (const key of booleans) if (schema[key] === true) node[key] = true;
  if (typeof schema.pattern === 'string') node.pattern = schema.pattern;
  if (schema.default !== undefined) node.default = schema.default;
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) node.preserveUnknown = true;
  if (schema['x-kubernetes-embedded-resource'] === true) node.embedded = true;
  const allowed = asArray(schema.enum);
  if (allowed) node.enum = allowed;
  const required = strings(schema.required);
  if (required.length > 0) node.required = required;

  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set' || listType === 'map' || listType === 'atomic') node.listType = listType;
  const keys = strings(schema['x-kubernetes-list-map-keys']);
  if (keys.length > 0) node.listMapKeys = keys;
  if (schema['x-kubernetes-map-type'] === 'atomic') node.mapType = 'atomic';

  const properties = asObject(schema.properties);
  if (properties) onDemand(node, 'properties', () => childrenOf(properties));
  const items = asObject(schema.items);
  if (items) onDemand(node, 'items', () => crdNode(items));
  const additional = asObject(schema.additionalProperties);
  if (additional) onDemand(node, 'additional', () => crdNode(additional));
  else if (schema.additionalProperties === true) node.additional = true;
  const every = asArray(schema.allOf);
  if (every) onDemand(node, 'allOf', () => every.map((one) => crdNode(asObject(one) ?? {})));
  return node as SchemaNode;
}

function childrenOf(properties: JsonObject): Readonly<Record<string, SchemaNode>> {
  const children: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(properties)) onDemand(children, name, () => crdNode(asObject(child) ?? {}));
  return children as Record<string, SchemaNode>;
}

function strings(value: JsonValue | undefined): string[] {
  return (asArray(value) ?? []).filter((one): one is string => typeof one === 'string');
}

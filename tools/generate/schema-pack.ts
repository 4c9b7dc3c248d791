/**
 * From OpenAPI v3 documents of an API server to a schema pack: only what the structural check reads, no descriptions, no status,
 * only kinds that can be applied and the types they reach.
 */
import type { Pack, PackNode } from '../../lib/schema/pack-format';

/** The parts of an OpenAPI v3 schema that packs keep. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly allOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

interface Operation {
  readonly 'x-kubernetes-group-version-kind'?: { readonly group: string; readonly version: string; readonly kind: string };
}

export interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, OpenApiSchema>> };
  readonly paths?: Readonly<Record<string, { readonly patch?: Operation }>>;
}

/** Enumerations by OpenAPI type name and property. */
export type Enums = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

const PREFIX = '#/components/schemas/';

/** Named types that are one scalar on the wire. */
const scalars: Readonly<Record<string, PackNode>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'q',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'x',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': 't',
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': 'u',
};

/**
 * Fields that the OpenAPI calls required although the server takes an object without them: their empty value is valid or is
 * filled in. Booleans, numbers and structs are handled by the check itself.
 */
const acceptedWhenAbsent: Readonly<Record<string, readonly string[]>> = {
  HTTPHeader: ['value'],
  Sysctl: ['value'],
  LimitRangeSpec: ['limits'],
  PodFailurePolicy: ['rules'],
  CSINodeSpec: ['drivers'],
  GroupResource: ['group'],
  TokenRequest: ['audience'],
  ForZone: ['name'],
  ForNode: ['name'],
};

/** Types that only the core of Kubernetes has; documents of a server may hold types of installed CRDs and of extension servers too. */
const ownTypes = /^io\.k8s\.(api|apimachinery|apiextensions-apiserver|kube-aggregator)\./;

/** Makes the pack of one Kubernetes minor version. Deterministic: the order of documents and keys does not matter. */
export function makePack(version: string, documents: readonly OpenApiDocument[], enums?: Enums): Pack {
  const schemas = new Map<string, OpenApiSchema>();
  for (const document of documents) {
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) if (ownTypes.test(name)) schemas.set(name, schema);
  }
  const found = documents.flatMap((document) => appliedKinds(document, schemas));
  const reached = new Set<string>();
  for (const { type } of found) reach(type, schemas, reached, true);
  const names = [...reached].sort();
  const index = new Map(names.map((name, position) => [name, position]));

  const kinds: Record<string, Record<string, [number, string, 0 | 1]>> = {};
  found.sort((a, b) => compare(a.apiVersion, b.apiVersion) || compare(a.kind, b.kind));
  for (const { apiVersion, kind, type, resource, namespaced } of found) {
    (kinds[apiVersion] ??= {})[kind] = [index.get(type)!, resource, namespaced ? 1 : 0];
  }
  const roots = new Set(found.map(({ type }) => type));
  return { v: version, t: names.map((name) => packType(name, schemas.get(name)!, index, enums?.get(name), roots.has(name))), k: kinds };
}

/** Kinds whose named path takes PATCH, without subresources. */
function appliedKinds(document: OpenApiDocument, schemas: ReadonlyMap<string, OpenApiSchema>) {
  const kinds: { apiVersion: string; kind: string; type: string; resource: string; namespaced: boolean }[] = [];
  for (const [path, { patch }] of Object.entries(document.paths ?? {})) {
    const match = /^\/apis?\/(?:[^/]+\/)?[^/]+\/(namespaces\/\{namespace\}\/)?([^/{}]+)\/\{name\}$/.exec(path);
    const gvk = patch?.['x-kubernetes-group-version-kind'];
    if (!match || !gvk) continue;
    const type = [...schemas.keys()].find((name) => name.endsWith(`.${gvk.version}.${gvk.kind}`) && serves(schemas.get(name)!, gvk));
    if (type === undefined) continue;
    const apiVersion = gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`;
    kinds.push({ apiVersion, kind: gvk.kind, type, resource: match[2]!, namespaced: match[1] !== undefined });
  }
  return kinds;
}

function serves(schema: OpenApiSchema, gvk: { group: string; version: string; kind: string }): boolean {
  const { 'x-kubernetes-group-version-kind': served } = schema as {
    'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
  };
  return (served ?? []).some((one) => one.group === gvk.group && one.version === gvk.version && one.kind === gvk.kind);
}

function reach(name: string, schemas: ReadonlyMap<string, OpenApiSchema>, reached: Set<string>, isRoot = false): void {
  const schema = schemas.get(name);
  if (reached.has(name) || name in scalars || !schema?.properties) return;
  reached.add(name);
  const visit = (child: OpenApiSchema | boolean | undefined): void => {
    if (typeof child !== 'object') return;
    const target = referred(child);
    if (target) reach(target, schemas, reached);
    visit(child.items);
    visit(child.additionalProperties);
  };
  for (const [property, child] of Object.entries(schema.properties)) if (!isRoot || property !== 'status') visit(child);
}

function referred(schema: OpenApiSchema): string | undefined {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference?.startsWith(PREFIX) ? reference.slice(PREFIX.length) : undefined;
}

function packType(
  name: string,
  schema: OpenApiSchema,
  index: ReadonlyMap<string, number>,
  enums: ReadonlyMap<string, readonly string[]> | undefined,
  isRoot: boolean,
): PackNode {
  const properties: Record<string, PackNode> = {};
  for (const property of Object.keys(schema.properties ?? {}).sort(compare)) {
    properties[property] = isRoot && property === 'status' ? '*' : packNode(schema.properties![property]!, index, enums?.get(property));
  }
  const accepted = acceptedWhenAbsent[name.slice(name.lastIndexOf('.') + 1)] ?? [];
  const required = (schema.required ?? []).filter((property) => !accepted.includes(property)).sort(compare);
  return {
    p: properties,
    ...(required.length > 0 ? { r: required } : {}),
    ...(schema['x-kubernetes-map-type'] === 'atomic' ? { m: 1 as const } : {}),
  };
}

function packNode(schema: OpenApiSchema, index: ReadonlyMap<string, number>, values?: readonly string[]): PackNode {
  const target = referred(schema);
  const named = target === undefined ? undefined : (scalars[target] ?? index.get(target));
  if (target !== undefined) {
    const atomic = schema['x-kubernetes-map-type'] === 'atomic';
    if (named === undefined) return '*'; // A type without fields: any JSON (RawExtension, JSON, FieldsV1, JSONSchemaPropsOrBool).
    return atomic ? { x: named, m: 1 } : named;
  }
  const listType = schema['x-kubernetes-list-type'];
  switch (schema.type) {
    case 'array':
      return {
        i: schema.items ? packNode(schema.items, index, values) : '*',
        ...(listType === 'map' ? { k: [...(schema['x-kubernetes-list-map-keys'] ?? [])] } : listType === 'set' ? { l: 's' as const } : {}),
      };
    case 'object': {
      const additional = schema.additionalProperties;
      if (typeof additional !== 'object') return 'o';
      return { a: packNode(additional, index), ...(schema['x-kubernetes-map-type'] === 'atomic' ? { m: 1 as const } : {}) };
    }
    case undefined:
      return '*';
    default: {
      const code = scalarCode(schema);
      const allowed = schema.enum ?? values;
      const fallback = schema.default === '' || schema.default === 0 || schema.default === false ? undefined : schema.default;
      if (!allowed && fallback === undefined) return code;
      return {
        x: code,
        ...(allowed ? { e: [...allowed].sort(compare) } : {}),
        ...(fallback === undefined ? {} : { d: fallback as string }),
      };
    }
  }
}

function scalarCode(schema: OpenApiSchema): PackNode {
  switch (schema.type) {
    case 'integer':
      return schema.format === 'int32' ? 'i' : schema.format === 'int64' ? 'l' : 'I';
    case 'number':
      return 'n';
    case 'boolean':
      return 'b';
    default:
      return schema.format === 'byte' ? 'y' : schema.format === 'date-time' ? 't' : 's';
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

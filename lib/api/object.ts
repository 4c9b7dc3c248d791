/** Plain JSON, as it comes from a parser. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a JSON object, to read input of which nothing is certain. */
export function asObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** `metadata.name` of an object of which nothing is certain; empty where it has none. */
export function nameOf(object: { readonly [key: string]: unknown }): string {
  const name = asObject(object['metadata'])?.['name'];
  return typeof name === 'string' ? name : '';
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Fields that a manager holds, as the API server writes them: below each key what it holds there, nothing below: the whole. */
export interface FieldSet {
  readonly [key: string]: FieldSet;
}

/** One entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: FieldSet;
}

export interface ObjectMeta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
  readonly [key: string]: unknown;
}

/** Any Kubernetes object. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [key: string]: unknown;
}

/** Where an object lives: enough to address it, without its content. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name: string;
}

/** API group of an `apiVersion`; the core group is the empty string. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** Version part of an `apiVersion`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

export function refOf(object: KubeObject): ObjectRef {
  const { name = '', namespace } = object.metadata;
  return { apiVersion: object.apiVersion, kind: object.kind, name, ...(namespace ? { namespace } : {}) };
}

/** Identity of a kind in whatever version: `group/Kind`. */
export function groupKindOf({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>): string {
  return `${groupOf(apiVersion)}/${kind}`;
}

/** Identity of an object whatever version it is written in: `group/Kind/namespace/name`. */
export function keyOf(ref: ObjectRef): string {
  return `${groupKindOf(ref)}/${ref.namespace ?? ''}/${ref.name}`;
}

/** How people see an object in tables and trees: `Deployment ns/name`, `ClusterRole name`. */
export function displayName(ref: ObjectRef): string {
  return `${ref.kind} ${ref.namespace ? `${ref.namespace}/` : ''}${ref.name}`;
}

/**
 * How messages and conditions name an object (docs/requirements.md, revisions): `Deployment.apps/v1 ns/name`, core kinds
 * `ConfigMap.v1 ns/name`.
 */
export function subjectOf(ref: ObjectRef): string {
  return `${ref.kind}.${ref.apiVersion} ${ref.namespace ? `${ref.namespace}/` : ''}${ref.name}`;
}

/**
 * Schemas of Kubernetes kinds as the walker reads them: a small, closed subset of OpenAPI v3 with the extensions that the API
 * server publishes. Nodes are built lazily, so that recursive types (JSONSchemaProps) are no cycles to copy or to walk into.
 */
import type { JsonValue } from '../api';

export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/** One place of an object. An absent `type` allows every type. */
export interface SchemaNode {
  readonly type?: SchemaType;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  /** Schema of values under other keys than `properties`; `true`: anything. */
  readonly additional?: SchemaNode | true;
  /** `quantity`, `int-or-string`, `date-time`, `micro-time`, `byte`, `int32`, `int64`, or one that says nothing to us. */
  readonly format?: 'quantity' | 'int-or-string' | 'date-time' | 'micro-time' | 'byte' | 'int32' | 'int64' | (string & {});
  readonly enum?: readonly JsonValue[];
  readonly listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  /** Unknown keys are kept by the server at this place. */
  readonly preserveUnknown?: boolean;
  readonly nullable?: boolean;
  readonly default?: JsonValue;
  /** A whole Kubernetes object stands here: `apiVersion`, `kind` and `metadata` are allowed. */
  readonly embedded?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  /** In Unicode code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Further rules on the value; they declare no fields. */
  readonly allOf?: readonly SchemaNode[];
}

/** What is known of one kind in one API version. */
export interface KindSchema {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Plural name in paths: `deployments`. Absent for kinds that only exist within others. */
  readonly resource?: string;
  readonly root: SchemaNode;
  /** Served by every API server of the version, as against one that a CRD adds. */
  readonly builtIn: boolean;
}

export interface SchemaSource {
  /** The schema of a kind, or undefined when nothing is known of it. */
  kind(apiVersion: string, kind: string): KindSchema | undefined;
  /** True for groups that the API server itself owns: what it does not serve of them does not exist. */
  isBuiltInGroup(group: string): boolean;
  /** Kinds of one API version, sorted. */
  kindsOf(apiVersion: string): readonly string[];
  /** API versions that have a kind of this name. */
  apiVersionsOf(kind: string): readonly string[];
  /** Kubernetes version of the built-in kinds, like `1.36`. */
  readonly version: string;
}

/** CustomResourceDefinitions to compare. */
import type { JsonObject, JsonValue } from '../../../../lib/api';

export interface DefinitionParts {
  readonly scope?: string;
  readonly conversion?: string;
  readonly storedVersions?: readonly string[];
  /** Names of versions that are not served. */
  readonly unserved?: readonly string[];
}

/** A definition with these versions: name to schema of the root. */
export function definition(versions: Readonly<Record<string, JsonObject>>, parts: DefinitionParts = {}): JsonObject {
  const { scope = 'Namespaced', conversion, storedVersions, unserved = [] } = parts;
  const [storage] = Object.keys(versions);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope,
      names: { kind: 'Widget', plural: 'widgets' },
      ...(conversion === undefined ? {} : { conversion: { strategy: conversion } }),
      versions: Object.entries(versions).map(([name, schema]) => ({
        name, served: !unserved.includes(name), storage: name === storage, schema: { openAPIV3Schema: schema },
      })),
    },
    ...(storedVersions === undefined ? {} : { status: { storedVersions } }),
  };
}

/** A root schema with these properties under `spec`. */
export function specOf(properties: Readonly<Record<string, JsonValue>>, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties: { spec: { type: 'object', properties, ...more } } };
}

/** A definition with one version `v1` whose field `spec.x` has this schema. */
export function field(schema: JsonObject): JsonObject {
  return definition({ v1: specOf({ x: schema }) });
}

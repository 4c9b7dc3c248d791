/** Looking into the objects of a package. */
import { asObject, isJsonObject, type JsonObject, type JsonValue, keyOf, type KubeObject, refOf } from '../../api';
import { asArray, asString } from '../../schema';
import type { Segment } from '../../issue';
import type { Place } from '../report';
import type { ExportObject } from './source';

export function kindOf({ manifest }: ExportObject): string {
  return String(manifest['kind']);
}

export function metadataOf(manifest: JsonObject): JsonObject {
  return asObject(manifest['metadata']) ?? {};
}

export function namespaceOf({ manifest }: ExportObject): string | undefined {
  return asString(metadataOf(manifest)['namespace']);
}

export function groupKindOf({ manifest }: ExportObject): string {
  const apiVersion = String(manifest['apiVersion']);
  const slash = apiVersion.indexOf('/');
  return `${slash < 0 ? '' : apiVersion.slice(0, slash)}/${String(manifest['kind'])}`;
}

/** Identity of an object, whatever version it is written in. */
export function identityOf(manifest: JsonObject): string {
  return keyOf(refOf(manifest as unknown as KubeObject));
}

/** What is under a path of keys; undefined when one is not there. */
export function at(value: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
}

/** The objects in a list, if it is one. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return (asArray(value) ?? []).filter(isJsonObject);
}

/** Where an object of the package is, for what is wrong with it. */
export function placeOf({ manifest, origin }: ExportObject, path: readonly Segment[] = []): Place {
  return { origin, subject: refOf(manifest as unknown as KubeObject), path };
}

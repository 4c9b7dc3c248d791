/** Looking into the objects of a package. */
import { asObject, isJsonObject, type JsonObject, type JsonValue, keyOf, type KubeObject, refOf, subjectOf } from '../../api';
import { asArray, asString } from '../../schema';
import type { Finding } from '../../schema/finding';
import { problem } from '../report';
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

/** Why an object cannot be in the bundle as it is. */
export function refusal(code: string, object: ExportObject, message: string, hint: string, path = ''): Finding {
  return problem(code, message, { origin: object.origin, subject: subjectOf(refOf(object.manifest as unknown as KubeObject)), path, hint });
}

/**
 * What a new form of a CustomResourceDefinition takes away from those who use it: versions, properties, types. Structural, over the
 * schemas alone: no custom resource is read. Pure.
 */
import { asObject, isJsonObject, type JsonObject, type KubeObject } from '../api';

export interface CrdChange {
  readonly code: 'crd-version-removed' | 'crd-version-unserved' | 'crd-scope' | 'crd-property-removed' | 'crd-property-required' | 'crd-type-changed';
  /** Name of the version; absent where the definition as a whole is meant. */
  readonly version?: string;
  /** Place in the schema: `spec.backends[].port`; absent where the version as a whole is meant. */
  readonly path?: string;
  /** A sentence without the name of the definition. */
  readonly message: string;
}

/** What users of the definition lose. What is only added is none of it. */
export function crdChanges(live: KubeObject, wouldBe: KubeObject): readonly CrdChange[] {
  const [before, after] = [asObject(live['spec']), asObject(wouldBe['spec'])];
  const scope: readonly CrdChange[] =
    before?.['scope'] === after?.['scope'] ? [] : [{ code: 'crd-scope', message: `its scope would change from ${String(before?.['scope'])} to ${String(after?.['scope'])}` }];
  const wanted = versionsOf(after);
  return [...scope, ...[...versionsOf(before)].flatMap(([name, version]) => versionChanges(name, version, wanted.get(name), wanted, live))];
}

function versionsOf(spec: JsonObject | undefined): ReadonlyMap<string, JsonObject> {
  const versions = spec?.['versions'];
  if (!Array.isArray(versions)) return new Map();
  return new Map(versions.filter(isJsonObject).map((version) => [String(version['name']), version]));
}

function versionChanges(
  name: string,
  before: JsonObject,
  after: JsonObject | undefined,
  wanted: ReadonlyMap<string, JsonObject>,
  live: KubeObject,
): readonly CrdChange[] {
  const stored = asObject(live['status'])?.['storedVersions'];
  const isStored = Array.isArray(stored) && stored.includes(name);
  if (after === undefined) {
    const why = isStored ? ', and objects may still be stored in it' : '';
    return [{ code: 'crd-version-removed', version: name, message: `version ${name} would be removed (left: ${[...wanted.keys()].join(', ')})${why}` }];
  }
  if (before['served'] === true && after['served'] === false) return [{ code: 'crd-version-unserved', version: name, message: `version ${name} would be served no longer` }];
  const found: CrdChange[] = [];
  compareSchemas(schemaOf(before), schemaOf(after), '', name, found);
  return found;
}

function schemaOf(version: JsonObject): JsonObject | undefined {
  return asObject(asObject(version['schema'])?.['openAPIV3Schema']);
}

function compareSchemas(before: JsonObject | undefined, after: JsonObject | undefined, path: string, version: string, found: CrdChange[]): void {
  if (before === undefined || after === undefined) return;
  if (before['type'] !== undefined && after['type'] !== undefined && before['type'] !== after['type']) {
    found.push({ code: 'crd-type-changed', version, path, message: `in version ${version} ${path} would change from ${shown(before['type'])} to ${shown(after['type'])}` });
    return;
  }
  const [old, wanted] = [asObject(before['properties']) ?? {}, asObject(after['properties']) ?? {}];
  for (const [name, property] of Object.entries(old)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (wanted[name] !== undefined) compareSchemas(asObject(property), asObject(wanted[name]), place, version, found);
    else if (!takesAnything(after)) found.push({ code: 'crd-property-removed', version, path: place, message: `in version ${version} the field ${place} would be removed; what is stored there is dropped` });
  }
  const required = new Set(namesIn(before['required']));
  for (const name of namesIn(after['required'])) {
    const place = path === '' ? name : `${path}.${name}`;
    const hasDefault = asObject(wanted[name])?.['default'] !== undefined;
    if (!required.has(name) && !hasDefault) found.push({ code: 'crd-property-required', version, path: place, message: `in version ${version} the field ${place} would become required` });
  }
  compareSchemas(asObject(before['items']), asObject(after['items']), `${path}[]`, version, found);
  compareSchemas(asObject(before['additionalProperties']), asObject(after['additionalProperties']), `${path}[*]`, version, found);
}

/** Fields that the schema does not name stay all the same. */
function takesAnything(schema: JsonObject): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true || (schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false);
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

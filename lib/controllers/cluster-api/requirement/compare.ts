/**
 * Whether a live definition is compatible with what is required: every field that the requirement has is there, and every version that it
 * serves is served. Types, defaults and bounds are not compared. Pure.
 */
import { asObject, type JsonObject } from '../../../api';

export interface ExcludedField {
  readonly path: string;
  readonly versions: readonly string[];
}

export interface Selection {
  readonly defaultSelection: 'StorageOnly' | 'AllServed';
  readonly additionalVersions?: readonly string[];
}

interface DefinedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly schema: JsonObject;
}

/** A field of a schema: names from the root, and what stands for the elements of a list, or of a map. */
export interface Field {
  /** `^.spec.list[*].field`; the root is `^`. */
  readonly path: string;
  readonly segments: readonly Segment[];
}

/** Of one version, what a definition has to have. */
export interface RequiredVersion {
  readonly name: string;
  readonly served: boolean;
  readonly fields: readonly Field[];
}

/** The versions that count, with the fields that are compared. */
export function requiredOf(
  definition: JsonObject, selection: Selection, excluded: readonly ExcludedField[] = [],
): readonly RequiredVersion[] {
  return versionsOf(definition).filter((version) => isSelected(version, selection)).map((version) => comparedOf(version, excluded));
}

/** Everything that is not met, a line each, in the order of versions and paths; empty: compatible. */
export function incompatibilities(
  required: JsonObject, live: JsonObject, selection: Selection, excluded: readonly ExcludedField[] = [],
): readonly string[] {
  return missingFrom(live, requiredOf(required, selection, excluded));
}

/** What is not as it was, and is not required: in versions that do not count; and versions that count, and whose end was announced. */
export function warnings(
  required: JsonObject, live: JsonObject, selection: Selection, excluded: readonly ExcludedField[] = [],
): readonly string[] {
  const others = versionsOf(required).filter((version) => !isSelected(version, selection));
  const counted = new Set(selectedVersions(required, selection));
  const deprecated = versionsOf(live).filter((version) => counted.has(version.name) && version.served && version.deprecated);
  return [
    ...missingFrom(live, others.map((version) => comparedOf(version, excluded))),
    ...deprecated.map(({ name }) => `version deprecated : ${name}`),
  ];
}

function comparedOf({ name, served, schema }: DefinedVersion, excluded: readonly ExcludedField[]): RequiredVersion {
  const isExcluded = exclusion(name, excluded);
  return { name, served, fields: fieldsOf(schema).filter(({ path }) => !isExcluded(path)) };
}

function missingFrom(live: JsonObject, required: readonly RequiredVersion[]): readonly string[] {
  const there = versionsOf(live);
  const removed = required.flatMap(({ name, fields }) => {
    const now = there.find((version) => version.name === name);
    if (now === undefined) return [];
    const known = new Set(pathsOf(now.schema));
    return fields.filter(({ path }) => !known.has(path)).map(({ path }) => `removed field : ${name}.${path}`);
  });
  const served = new Set(there.filter((version) => version.served).map(({ name }) => name));
  const gone = required.filter(({ name, served: isServed }) => isServed && !served.has(name)).map(({ name }) => name).sort();
  return [...removed, ...(gone.length === 0 ? [] : [`served versions removed : ${gone.join(', ')}`])];
}

/** Names of versions that count. */
export function selectedVersions(definition: JsonObject, selection: Selection): readonly string[] {
  return versionsOf(definition).filter((version) => isSelected(version, selection)).map(({ name }) => name);
}

function isSelected({ name, served, storage }: DefinedVersion, { defaultSelection, additionalVersions = [] }: Selection): boolean {
  return defaultSelection === 'AllServed' ? served : storage || additionalVersions.includes(name);
}

/** Path of every property. */
export function pathsOf(schema: JsonObject): readonly string[] {
  return fieldsOf(schema).map(({ path }) => path);
}

/** Every property. What stands in allOf and the like belongs to the same path. */
function fieldsOf(schema: JsonObject): readonly Field[] {
  const found = new Map<string, Field>();
  collect(schema, { path: '^', segments: [] }, found);
  return [...found.values()];
}

/** Levels of a schema. */
const DEEPEST = 100;
/** The elements of a list, and of a map: no name of a field is a symbol. */
export const ITEMS = Symbol('items');
export const VALUES = Symbol('values');
export type Segment = string | typeof ITEMS | typeof VALUES;

function collect(schema: JsonObject, field: Field, found: Map<string, Field>, depth = 0): void {
  if (depth > DEEPEST) return;
  const { path, segments } = field;
  if (!found.has(path)) found.set(path, field);
  const below = (value: unknown, at: Field): void => {
    const inner = asObject(value);
    if (inner !== undefined) collect(inner as JsonObject, at, found, depth + 1);
  };
  for (const [name, property] of Object.entries(asObject(schema['properties']) ?? {})) {
    below(property, { path: `${path}.${name}`, segments: [...segments, name] });
  }
  below(schema['items'], { path: `${path}[*]`, segments: [...segments, ITEMS] });
  below(schema['additionalProperties'], { path: `${path}[*]`, segments: [...segments, VALUES] });
  below(schema['not'], field);
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[word];
    if (Array.isArray(parts)) for (const part of parts) below(part, field);
  }
}

/** Lists are passed through: `spec.list.field` is `^.spec.list[*].field`, and everything below it. */
function exclusion(version: string, excluded: readonly ExcludedField[]): (path: string) => boolean {
  const paths = excluded.filter(({ versions }) => versions.includes(version)).map(({ path }) => `^.${path}`);
  return (path) => {
    const plain = path.replaceAll('[*]', '');
    return paths.some((one) => plain === one || plain.startsWith(`${one}.`));
  };
}

function versionsOf(definition: JsonObject): readonly DefinedVersion[] {
  const versions = asObject(definition['spec'])?.['versions'];
  return (Array.isArray(versions) ? versions : []).flatMap((value): readonly DefinedVersion[] => {
    const version = asObject(value);
    const name = version?.['name'];
    if (version === undefined || typeof name !== 'string') return [];
    const schema = asObject(asObject(version['schema'])?.['openAPIV3Schema']) ?? {};
    const [served, storage, deprecated] = ['served', 'storage', 'deprecated'].map((flag) => version[flag] === true);
    return [{ name, served: served === true, storage: storage === true, deprecated: deprecated === true, schema: schema as JsonObject }];
  });
}

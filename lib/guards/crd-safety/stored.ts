/**
 * Custom resources that a new form of their definition could break: how many the server stores, and which of them would. Where there is
 * none, what only endangers stored objects is no more than a warning.
 */
import { asObject, isJsonObject, nameOf, type JsonObject, type KubeObject } from '../../api';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { isError, findingOf } from '../../issue';
import { checkValue, schemaNodeOf, schemaWording } from '../../schema';
import type { CrdCheck, CrdCheckOptions, CrdIssue } from './issue';
import { listIn } from './json-text';

/** What the server stores of one kind. */
export interface StoredObjects {
  /** How many; `unknown` where they could not be counted. */
  readonly count: number | 'unknown';
  /** One that the new schema would not take, where there were few enough to look at them all. */
  readonly breaking?: {
    /** How many there are. */
    readonly count: number;
    /** `namespace/name` of one. */
    readonly example: string;
    /** Why, and where in it. */
    readonly reason: string;
  };
}

/** Lists custom resources (`KubeCluster` has it). */
export interface StoredReader {
  list(
    scope: { readonly apiVersion: string; readonly kind: string },
    options: { readonly metadataOnly?: boolean; readonly atMost?: number },
  ): Promise<{ readonly objects: readonly KubeObject[]; readonly remaining?: number | 'unknown' }>;
}

/** So many are read and held against the new schema; of more only the number is asked for. */
export const FEW_OBJECTS = 100;

/** Where an answer would not change with the stored objects: the server itself refuses these, or it is not known what they are. */
const NOT_ABOUT_OBJECTS: ReadonlySet<CrdCheck> = new Set<CrdCheck>(['scope', 'storedVersionRemoval']);

/** Would this be a warning if no object were stored? Between served versions it is about those who read and write, not about objects. */
export function isAboutStoredObjects({ check, versions }: Pick<CrdIssue, 'check' | 'versions'>): boolean {
  return versions.length === 1 && !NOT_ABOUT_OBJECTS.has(check);
}

/**
 * Counts and looks at what is stored. One request for metadata; a second one where there are objects, but few.
 * @param live the definition as it is, and `next` as it is to be
 */
export async function storedObjects(live: JsonObject, next: JsonObject, reader: StoredReader): Promise<StoredObjects> {
  const scope = servedScope(live);
  if (scope === undefined) return { count: 'unknown' };
  try {
    const first = await reader.list(scope, { metadataOnly: true, atMost: 1 });
    if (first.remaining === 'unknown') return { count: 'unknown' };
    const count = first.objects.length + (first.remaining ?? 0);
    if (count === 0 || count > FEW_OBJECTS) return { count };
    const { objects } = await reader.list(scope, { atMost: FEW_OBJECTS });
    return { count: objects.length, ...defined({ breaking: breakingOf(objects, schemaFor(next, scope.version)) }) };
  } catch (error) {
    // No permission to list them, or they cannot be converted: what is not known stays an error.
    if (!isBoxcutterError(error)) throw error;
    return { count: 'unknown' };
  }
}

/** The issues again, for a server that stores no such object. Under any other policy, and where the caller decided, they stay. */
export function issuesWithoutObjects(
  issues: readonly CrdIssue[], { policy = 'enforce', checks = {} }: CrdCheckOptions,
): readonly CrdIssue[] {
  if (policy !== 'enforce') return issues;
  return issues.map((issue) =>
    (issue.severity === 'error' && checks[issue.check] === undefined && isAboutStoredObjects(issue)
      ? { ...issue, severity: 'warning' as const }
      : issue));
}

interface ServedScope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly version: string;
}

/** The stored version where it is served, else any that is. */
function servedScope(definition: JsonObject): ServedScope | undefined {
  const spec = asObject(definition['spec']);
  const [group, kind] = [spec?.['group'], asObject(spec?.['names'])?.['kind']];
  const served = listIn(spec?.['versions']).filter(isJsonObject).filter((version) => version['served'] === true);
  const version = (served.find((one) => one['storage'] === true) ?? served[0])?.['name'];
  if (typeof group !== 'string' || typeof kind !== 'string' || typeof version !== 'string') return undefined;
  return { apiVersion: `${group}/${version}`, kind, version };
}

/** Of the same version, as the objects are read in it. */
function schemaFor(definition: JsonObject, version: string): JsonObject | undefined {
  const versions = listIn(asObject(definition['spec'])?.['versions']).filter(isJsonObject);
  return asObject(asObject(versions.find(({ name }) => name === version)?.['schema'])?.['openAPIV3Schema']);
}

function breakingOf(objects: readonly KubeObject[], schema: JsonObject | undefined): StoredObjects['breaking'] {
  if (schema === undefined) return undefined;
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...properties } = asObject(schema['properties']) ?? {};
  const required = listIn(schema['required']).filter((name): name is string => typeof name === 'string' && name in properties);
  const node = schemaNodeOf({ ...schema, properties, required });
  const found = objects.flatMap((object) => {
    const { apiVersion: _version, kind: _name, metadata, ...content } = object as unknown as JsonObject & KubeObject;
    const [issue] = checkValue(node, content, []).filter(isError);
    if (issue === undefined) return [];
    const { message, path } = findingOf(issue, schemaWording);
    const name = nameOf(object);
    return [{
      example: metadata.namespace === undefined ? name : `${metadata.namespace}/${name}`,
      reason: path === '' ? message : `${path}: ${message}`,
    }];
  });
  const [first] = found;
  return first === undefined ? undefined : { count: found.length, ...first };
}

/** `nothing is stored`, `3 objects are stored; 1 of them would break: …`. */
export function formatStored({ count, breaking }: StoredObjects): string {
  if (count === 'unknown') return 'how many objects are stored is not known';
  const stored = count === 0 ? 'no object is stored' : count === 1 ? '1 object is stored' : `${count} objects are stored`;
  if (breaking === undefined) return stored;
  const which = breaking.count === 1 ? breaking.example : `${breaking.count} of them, such as ${breaking.example}`;
  return `${stored}; the new schema would not take ${which} (${breaking.reason})`;
}

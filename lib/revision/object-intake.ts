/** One object from the author's hands into canonical form: what must be refused, and where it goes when it names no namespace. */
import { groupOf, isJsonObject, type JsonObject } from '../api';
import type { Issue, IssuePlace } from '../issue';
import type { KindSchema, SchemaSource } from '../schema';
import { canonicalise } from './canonical/canonicalise';
import { type ForbiddenField, revisionIssue } from './issues';
import { nullEntries } from './canonical/null-entries';
import { plainJson } from './canonical/plain-json';
import type { SourceObject } from './source';

export interface Intake {
  readonly object: JsonObject;
  readonly schema: KindSchema | undefined;
  readonly issues: readonly Issue[];
}

type Place = Pick<IssuePlace, 'origin' | 'subject'>;

/** Metadata that belongs to the server and the controllers that run the object. */
const FORBIDDEN: readonly ForbiddenField[] = ['generateName', 'finalizers', 'ownerReferences'];

/** Copies without anything that JSON cannot say. */
export function readObject(
  { manifest, origin }: SourceObject,
): { readonly object: JsonObject | undefined; readonly issues: readonly Issue[] } {
  const { value, problems } = plainJson(manifest);
  const issues = problems.map(({ path, what }): Issue => revisionIssue('not-json', what, { path, origin }));
  if (isJsonObject(value)) return { object: value, issues };
  return { object: undefined, issues: [...issues, revisionIssue('not-an-object', {}, { origin })] };
}

/**
 * Canonical form, with the namespace filled in. A namespaced object without namespace gets `namespace`; of kinds that are
 * not known here the scope is not either, so these stay as they are written, with a warning.
 */
export function takeIn(
  object: JsonObject, schemas: SchemaSource, namespace: string | undefined, place: Place, scope?: SourceObject['scope'],
): Intake {
  const { apiVersion, kind } = object;
  const schema = typeof apiVersion === 'string' && typeof kind === 'string' ? schemas.kind(apiVersion, kind) : undefined;
  const namespaced = schema?.namespaced ?? (scope === undefined ? undefined : scope === 'namespaced');
  const canonical = canonicalise(object, schema);
  const { metadata } = canonical;
  const issues = nullEntries(object, schema)
    .map(({ path, stored }): Issue => revisionIssue('null-entry', { stored }, { severity: 'warning', path, ...place }));
  if (!isJsonObject(metadata)) return { object: canonical, schema, issues };
  for (const field of FORBIDDEN) {
    if (metadata[field] !== undefined) issues.push(revisionIssue('forbidden-metadata', { field }, { path: ['metadata', field], ...place }));
  }
  if (metadata['namespace'] !== undefined || namespaced === false) return { object: canonical, schema, issues };
  const path = ['metadata', 'namespace'];
  if (namespaced === true) {
    if (namespace !== undefined) {
      return { object: canonicalise({ ...canonical, metadata: { ...metadata, namespace } }, undefined), schema, issues };
    }
    issues.push(revisionIssue('missing-namespace', { kind: String(kind) }, { path, ...place }));
  } else if (typeof kind === 'string' && typeof apiVersion === 'string' && !schemas.isBuiltInGroup(groupOf(apiVersion))) {
    issues.push(revisionIssue('unknown-scope', { kind }, { severity: 'warning', path, ...place }));
  }
  return { object: canonical, schema, issues };
}

/** Without the namespace that a cluster-scoped object names: the server would refuse the request, and the check warned of it. */
export function withoutIdleNamespace(object: JsonObject, schema: KindSchema | undefined): JsonObject {
  const { metadata } = object;
  if (schema?.namespaced !== false || !isJsonObject(metadata)) return object;
  const { namespace: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}

/** One object from the author's hands into canonical form: what must be refused, and where it goes when it names no namespace. */
import { groupOf, isJsonObject, type JsonObject } from '../api';
import type { Finding, KindSchema, SchemaSource } from '../schema';
import { canonicalise } from './canonicalise';
import { nullEntries } from './null-entries';
import { plainJson } from './plain-json';
import type { SourceObject } from './source';

export interface Intake {
  readonly object: JsonObject;
  readonly schema: KindSchema | undefined;
  readonly findings: readonly Finding[];
}

type Place = Pick<Finding, 'origin' | 'subject'>;

/** Metadata that belongs to whoever runs the object, with the reason why a revision cannot carry it. */
const FORBIDDEN: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  generateName: ['a revision needs to know its objects by name, so generateName cannot be used', 'Give it a metadata.name.'],
  finalizers: ['finalizers belong to the controllers that remove them, so a revision cannot set them', 'Remove them; the controller in charge adds its own.'],
  ownerReferences: ['the owner of an object in a revision is the revision, so ownerReferences cannot be set', 'Remove them.'],
};

/** Copies without anything that JSON cannot say. */
export function readObject({ manifest, origin }: SourceObject): { readonly object: JsonObject | undefined; readonly findings: readonly Finding[] } {
  const { value, problems } = plainJson(manifest);
  const findings = problems.map(({ path, what }): Finding => ({ code: 'not-json', severity: 'error', message: `${what} cannot be written as JSON`, path, origin }));
  if (isJsonObject(value)) return { object: value, findings };
  return { object: undefined, findings: [...findings, { code: 'not-an-object', severity: 'error', message: 'this is no Kubernetes object', path: '', origin }] };
}

/**
 * Canonical form, with the namespace filled in. A namespaced object without namespace gets `namespace`; of kinds that are
 * not known here the scope is not either, so these stay as they are written, with a warning.
 */
export function takeIn(object: JsonObject, schemas: SchemaSource, namespace: string | undefined, place: Place, scope?: SourceObject['scope']): Intake {
  const { apiVersion, kind } = object;
  const schema = typeof apiVersion === 'string' && typeof kind === 'string' ? schemas.kind(apiVersion, kind) : undefined;
  const namespaced = schema?.namespaced ?? (scope === undefined ? undefined : scope === 'namespaced');
  const canonical = canonicalise(object, schema);
  const { metadata } = canonical;
  const findings = nullEntries(object, schema).map(({ path, stored }): Finding => ({
    code: 'null-entry',
    severity: 'warning',
    message: `null is no absence here: the API server stores ${JSON.stringify(stored)}, and so does the revision`,
    path,
    hint: 'Write the value that is meant, or remove the entry.',
    ...place,
  }));
  if (!isJsonObject(metadata)) return { object: canonical, schema, findings };
  for (const [field, [message, hint]] of Object.entries(FORBIDDEN)) {
    if (metadata[field] !== undefined) findings.push({ code: 'forbidden-metadata', severity: 'error', message, path: `metadata.${field}`, hint, ...place });
  }
  if (metadata['namespace'] !== undefined || namespaced === false) return { object: canonical, schema, findings };
  if (namespaced === true) {
    if (namespace !== undefined) return { object: canonicalise({ ...canonical, metadata: { ...metadata, namespace } }, undefined), schema, findings };
    findings.push({
      code: 'missing-namespace',
      severity: 'error',
      message: `a ${String(kind)} lives in a namespace, and none is named`,
      path: 'metadata.namespace',
      hint: 'Write metadata.namespace, or name the namespace for all objects without one (`--namespace`).',
      ...place,
    });
  } else if (typeof kind === 'string' && typeof apiVersion === 'string' && !schemas.isBuiltInGroup(groupOf(apiVersion))) {
    findings.push({
      code: 'unknown-scope',
      severity: 'warning',
      message: `whether a ${kind} lives in a namespace is not known here, so it was given none`,
      path: 'metadata.namespace',
      hint: 'If it does, write metadata.namespace.',
      ...place,
    });
  }
  return { object: canonical, schema, findings };
}

/** Without the namespace that a cluster-scoped object names: the server would refuse the request, and the check warned of it. */
export function withoutIdleNamespace(object: JsonObject, schema: KindSchema | undefined): JsonObject {
  const { metadata } = object;
  if (schema?.namespaced !== false || !isJsonObject(metadata)) return object;
  const { namespace: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}

/** The check of objects of our own kinds: their structure, like that of every custom resource, and the rules of their CRDs. */
import { API_VERSION, asObject, type JsonObject } from '../api';
import type { Issue, Origin } from '../issue';
import { checkObjects, kubernetesSchemas, type SchemaSource, withCrds } from '../schema';
import { ruleIssues } from './crd-rules';
import { crds, KIND_DEFINITIONS } from './definitions';

/** Codes after which the API server does not look at rules. */
const BLOCKING: ReadonlySet<string> = new Set(['wrong-type', 'missing-field', 'bad-length']);

/** Whether an object is a ClusterExtension, a ClusterExtensionRevision or a ClusterCatalog of our API. */
export function isOwnKind({ apiVersion, kind }: JsonObject): boolean {
  return apiVersion === API_VERSION && KIND_DEFINITIONS.some((definition) => definition.kind === kind);
}

/** Adds our own kinds to a source. A CRD among the objects of an input counts before them. */
export function withOwnKinds(base: SchemaSource): SchemaSource {
  return withCrds(base, crds());
}

/**
 * What the API server would refuse when an object of our kinds is created, status and what the server fills in apart; for other kinds as
 * `checkObjects`. Of the objects within a revision, only `apiVersion` and `kind` are looked at.
 */
export function checkOwnKind(object: JsonObject, origin: Origin): readonly Issue[] {
  const issues = checkObjects([{ object, origin }], { schemas: withOwnKinds(kubernetesSchemas()) });
  return [...issues, ...(issues.some(({ code }) => BLOCKING.has(code)) ? [] : checkOwnRules(object, origin))];
}

/** The rules of the CRD alone, for objects whose structure is checked with others. */
export function checkOwnRules(object: JsonObject, origin: Origin): readonly Issue[] {
  const definition = object.apiVersion === API_VERSION ? KIND_DEFINITIONS.find(({ kind }) => kind === object.kind) : undefined;
  if (definition === undefined) return [];
  const { name } = asObject(object.metadata) ?? {};
  const subject = { apiVersion: API_VERSION, kind: definition.kind, name: typeof name === 'string' ? name : '' };
  return ruleIssues(definition.spec, asObject(object.spec), ['spec']).map((issue) => ({ ...issue, subject, origin }));
}

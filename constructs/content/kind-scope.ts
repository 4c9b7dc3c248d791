/** Whether objects of a kind live in namespaces. */
import type { ApiObject } from 'cdk8s';
import { groupOf, isReadableDefinition, type JsonObject } from '../../lib/api';
import { isOwnKind, withOwnKinds } from '../../lib/kinds';
import { kubernetesSchemas, type SchemaSource, supportedKubernetesVersions, withCrds } from '../../lib/schema';

/** `unknown`: of a CRD that is not among the objects; only the cluster knows. */
export type Scope = KnownScope | 'unknown';
export type KnownScope = 'namespaced' | 'cluster';

/** Kept aside: subclasses of ApiObject may have members of any name. The symbol is shared between copies of this package. */
const SCOPE = Symbol.for('cdk8s-boxcutter.Scope');

/** For objects of typed constructs, which know it from the CRD that they were made of. */
export function rememberScope(object: ApiObject, scope: KnownScope): void {
  Object.defineProperty(object, SCOPE, { value: scope });
}

/** What the construct of an object knows; undefined for all others. */
export function rememberedScope(object: ApiObject): KnownScope | undefined {
  return (object as { readonly [SCOPE]?: KnownScope })[SCOPE];
}

/**
 * Answers for the kinds of a Kubernetes version, our own, and those of the CRDs among the objects. What is wrong with a kind, or with the
 * version, is for compile to report: a kind that Kubernetes itself should have counts as namespaced, and the newest version
 * answers for one that is not known.
 */
export function kindScopes(objects: readonly JsonObject[], kubernetesVersion: string | undefined): (object: JsonObject) => Scope {
  const crds = objects.filter(isReadableDefinition);
  const base = schemasOf(kubernetesVersion);
  const schemas = withCrds(objects.some(isOwnKind) ? withOwnKinds(base) : base, crds);
  return ({ apiVersion, kind }) => {
    const schema = schemas.kind(String(apiVersion), String(kind));
    if (schema === undefined) return schemas.isBuiltInGroup(groupOf(String(apiVersion))) ? 'namespaced' : 'unknown';
    return schema.namespaced ? 'namespaced' : 'cluster';
  };
}

function schemasOf(version: string | undefined): SchemaSource {
  const minor = version?.replace(/^v/, '').split('.').slice(0, 2).join('.');
  return kubernetesSchemas(minor !== undefined && supportedKubernetesVersions().includes(minor) ? minor : undefined);
}

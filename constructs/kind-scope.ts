/** Whether objects of a kind live in namespaces. */
import type { JsonObject } from '../lib/api';
import { kubernetesSchemas, type SchemaSource, supportedKubernetesVersions, withCrds } from '../lib/schema';

/**
 * Answers for the kinds of a Kubernetes version and of the CRDs among the objects: true for a cluster-scoped kind. A kind
 * that nothing is known of counts as namespaced. An unknown version is for compile to report; the newest answers for it.
 */
export function clusterScope(objects: readonly JsonObject[], kubernetesVersion: string | undefined): (object: JsonObject) => boolean {
  const crds = objects.filter(({ kind, apiVersion }) => kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1');
  const schemas = withCrds(schemasOf(kubernetesVersion), crds);
  return ({ apiVersion, kind }) => schemas.kind(String(apiVersion), String(kind))?.namespaced === false;
}

function schemasOf(version: string | undefined): SchemaSource {
  const known = version === undefined || supportedKubernetesVersions().some((minor) => version.replace(/^v/, '').startsWith(minor));
  return kubernetesSchemas(known ? version : undefined);
}

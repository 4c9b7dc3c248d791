/** Whether objects of a kind live in namespaces. */
import type { JsonObject } from '../lib/api';
export function isClusterScoped(manifest: JsonObject, _all: readonly JsonObject[], _version: string | undefined): boolean {
  return ['ClusterRole', 'ClusterRoleBinding', 'Namespace', 'CustomResourceDefinition'].includes(String(manifest['kind']));
}

/** The roles and bindings of a cluster, for the escalation check. */
import type { KubeObject } from '../../api';
import { RBAC_GROUP } from './rbac-objects';

/** What is asked of a cluster (`KubeCluster` has it). */
export interface RbacReader {
  list(scope: { readonly apiVersion: string; readonly kind: string }): Promise<{ objects: KubeObject[] }>;
}

const KINDS = ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'] as const;

/**
 * All of them: four lists.
 * @throws BoxcutterError category `server`, among others when listing them is not allowed
 */
export async function readLiveRbac(reader: RbacReader): Promise<readonly KubeObject[]> {
  const apiVersion = `${RBAC_GROUP}/v1`;
  const lists = await Promise.all(KINDS.map(async (kind) => {
    const { objects } = await reader.list({ apiVersion, kind });
    return objects.map((object) => ({ ...object, apiVersion, kind }));
  }));
  return lists.flat();
}

/** The objects of a kind, in whatever version the server has at the moment; and the kind that a definition defines. */
import { definedKindOf, DEFINITION_API_VERSION, groupKindOf, groupOf, type KubeObject, type ObjectRef } from '../../api';
import type { ServedKind } from '../../engine';
import { isBoxcutterError } from '../../errors';
import type { Scope } from './kinds';
import type { GuardCluster } from './types';

export async function listKind(cluster: GuardCluster, scope: Scope): Promise<KubeObject[]> {
  try {
    const { objects } = await cluster.list(scope, { metadataOnly: true });
    return objects.map((object) => ({ ...object, apiVersion: scope.apiVersion, kind: scope.kind }));
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'kind-unserved') throw error;
    return listInOtherVersion(cluster, scope, error);
  }
}

/**
 * The server stopped serving a version of a kind while the guard looked, as when another client deletes its definition. Objects of a kind
 * whose definition is gone, or going, go with that.
 */
async function listInOtherVersion(cluster: GuardCluster, scope: Scope, problem: Error): Promise<KubeObject[]> {
  if ((await cluster.resolve(scope.apiVersion, scope.kind)) !== undefined) throw problem;
  const other = (await cluster.kinds()).find(({ apiVersion, kind }) => groupKindOf({ apiVersion, kind }) === groupKindOf(scope));
  if (other === undefined) {
    if (await isDefinitionGone(cluster, scope)) return [];
    throw problem;
  }
  const { objects } = await cluster.list({ ...scope, apiVersion: other.apiVersion }, { metadataOnly: true });
  return objects.map((object) => ({ ...object, apiVersion: other.apiVersion, kind: scope.kind }));
}

/** The definition of a kind, if it has one. */
export function definitionOf({ resource, apiVersion }: Pick<Scope, 'resource' | 'apiVersion'>): ObjectRef {
  return { apiVersion: DEFINITION_API_VERSION, kind: 'CustomResourceDefinition', name: `${resource}.${groupOf(apiVersion)}` };
}

/** A definition that stays keeps its objects in storage, although no version of them can be read. */
export async function isDefinitionGone(cluster: GuardCluster, scope: Scope): Promise<boolean> {
  const answer = await cluster.get(definitionOf(scope));
  return answer.type === 'gone' || (answer.type === 'object' && answer.object.metadata.deletionTimestamp !== undefined);
}

/**
 * The kind of a definition, in a version that is served: the one that objects are stored in, if it is, for there it takes nobody's webhook
 * to read them. What converts may go with the same removal, or be away.
 * @returns undefined: the definition was never taken into use, so it has no objects
 * @throws Error no version of it is served: what is in storage cannot be read
 */
export async function customKind(cluster: GuardCluster, kinds: readonly ServedKind[], crd: KubeObject): Promise<Scope | undefined> {
  if (!isEstablished(crd)) return undefined;
  const { group = '', kind: definedKind = '', versions } = definedKindOf(crd);
  const ordered = [...versions].sort((a, b) => Number(b.storage === true) - Number(a.storage === true));
  const served = ordered.flatMap((version) => (version.served === true ? [`${group}/${version.name ?? ''}`] : []));
  for (const apiVersion of served) {
    const known = kinds.find((one) => one.kind === definedKind && one.apiVersion === apiVersion);
    // The definition may be younger than what we know of the server.
    const found = known ?? await cluster.resolve(apiVersion, definedKind);
    if (found !== undefined) return found;
  }
  throw new Error(
    served.length === 0
      ? 'it serves no version, so its stored objects cannot be read.'
      : 'the API server does not serve its kind yet.',
  );
}

/** Established once, a definition stays so. */
function isEstablished(crd: KubeObject): boolean {
  const { conditions } = (crd['status'] ?? {}) as { conditions?: readonly { readonly type: string; readonly status: string }[] | null };
  return (conditions ?? []).some(({ type, status: value }) => type === 'Established' && value === 'True');
}

/** Kinds of which a chart has objects and no definition: defined here, without a schema. */
import { definedGroupKind, groupKindOf, groupOf, type KubeObject, type ObjectRef, refOf, versionOf } from '../../../lib/api';
import { BUILT_IN_GROUPS } from '../../../lib/engine/internal';
import type { OtherClient } from '../support/extension';

export async function customKinds(objects: readonly KubeObject[], client: OtherClient): Promise<void> {
  const defined = new Set(objects.map(definedGroupKind).filter((kind) => kind !== undefined));
  const kinds = new Map(objects.filter((object) => !BUILT_IN_GROUPS.has(groupOf(object.apiVersion)) && !defined.has(groupKindOf(object)))
    .map((object) => [groupKindOf(object), object]));
  for (const [, object] of kinds) await defineKind(object, client);
}

/** @returns the definition */
export async function defineKind(kind: Pick<KubeObject, 'apiVersion' | 'kind'>, client: OtherClient): Promise<ObjectRef> {
  const definition = definitionOf(kind);
  await client.apply(definition);
  const ref = refOf(definition);
  await client.until(ref, isEstablished);
  return ref;
}

/** Classes, and what OpenShift's console shows, are for the whole cluster. */
function definitionOf({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): KubeObject {
  const [group, singular] = [groupOf(apiVersion), kind.toLowerCase()];
  const plural = `${singular}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.${group}` },
    spec: {
      group, scope: kind.endsWith('Class') || kind.startsWith('Console') ? 'Cluster' : 'Namespaced', names: { kind, plural, singular, listKind: `${kind}List` },
      versions: [{
        name: versionOf(apiVersion), served: true, storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      }],
    },
  };
}

export function isEstablished(definition: KubeObject | undefined): boolean {
  // A new one has null there.
  const { conditions } = (definition?.['status'] ?? {}) as { readonly conditions?: readonly { readonly type: string; readonly status: string }[] | null };
  return (conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True');
}

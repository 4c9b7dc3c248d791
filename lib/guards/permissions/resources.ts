/** Under which name RBAC knows a kind, and in which namespace an object of it will be. */
import { definedGroupKind, definedKindOf, groupKindOf, groupOf, refOf, type KubeObject } from '../../api';
import type { ServedKind } from '../../engine';
import { kubernetesSchemas } from '../../schema';
import { permissionIssue, type PermissionIssue } from './issues';

export interface PlacedObject {
  readonly object: KubeObject;
  readonly group: string;
  /** Plural: `deployments`. */
  readonly resource: string;
  /** Empty: in none. */
  readonly namespace: string;
}

export interface PlacementOptions {
  /** Namespace of objects that name none. */
  readonly installNamespace?: string;
  /** What the cluster serves; kinds that are neither built in nor defined by the package are looked up here. */
  readonly kinds?: readonly ServedKind[];
}

interface KindFacts {
  readonly resource: string;
  readonly namespaced: boolean;
}

/** Each object with its resource and namespace; what had to be guessed is an issue. */
export function placeObjects(
  objects: readonly KubeObject[],
  { installNamespace = '', kinds = [] }: PlacementOptions,
): { readonly placed: readonly PlacedObject[]; readonly issues: readonly PermissionIssue[] } {
  const schemas = kubernetesSchemas();
  const defined = new Map(objects.flatMap(definedKind));
  const served = new Map(
    kinds.map(({ apiVersion, kind, resource, namespaced }) => [groupKindOf({ apiVersion, kind }), { resource, namespaced }]),
  );
  const issues: PermissionIssue[] = [];
  const factsOf = (object: KubeObject): KindFacts => {
    const { apiVersion, kind, metadata } = object;
    const id = groupKindOf(object);
    const { resource: plural, namespaced = false } = schemas.kind(apiVersion, kind) ?? {};
    const known = defined.get(id) ?? served.get(id) ?? (plural === undefined ? undefined : { resource: plural, namespaced });
    if (known !== undefined) return known;
    const resource = `${kind.toLowerCase()}s`;
    const place = { severity: 'warning', subject: refOf(object), path: ['kind'] } as const;
    issues.push(permissionIssue('resource-guessed', { apiVersion, kind, resource }, place));
    return { resource, namespaced: (metadata.namespace ?? '') !== '' };
  };
  const placed = objects.map((object): PlacedObject => {
    const { resource, namespaced } = factsOf(object);
    const namespace = namespaced ? (object.metadata.namespace || installNamespace) : '';
    if (namespaced && namespace === '') {
      issues.push(permissionIssue('missing-namespace', {}, { subject: refOf(object), path: ['metadata', 'namespace'] }));
    }
    return { object, group: groupOf(object.apiVersion), resource, namespace };
  });
  return { placed, issues };
}

/** `group/Kind` that a CustomResourceDefinition of the package defines. */
function definedKind(object: KubeObject): readonly (readonly [string, KindFacts])[] {
  const { plural, scope } = definedKindOf(object);
  const id = definedGroupKind(object);
  return id === undefined || plural === undefined ? [] : [[id, { resource: plural, namespaced: scope === 'Namespaced' }]];
}

/** Roles and bindings, read from objects of which nothing is certain. */
import { asObject, groupOf, isJsonObject, type JsonValue, type KubeObject } from '../../api';
import type { PolicyRule } from './rules';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

export interface RbacSubject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

export type RbacKind = 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding';

export function isRbac({ apiVersion, kind }: KubeObject, ...kinds: readonly RbacKind[]): boolean {
  return groupOf(apiVersion) === RBAC_GROUP && (kinds as readonly string[]).includes(kind);
}

export function rulesOf(role: KubeObject): readonly PolicyRule[] {
  return listOf(role['rules']).filter(isJsonObject).map((rule) => ({
    verbs: strings(rule['verbs']),
    ...member('apiGroups', rule['apiGroups']),
    ...member('resources', rule['resources']),
    ...member('resourceNames', rule['resourceNames']),
    ...member('nonResourceURLs', rule['nonResourceURLs']),
  }));
}

/** It gathers rules of other roles, whichever those may be. */
export function isAggregated(role: KubeObject): boolean {
  return listOf(asObject(role['aggregationRule'])?.['clusterRoleSelectors']).length > 0;
}

export function roleRefOf(binding: KubeObject): RoleRef {
  const { kind, name } = asObject(binding['roleRef']) ?? {};
  return { kind: typeof kind === 'string' ? kind : '', name: typeof name === 'string' ? name : '' };
}

export function subjectsOf(binding: KubeObject): readonly RbacSubject[] {
  return listOf(binding['subjects']).filter(isJsonObject).map(({ kind, name, namespace }) => ({
    kind: String(kind), name: String(name), ...(typeof namespace === 'string' ? { namespace } : {}),
  }));
}

/** Resource by which RBAC knows a role. */
function roleResource(kind: string): string {
  return kind === 'ClusterRole' ? 'clusterroles' : 'roles';
}

/** `escalate` on a role, or `bind`: to hand out what it grants without holding it. */
export function onRole(verb: 'escalate' | 'bind', { kind, name }: RoleRef): PolicyRule {
  return { apiGroups: [RBAC_GROUP], resources: [roleResource(kind)], resourceNames: [name], verbs: [verb] };
}

function member<Key extends string>(key: Key, value: JsonValue | undefined): { readonly [K in Key]?: readonly string[] } {
  const list = strings(value);
  return (list.length === 0 ? {} : { [key]: list }) as { readonly [K in Key]?: readonly string[] };
}

function strings(value: unknown): readonly string[] {
  return listOf(value).filter((one): one is string => typeof one === 'string');
}

function listOf(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

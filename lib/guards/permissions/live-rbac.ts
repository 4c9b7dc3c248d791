/**
 * What a user may do, by the roles and bindings of a cluster: the rule resolver of Kubernetes (RBAC only; other authorizers are not asked).
 */
import { refOf, type KubeObject } from '../../api';
import { keyOfRole, type HeldRules, type Resolved } from './held-rules';
import { permissionIssue, type PermissionIssue } from './issues';
import { isRbac, roleRefOf, rulesOf, subjectsOf, type RbacSubject, type RoleRef } from './rbac-objects';
import { covers, type PolicyRule } from './rules';

/** Whom the API server sees. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}

/** As whom a service account comes. */
export function serviceAccountUser(namespace: string, name: string): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

export class LiveRules implements HeldRules {
  private readonly roles = new Map<string, KubeObject>();
  private readonly known = new Map<string, Resolved>();

  /** @param objects Roles, ClusterRoles and their bindings; others are passed over */
  constructor(private readonly objects: readonly KubeObject[], private readonly user: User) {
    for (const object of objects.filter((one) => isRbac(one, 'Role', 'ClusterRole'))) {
      this.roles.set(keyOfRole({ kind: object.kind, name: object.metadata.name ?? '' }, object.metadata.namespace ?? ''), object);
    }
  }

  in(namespace: string): Resolved {
    const found = this.known.get(namespace) ?? this.resolve(namespace);
    this.known.set(namespace, found);
    return found;
  }

  allows(namespace: string, wanted: PolicyRule): boolean {
    return this.in(namespace).rules.some((rule) => covers(rule, wanted));
  }

  role(ref: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const role = this.roles.get(keyOfRole(ref, namespace));
    return role === undefined ? undefined : rulesOf(role);
  }

  private resolve(namespace: string): Resolved {
    const isHere = (binding: KubeObject): boolean =>
      isRbac(binding, 'ClusterRoleBinding')
      || (namespace !== '' && isRbac(binding, 'RoleBinding') && binding.metadata.namespace === namespace);
    const isOurs = (binding: KubeObject): boolean =>
      subjectsOf(binding).some((subject) => this.isMeant(subject, binding.metadata.namespace));
    const bindings = this.objects.filter((binding) => isHere(binding) && isOurs(binding));
    const unknown: PermissionIssue[] = [];
    const rules = bindings.flatMap((binding) => {
      const ref = roleRefOf(binding);
      const held = this.role(ref, binding.metadata.namespace ?? '');
      if (held === undefined) unknown.push(permissionIssue('role-missing', { role: ref }, { subject: refOf(binding) }));
      return held ?? [];
    });
    return { rules, unknown };
  }

  private isMeant({ kind, name, namespace }: RbacSubject, own: string | undefined): boolean {
    if (kind === 'User') return name === this.user.name;
    if (kind === 'Group') return this.user.groups.includes(name);
    return kind === 'ServiceAccount' && this.user.name === `system:serviceaccount:${namespace ?? own ?? ''}:${name}`;
  }
}

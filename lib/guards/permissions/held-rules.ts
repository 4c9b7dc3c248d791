/** What an account may do, however that was found out. */
import type { PermissionIssue } from './issues';
import type { RoleRef } from './rbac-objects';
import type { PolicyRule } from './rules';

export interface Resolved {
  readonly rules: readonly PolicyRule[];
  /** What could not be followed: a binding of a role that is not there. */
  readonly unknown: readonly PermissionIssue[];
}

export interface HeldRules {
  /** The rules that hold in a namespace; the empty one is the whole cluster. */
  in(namespace: string): Resolved;
  allows(namespace: string, wanted: PolicyRule): boolean;
  /** Rules of a role as a binding names it; undefined when it is not there. */
  role(ref: RoleRef, namespace: string): readonly PolicyRule[] | undefined;
}

/** One key a role: a ClusterRole has no namespace, whatever the binding's is. */
export function keyOfRole({ kind, name }: RoleRef, namespace: string): string {
  return kind === 'ClusterRole' ? `ClusterRole ${name}` : `Role ${namespace}/${name}`;
}

/** Rules as objects that can be applied. */
import type { KubeObject } from '../../api';
import { defined } from '../../defined';
import { RBAC_GROUP, type RbacSubject } from './rbac-objects';
import type { ScopedRule } from './required';
import type { PolicyRule } from './rules';

const API_VERSION = `${RBAC_GROUP}/v1`;

export interface PermissionObjectsOptions {
  /** Name of the roles and bindings. */
  readonly name: string;
  /** Who gets them; absent: no bindings. A ServiceAccount names its namespace. */
  readonly subject?: RbacSubject;
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * A ClusterRole for what is needed on the whole cluster, a Role for each namespace, and their bindings. Sorted; the same for the same
 * rules.
 */
export function permissionObjects(
  rules: readonly ScopedRule[],
  { name, subject, labels }: PermissionObjectsOptions,
): readonly KubeObject[] {
  const namespaces = [...new Set(rules.map(({ namespace }) => namespace))].sort();
  return namespaces.flatMap((namespace): readonly KubeObject[] => {
    const kind = namespace === '' ? 'ClusterRole' : 'Role';
    const metadata = { name, ...(namespace === '' ? {} : { namespace }), ...defined({ labels }) };
    const own = rules.filter((rule) => rule.namespace === namespace).map(({ rule }) => asWritten(rule));
    const role: KubeObject = { apiVersion: API_VERSION, kind, metadata, rules: own };
    if (subject === undefined) return [role];
    const subjects = [subject.kind === 'ServiceAccount' ? subject : { ...subject, apiGroup: RBAC_GROUP }];
    return [role, { apiVersion: API_VERSION, kind: `${kind}Binding`, metadata, roleRef: { apiGroup: RBAC_GROUP, kind, name }, subjects }];
  });
}

/** In the order of keys in which people read rules. */
function asWritten({ apiGroups, resources, resourceNames, nonResourceURLs, verbs }: PolicyRule): PolicyRule {
  return {
    ...defined({ apiGroups, resources, resourceNames, nonResourceURLs }),
    verbs,
  };
}

/** What the roles of a package would grant that those of another version of it do not. Pure. */
import type { KubeObject } from '../../api';
import { isAggregated, isRbac, rulesOf } from './rbac-objects';
import { compactRules, uncovered, type PolicyRule } from './rules';

/** Where rules hold: a namespace; empty: the whole cluster. */
export interface AddedGrants {
  readonly namespace: string;
  readonly rules: readonly PolicyRule[];
}

/**
 * Rules of Roles and ClusterRoles among `next` that no role among `before` covers in the same namespace, or on the cluster. A ClusterRole
 * counts as granted on the whole cluster, wherever it is bound.
 */
export function addedGrants(before: readonly KubeObject[], next: readonly KubeObject[]): readonly AddedGrants[] {
  const [old, wanted] = [grantsOf(before), grantsOf(next)];
  const everywhere = old.get('') ?? [];
  return [...wanted]
    .map(([namespace, rules]) => ({
      namespace, rules: compactRules(uncovered([...everywhere, ...(namespace === '' ? [] : old.get(namespace) ?? [])], rules)),
    }))
    .filter(({ rules }) => rules.length > 0)
    .sort((a, b) => (a.namespace < b.namespace ? -1 : 1));
}

/** `get, list secrets; update deployments.apps named web` */
export function ruleText({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): string {
  const groups = apiGroups.length === 0 ? [''] : apiGroups;
  const what = resources.flatMap((resource) => groups.map((group) => (group === '' ? resource : `${resource}.${group}`)));
  const named = resourceNames.length === 0 ? '' : ` named ${resourceNames.join(', ')}`;
  return `${verbs.join(', ')} ${[...what, ...nonResourceURLs].join(', ')}${named}`;
}

function grantsOf(objects: readonly KubeObject[]): ReadonlyMap<string, readonly PolicyRule[]> {
  const grants = new Map<string, readonly PolicyRule[]>();
  for (const object of objects) {
    if (!isRbac(object, 'Role', 'ClusterRole') || isAggregated(object)) continue;
    const namespace = object.kind === 'Role' ? object.metadata.namespace ?? '' : '';
    grants.set(namespace, [...(grants.get(namespace) ?? []), ...rulesOf(object)]);
  }
  return grants;
}

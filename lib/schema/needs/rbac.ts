/** Needs of permissions. */
import { isEmpty, reportOnce } from './check-needs';
import type { Needs, Rule } from './needs';
import { selector } from './selector';

const GROUP = 'rbac.authorization.k8s.io';

/** A rule is for resources of groups or for URLs; only cluster roles know URLs. */
const forSomething: Rule = (walk, { apiGroups, resources, nonResourceURLs }) => {
  if (!isEmpty(nonResourceURLs)) return;
  if (isEmpty(apiGroups)) reportOnce(walk, 'missing-field', { field: 'apiGroups' }, ['apiGroups']);
  if (isEmpty(resources)) reportOnce(walk, 'missing-field', { field: 'resources' }, ['resources']);
};
const noUrls: Rule = (walk, { nonResourceURLs }) => {
  if (isEmpty(nonResourceURLs)) return;
  reportOnce(walk, 'forbidden-field', { field: 'nonResourceURLs', beside: 'kind Role' }, ['nonResourceURLs']);
};
const eitherOr: Rule = (walk, { nonResourceURLs, apiGroups, resources }) => {
  if (isEmpty(nonResourceURLs) || (isEmpty(apiGroups) && isEmpty(resources))) return;
  reportOnce(walk, 'one-of-fields', { fields: ['resources', 'nonResourceURLs'], found: ['resources', 'nonResourceURLs'] });
};

export const role: Needs = { fields: { rules: { items: { required: ['verbs'], rules: [forSomething, noUrls] } } } };
export const clusterRole: Needs = {
  fields: {
    rules: { items: { required: ['verbs'], rules: [forSomething, eitherOr] } },
    aggregationRule: { required: ['clusterRoleSelectors'], fields: { clusterRoleSelectors: { items: selector } } },
  },
};

/** A ServiceAccount is of the core group, users and groups are of this one; an absent group is the right one. */
const rightGroup: Rule = (walk, { kind, apiGroup }) => {
  const isAccount = kind === 'ServiceAccount';
  if (typeof apiGroup !== 'string' || apiGroup === '') return;
  const allowed = isAccount ? [''] : [GROUP];
  if (!allowed.includes(apiGroup)) reportOnce(walk, 'value-not-allowed', { value: apiGroup, allowed }, ['apiGroup']);
};
/** In a namespace the server adds that of the binding. */
const namesNamespace: Rule = (walk, { kind, namespace }) => {
  if (kind === 'ServiceAccount' && isEmpty(namespace)) reportOnce(walk, 'missing-field', { field: 'namespace' }, ['namespace']);
};
const bindingOf = (kinds: readonly string[], rules: readonly Rule[]): Needs => ({
  required: ['roleRef'],
  fields: {
    roleRef: { required: ['kind', 'name'], fields: { kind: { allowed: kinds }, apiGroup: { allowed: [GROUP] } } },
    subjects: { items: {
      required: ['kind', 'name'], fields: { kind: { allowed: ['ServiceAccount', 'User', 'Group'] } }, rules,
    } },
  },
});
export const roleBinding = bindingOf(['Role', 'ClusterRole'], [rightGroup]);
export const clusterRoleBinding = bindingOf(['ClusterRole'], [rightGroup, namesNamespace]);

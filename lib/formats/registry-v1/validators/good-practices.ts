/** Content that is accepted everywhere, and yet makes trouble in a cluster. */
import { asObject, nameOf } from '../../../api';
import type { Issue } from '../../../issue';
import { ANNOTATIONS_FILE } from '../../metadata/file-names';
import type { PolicyRule } from '../cluster-service-version';
import { registryIssue } from '../registry-issue';
import type { Validator } from './subject';

const CODE = 'good-practice';
const INSTALL = ['spec', 'install', 'spec'];

/** Disruption budgets that forbid every disruption, and a priority class that every pod of the cluster would get. */
export const additionalObjectsAreHarmless: Validator = ({ others }) =>
  others.flatMap(({ manifest, origin }) => {
    const spec = asObject(manifest.spec);
    if (manifest.kind === 'PodDisruptionBudget') {
      const never = ['0', '0%'].includes(String(spec?.maxUnavailable)) || String(spec?.minAvailable) === '100%';
      return never ? [registryIssue(CODE, { about: 'disruption-budget', name: nameOf(manifest) }, { origin, path: ['spec'] })] : [];
    }
    if (manifest.kind === 'PriorityClass' && manifest.globalDefault === true) {
      return [registryIssue(CODE, { about: 'priority-class', name: nameOf(manifest) }, { origin, path: ['globalDefault'] })];
    }
    return [];
  });

export const resourcesAreRequested: Validator = ({ csv }) =>
  csv.deployments.flatMap(({ spec }, index) => {
    const containers = asObject(asObject(spec.template)?.spec)?.containers;
    return (Array.isArray(containers) ? containers : []).flatMap((container: unknown, at): Issue[] => {
      if (asObject(asObject(asObject(container)?.resources)?.requests) !== undefined) return [];
      const path = [...INSTALL, 'deployments', index, 'spec', 'template', 'spec', 'containers', at, 'resources'];
      return [registryIssue(CODE, { about: 'resources' }, { origin: csv.origin, path })];
    });
  });

/** Permissions that let an operator out of what its package says. */
export const permissionsAreModest: Validator = ({ csv }) => {
  const issues: Issue[] = [];
  for (const [list, path] of [[csv.permissions, 'permissions'], [csv.clusterPermissions, 'clusterPermissions']] as const) {
    list.forEach(({ rules }, index) => rules.forEach((rule, at) => {
      const place = { origin: csv.origin, path: [...INSTALL, path, index, 'rules', at] };
      if (reaches(rule, 'apiextensions.k8s.io', 'customresourcedefinitions', ['create', '*'])) {
        issues.push(registryIssue(CODE, { about: 'definition-rights' }, place));
      }
      if (reaches(rule, 'policy', 'poddisruptionbudgets', ['create', 'update', 'patch', 'delete', '*'])) {
        issues.push(registryIssue(CODE, { about: 'budget-rights' }, place));
      }
      const changesConstraints = reaches(rule, 'security.openshift.io', 'securitycontextconstraints', ['update', 'patch', 'delete', '*']);
      if (changesConstraints && (rule.resourceNames ?? []).length === 0) {
        issues.push(registryIssue(CODE, { about: 'security-rights' }, place));
      }
    }));
  }
  return issues;
};

export const definitionsAreDescribed: Validator = ({ csv }) => {
  const owned = asObject(asObject(csv.manifest.spec)?.customresourcedefinitions)?.owned;
  return (Array.isArray(owned) ? owned : []).flatMap((definition: unknown, index): Issue[] => {
    const description = asObject(definition)?.description;
    if (typeof description === 'string' && description.trim() !== '') return [];
    const path = ['spec', 'customresourcedefinitions', 'owned', index, 'description'];
    return [registryIssue(CODE, { about: 'definition-description' }, { origin: csv.origin, path })];
  });
};

export const nameSaysVersion: Validator = ({ csv }) =>
  csv.release !== undefined || /^[^.]+\.v?\d+\.\d+\.\d+/.test(csv.name)
    ? []
    : [registryIssue(CODE, { about: 'name', name: csv.name }, { origin: csv.origin, path: ['metadata', 'name'] })];

export const channelsHaveUsualNames: Validator = ({ channels }) =>
  channels
    .filter((channel) => !/^(?:candidate|fast|stable)/.test(channel))
    .map((channel) => registryIssue(CODE, { about: 'channel', name: channel }, { origin: ANNOTATIONS_FILE }));

function reaches(rule: PolicyRule, group: string, resource: string, verbs: readonly string[]): boolean {
  const has = (list: readonly string[] | undefined, ...values: readonly string[]): boolean =>
    values.some((value) => list?.includes(value) === true);
  return has(rule.apiGroups, group, '*') && has(rule.resources, resource, '*') && has(rule.verbs, ...verbs);
}

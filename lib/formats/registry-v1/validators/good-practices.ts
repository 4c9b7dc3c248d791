/** Content that is accepted everywhere, and yet makes trouble in a cluster. */
import { asObject, nameOf } from '../../../api';
import type { Finding } from '../../../issue';
import { ANNOTATIONS_FILE } from '../../metadata/annotations';
import type { PolicyRule } from '../cluster-service-version';
import { registryFinding } from '../finding';
import type { Validator } from './subject';

const CODE = 'good-practice';
const INSTALL = ['spec', 'install', 'spec'];

/** Disruption budgets that forbid every disruption, and a priority class that every pod of the cluster would get. */
export const additionalObjectsAreHarmless: Validator = ({ others }) =>
  others.flatMap(({ manifest, origin }) => {
    const spec = asObject(manifest.spec);
    if (manifest.kind === 'PodDisruptionBudget') {
      const never = ['0', '0%'].includes(String(spec?.maxUnavailable)) || String(spec?.minAvailable) === '100%';
      return never ? [registryFinding(CODE, { about: 'disruption-budget', name: nameOf(manifest) }, { origin, path: ['spec'] })] : [];
    }
    if (manifest.kind === 'PriorityClass' && manifest.globalDefault === true) {
      return [registryFinding(CODE, { about: 'priority-class', name: nameOf(manifest) }, { origin, path: ['globalDefault'] })];
    }
    return [];
  });

export const resourcesAreRequested: Validator = ({ csv }) =>
  csv.deployments.flatMap(({ spec }, index) => {
    const containers = asObject(asObject(spec.template)?.spec)?.containers;
    return (Array.isArray(containers) ? containers : []).flatMap((container: unknown, at): Finding[] => {
      if (asObject(asObject(asObject(container)?.resources)?.requests) !== undefined) return [];
      const path = [...INSTALL, 'deployments', index, 'spec', 'template', 'spec', 'containers', at, 'resources'];
      return [registryFinding(CODE, { about: 'resources' }, { origin: csv.origin, path })];
    });
  });

/** Permissions that let an operator out of what its package says. */
export const permissionsAreModest: Validator = ({ csv }) => {
  const findings: Finding[] = [];
  for (const [list, path] of [[csv.permissions, 'permissions'], [csv.clusterPermissions, 'clusterPermissions']] as const) {
    list.forEach(({ rules }, index) => rules.forEach((rule, at) => {
      const place = { origin: csv.origin, path: [...INSTALL, path, index, 'rules', at] };
      if (reaches(rule, 'apiextensions.k8s.io', 'customresourcedefinitions', ['create', '*'])) {
        findings.push(registryFinding(CODE, { about: 'definition-rights' }, place));
      }
      if (reaches(rule, 'policy', 'poddisruptionbudgets', ['create', 'update', 'patch', 'delete', '*'])) {
        findings.push(registryFinding(CODE, { about: 'budget-rights' }, place));
      }
      const changesConstraints = reaches(rule, 'security.openshift.io', 'securitycontextconstraints', ['update', 'patch', 'delete', '*']);
      if (changesConstraints && (rule.resourceNames ?? []).length === 0) {
        findings.push(registryFinding(CODE, { about: 'security-rights' }, place));
      }
    }));
  }
  return findings;
};

export const definitionsAreDescribed: Validator = ({ csv }) => {
  const owned = asObject(asObject(csv.manifest.spec)?.customresourcedefinitions)?.owned;
  return (Array.isArray(owned) ? owned : []).flatMap((definition: unknown, index): Finding[] => {
    const description = asObject(definition)?.description;
    if (typeof description === 'string' && description.trim() !== '') return [];
    const path = ['spec', 'customresourcedefinitions', 'owned', index, 'description'];
    return [registryFinding(CODE, { about: 'definition-description' }, { origin: csv.origin, path })];
  });
};

export const nameSaysVersion: Validator = ({ csv }) =>
  csv.release !== undefined || /^[^.]+\.v?\d+\.\d+\.\d+/.test(csv.name)
    ? []
    : [registryFinding(CODE, { about: 'name', name: csv.name }, { origin: csv.origin, path: ['metadata', 'name'] })];

export const channelsHaveUsualNames: Validator = ({ channels }) =>
  channels
    .filter((channel) => !/^(?:candidate|fast|stable)/.test(channel))
    .map((channel) => registryFinding(CODE, { about: 'channel', name: channel }, { origin: ANNOTATIONS_FILE }));

function reaches(rule: PolicyRule, group: string, resource: string, verbs: readonly string[]): boolean {
  const has = (list: readonly string[] | undefined, ...values: readonly string[]): boolean => values.some((value) => list?.includes(value) === true);
  return has(rule.apiGroups, group, '*') && has(rule.resources, resource, '*') && has(rule.verbs, ...verbs);
}

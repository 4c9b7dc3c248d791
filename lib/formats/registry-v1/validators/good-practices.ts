/** Content that is accepted everywhere, and yet makes trouble in a cluster. */
import { asObject, nameOf } from '../../../api';
import type { Finding } from '../../../schema/finding';
import { ANNOTATIONS_FILE } from '../../metadata/annotations';
import type { PolicyRule } from '../cluster-service-version';
import { remark } from '../../report';
import type { Validator } from './subject';

const CODE = 'good-practice';

/** Disruption budgets that forbid every disruption, and a priority class that every pod of the cluster would get. */
export const additionalObjectsAreHarmless: Validator = ({ others }) =>
  others.flatMap(({ manifest, origin }) => {
    const spec = asObject(manifest.spec);
    if (manifest.kind === 'PodDisruptionBudget') {
      const never = ['0', '0%'].includes(String(spec?.maxUnavailable)) || String(spec?.minAvailable) === '100%';
      return never ? [remark(CODE, `the disruption budget ${nameOf(manifest)} allows no disruption, so no node with its pods can be drained`, { origin, path: 'spec' })] : [];
    }
    if (manifest.kind === 'PriorityClass' && manifest.globalDefault === true) {
      return [remark(CODE, `the priority class ${nameOf(manifest)} becomes the default of the whole cluster`, { origin, path: 'globalDefault' })];
    }
    return [];
  });

export const resourcesAreRequested: Validator = ({ csv }) =>
  csv.deployments.flatMap(({ spec }, index) => {
    const containers = asObject(asObject(spec.template)?.spec)?.containers;
    return (Array.isArray(containers) ? containers : []).flatMap((container: unknown, at): Finding[] => {
      if (asObject(asObject(asObject(container)?.resources)?.requests) !== undefined) return [];
      const path = `spec.install.spec.deployments[${index}].spec.template.spec.containers[${at}].resources`;
      return [remark(CODE, 'the container requests no resources, so it is the first to go when a node is full', { origin: csv.origin, path })];
    });
  });

/** Permissions that let an operator out of what its package says. */
export const permissionsAreModest: Validator = ({ csv }) => {
  const findings: Finding[] = [];
  for (const [list, path] of [[csv.permissions, 'permissions'], [csv.clusterPermissions, 'clusterPermissions']] as const) {
    list.forEach(({ rules }, index) => rules.forEach((rule, at) => {
      const place = { origin: csv.origin, path: `spec.install.spec.${path}[${index}].rules[${at}]` };
      if (reaches(rule, 'apiextensions.k8s.io', 'customresourcedefinitions', ['create', '*'])) findings.push(remark(CODE, 'the operator may create definitions; a bundle brings those it needs', place));
      if (reaches(rule, 'policy', 'poddisruptionbudgets', ['create', 'update', 'patch', 'delete', '*'])) findings.push(remark(CODE, 'the operator may write disruption budgets, which can keep nodes from being drained', place));
      if (reaches(rule, 'security.openshift.io', 'securitycontextconstraints', ['update', 'patch', 'delete', '*']) && (rule.resourceNames ?? []).length === 0) {
        findings.push(remark(CODE, 'the operator may change the security context constraints of the cluster', place));
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
    return [remark(CODE, 'the definition has no description', { origin: csv.origin, path: `spec.customresourcedefinitions.owned[${index}].description` })];
  });
};

export const nameSaysVersion: Validator = ({ csv }) =>
  csv.release !== undefined || /^[^.]+\.v?\d+\.\d+\.\d+/.test(csv.name)
    ? []
    : [remark(CODE, `the name "${csv.name}" is not of the form <package>.v<version>`, { origin: csv.origin, path: 'metadata.name' })];

export const channelsHaveUsualNames: Validator = ({ channels }) =>
  channels
    .filter((channel) => !/^(?:candidate|fast|stable)/.test(channel))
    .map((channel) => remark(CODE, `the channel "${channel}" does not say how mature it is`, { origin: ANNOTATIONS_FILE, hint: 'Begin its name with candidate, fast or stable.' }));

function reaches(rule: PolicyRule, group: string, resource: string, verbs: readonly string[]): boolean {
  const has = (list: readonly string[] | undefined, ...values: readonly string[]): boolean => values.some((value) => list?.includes(value) === true);
  return has(rule.apiGroups, group, '*') && has(rule.resources, resource, '*') && has(rule.verbs, ...verbs);
}

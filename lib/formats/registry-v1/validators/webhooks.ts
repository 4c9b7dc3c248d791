/** Webhooks of the ClusterServiceVersion. */
import type { Issue, Segment } from '../../../issue';
import type { ClusterServiceVersion, WebhookDefinition } from '../cluster-service-version';
import { subdomainFault } from '../../report';
import { registryIssue } from '../registry-issue';
import { type Validator, duplicatesOf } from './subject';

const PATH = ['spec', 'webhookdefinitions'];

/** A conversion webhook serves the whole cluster, so the operator behind it has to watch all of it. */
export const conversionNeedsAllNamespaces: Validator = ({ csv }) => {
  const modes = csv.installModes.filter(({ supported }) => supported).map(({ type }) => type).sort();
  if (modes.length === 1 && modes[0] === 'AllNamespaces') return [];
  const place = { origin: csv.origin, path: ['spec', 'installModes'] };
  return conversions(csv).map(({ generateName }) => registryIssue('conversion-install-modes', { webhook: generateName, modes }, place));
};

export const webhooksHaveDeployments: Validator = ({ csv }) => {
  const names = new Set(csv.deployments.map(({ name }) => name));
  return each(csv, ({ type, generateName, deploymentName }, path) => {
    if (names.has(deploymentName)) return [];
    const data = { type, name: generateName, deployment: deploymentName };
    return [registryIssue('webhook-deployment', data, { origin: csv.origin, path: [...path, 'deploymentName'] })];
  });
};

export const webhookNamesAreUnique: Validator = ({ csv }) =>
  [...new Set(csv.webhooks.map(({ type }) => type))].sort().flatMap((type) =>
    duplicatesOf(csv.webhooks.filter((webhook) => webhook.type === type).map(({ generateName }) => generateName)).map((name) =>
      registryIssue('webhook-duplicate', { type, name }, { origin: csv.origin, path: PATH })));

export const webhookNamesAreValid: Validator = ({ csv }) =>
  each(csv, ({ type, generateName }, path) => {
    const fault = subdomainFault(generateName);
    if (fault === undefined || generateName === '') return [];
    return [registryIssue('webhook-name', { type, name: generateName, fault }, { origin: csv.origin, path: [...path, 'generateName'] })];
  });

export const oneConversionForEachDefinition: Validator = ({ csv }) => {
  const byDefinition = new Map<string, string[]>();
  for (const { generateName, conversionCRDs } of conversions(csv)) {
    for (const crd of new Set(conversionCRDs)) byDefinition.set(crd, [...(byDefinition.get(crd) ?? []), generateName]);
  }
  return [...byDefinition]
    .filter(([, names]) => names.length > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([definition, names]) =>
      registryIssue('conversion-duplicate', { definition, webhooks: names.sort() }, { origin: csv.origin, path: PATH }));
};

export const conversionsAreOfOwnedDefinitions: Validator = ({ csv }) => {
  const owned = new Set(csv.ownedCrds.map(({ name }) => name));
  return each(csv, ({ type, generateName, conversionCRDs = [] }, path) =>
    type !== 'ConversionWebhook' ? [] : conversionCRDs
      .filter((crd) => !owned.has(crd))
      .map((definition) => {
        const place = { origin: csv.origin, path: [...path, 'conversionCRDs'] };
        return registryIssue('conversion-not-owned', { webhook: generateName, definition }, place);
      }));
};

const FORBIDDEN_GROUPS: ReadonlySet<unknown> = new Set(['*', 'olm.operatorframework.io']);
const FORBIDDEN_RESOURCES: ReadonlySet<string> = new Set([
  '*', 'mutatingwebhookconfiguration', 'mutatingwebhookconfigurations', 'validatingwebhookconfiguration', 'validatingwebhookconfigurations',
]);

/** A webhook may not stand between the API server and what could remove it, or between OLM and its own API. */
export const webhookRulesAreHarmless: Validator = ({ csv }) =>
  each(csv, ({ type, generateName, rules = [] }, path) => {
    if (type === 'ConversionWebhook') return [];
    return rules.flatMap((rule, index) => {
      const place = { origin: csv.origin, path: [...path, 'rules', index] };
      const groups = listOf(rule.apiGroups);
      const ofGroups = groups
        .filter((group) => FORBIDDEN_GROUPS.has(group))
        .map((group) => registryIssue('webhook-rule', { webhook: generateName, group }, place));
      if (!groups.includes('admissionregistration.k8s.io')) return ofGroups;
      const ofResources = listOf(rule.resources)
        .filter((resource) => FORBIDDEN_RESOURCES.has(resource.toLowerCase()))
        .map((resource) => registryIssue('webhook-rule', { webhook: generateName, resource }, place));
      return [...ofGroups, ...ofResources];
    });
  });

function conversions(csv: ClusterServiceVersion): WebhookDefinition[] {
  return csv.webhooks.filter(({ type }) => type === 'ConversionWebhook').sort((a, b) => (a.generateName < b.generateName ? -1 : 1));
}

type Check = (webhook: WebhookDefinition, path: readonly Segment[]) => readonly Issue[];

function each(csv: ClusterServiceVersion, check: Check): Issue[] {
  return csv.webhooks.flatMap((webhook, index) => check(webhook, [...PATH, index]));
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

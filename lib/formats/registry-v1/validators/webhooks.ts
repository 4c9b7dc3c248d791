/** Webhooks of the ClusterServiceVersion. */
import type { Finding } from '../../../schema/finding';
import type { ClusterServiceVersion, WebhookDefinition } from '../cluster-service-version';
import { problem, quoted, subdomainProblem } from '../../report';
import { type Validator, duplicatesOf } from './subject';

const PATH = 'spec.webhookdefinitions';

/** A conversion webhook serves the whole cluster, so the operator behind it has to watch all of it. */
export const conversionNeedsAllNamespaces: Validator = ({ csv }) => {
  const modes = csv.installModes.filter(({ supported }) => supported).map(({ type }) => type).sort();
  if (modes.length === 1 && modes[0] === 'AllNamespaces') return [];
  return conversions(csv).map(({ generateName }) => {
    const message = `bundle contains conversion webhook ${quoted(generateName)} and supports install modes [${modes.join(' ')}] - conversion webhooks are only supported for bundles that only support AllNamespaces install mode`;
    return problem('conversion-install-modes', message, { origin: csv.origin, path: 'spec.installModes' });
  });
};

export const webhooksHaveDeployments: Validator = ({ csv }) => {
  const names = new Set(csv.deployments.map(({ name }) => name));
  return each(csv, ({ type, generateName, deploymentName }, path) => {
    const message = `webhook of type '${type}' with name '${generateName}' references non-existent deployment '${deploymentName}'`;
    return names.has(deploymentName) ? [] : [problem('webhook-deployment', message, { origin: csv.origin, path: `${path}.deploymentName` })];
  });
};

export const webhookNamesAreUnique: Validator = ({ csv }) =>
  [...new Set(csv.webhooks.map(({ type }) => type))].sort().flatMap((type) =>
    duplicatesOf(csv.webhooks.filter((webhook) => webhook.type === type).map(({ generateName }) => generateName)).map((name) =>
      problem('webhook-duplicate', `duplicate webhook '${name}' of type '${type}'`, { origin: csv.origin, path: PATH })));

export const webhookNamesAreValid: Validator = ({ csv }) =>
  each(csv, ({ type, generateName }, path) => {
    const wrong = subdomainProblem(generateName);
    if (wrong === undefined || generateName === '') return [];
    return [problem('webhook-name', `webhook of type '${type}' has invalid name '${generateName}': ${wrong}`, { origin: csv.origin, path: `${path}.generateName` })];
  });

export const oneConversionForEachDefinition: Validator = ({ csv }) => {
  const byDefinition = new Map<string, string[]>();
  for (const { generateName, conversionCRDs } of conversions(csv)) {
    for (const crd of new Set(conversionCRDs)) byDefinition.set(crd, [...(byDefinition.get(crd) ?? []), generateName]);
  }
  return [...byDefinition]
    .filter(([, names]) => names.length > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([crd, names]) => problem('conversion-duplicate', `conversion webhooks [${names.sort().join(',')}] reference same custom resource definition '${crd}'`, { origin: csv.origin, path: PATH }));
};

export const conversionsAreOfOwnedDefinitions: Validator = ({ csv }) => {
  const owned = new Set(csv.ownedCrds.map(({ name }) => name));
  return each(csv, ({ type, generateName, conversionCRDs = [] }, path) =>
    type !== 'ConversionWebhook' ? [] : conversionCRDs
      .filter((crd) => !owned.has(crd))
      .map((crd) => problem('conversion-not-owned', `conversion webhook '${generateName}' references custom resource definition '${crd}' not owned bundle`, { origin: csv.origin, path: `${path}.conversionCRDs` })));
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
      const place = { origin: csv.origin, path: `${path}.rules[${index}]` };
      const begin = `webhook ${quoted(generateName)} contains forbidden rule: admission webhook rules cannot reference`;
      const groups = listOf(rule.apiGroups);
      const ofGroups = groups.filter((group) => FORBIDDEN_GROUPS.has(group)).map((group) => problem('webhook-rule', `${begin} API group ${quoted(group)}`, place));
      if (!groups.includes('admissionregistration.k8s.io')) return ofGroups;
      const ofResources = listOf(rule.resources)
        .filter((resource) => FORBIDDEN_RESOURCES.has(resource.toLowerCase()))
        .map((resource) => problem('webhook-rule', `${begin} resource ${quoted(resource)} for API group "admissionregistration.k8s.io"`, place));
      return [...ofGroups, ...ofResources];
    });
  });

function conversions(csv: ClusterServiceVersion): WebhookDefinition[] {
  return csv.webhooks.filter(({ type }) => type === 'ConversionWebhook').sort((a, b) => (a.generateName < b.generateName ? -1 : 1));
}

function each(csv: ClusterServiceVersion, check: (webhook: WebhookDefinition, path: string) => readonly Finding[]): Finding[] {
  return csv.webhooks.flatMap((webhook, index) => check(webhook, `${PATH}[${index}]`));
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

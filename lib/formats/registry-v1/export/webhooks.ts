/**
 * Webhooks of a package as definitions of its ClusterServiceVersion. OLM makes configuration, Service and certificate of each by itself and
 * calls them as it does, so only a package that calls them the same can be exported.
 */
import { asObject, type JsonObject, type JsonValue, nameOf } from '../../../api';
import { defined } from '../../../defined';
import { asString } from '../../../schema';
import type { Issue, Segment } from '../../../issue';
import { certificateName, issuerName, serviceName } from '../render/names';

import { at, identityOf, kindOf, objectsIn, placeOf } from '../../export/parts';
import { registryIssue } from '../registry-issue';
import type { ExportObject } from '../../export/source';

const TYPES: Readonly<Record<string, string>> = {
  ValidatingWebhookConfiguration: 'ValidatingAdmissionWebhook',
  MutatingWebhookConfiguration: 'MutatingAdmissionWebhook',
};
const CODE = 'export-webhook';

export interface WebhookParts {
  readonly definitions: readonly JsonObject[];
  /** Identities of the objects that the definitions stand for. */
  readonly replaced: ReadonlySet<string>;
  readonly issues: readonly Issue[];
}

export function webhooksOf(objects: readonly ExportObject[]): WebhookParts {
  const issues: Issue[] = [];
  const replaced = new Set<string>();
  const definitions: JsonObject[] = [];
  const serving = new Set<string>();
  for (const object of objects) {
    const found = isConfiguration(object) ? admission(object, objects) : conversion(object, objects);
    if (found === undefined) continue;
    if (isConfiguration(object)) replaced.add(identityOf(object.manifest));
    if ('issue' in found) issues.push(found.issue);
    else {
      definitions.push(found.definition);
      serving.add(found.deployment);
    }
  }
  for (const { manifest } of objects.filter((object) => isGeneratedFor(object, serving))) replaced.add(identityOf(manifest));
  return { definitions, replaced, issues };
}

type Found = { readonly definition: JsonObject; readonly deployment: string } | { readonly issue: Issue };

function isConfiguration(object: ExportObject): boolean {
  return TYPES[kindOf(object)] !== undefined;
}

/** One definition of a configuration. OLM makes a configuration of each webhook and calls it as the webhook. */
function admission(object: ExportObject, objects: readonly ExportObject[]): Found {
  const [webhook, ...others] = objectsIn(object.manifest['webhooks']);
  if (webhook === undefined || others.length > 0) {
    const webhooks = webhook === undefined ? 0 : others.length + 1;
    return { issue: registryIssue(CODE, { problem: 'count', webhooks }, placeOf(object, ['webhooks'])) };
  }
  if (webhook['name'] !== nameOf(object.manifest)) {
    return { issue: registryIssue(CODE, { problem: 'name', webhook: String(webhook['name']) }, placeOf(object, ['metadata', 'name'])) };
  }
  const target = targetOf(object, at(webhook, 'clientConfig'), ['webhooks', 0, 'clientConfig'], objects);
  if ('issue' in target) return target;
  const {
    admissionReviewVersions, failurePolicy, matchPolicy, objectSelector, reinvocationPolicy, rules, sideEffects, timeoutSeconds,
  } = webhook;
  const definition = defined({
    type: TYPES[kindOf(object)],
    generateName: nameOf(object.manifest),
    ...target.members,
    admissionReviewVersions, failurePolicy, matchPolicy, objectSelector, reinvocationPolicy, rules, sideEffects, timeoutSeconds,
  });
  return { definition, deployment: target.deployment };
}

/** The definition of a CustomResourceDefinition whose versions are converted by a webhook; undefined for everything else. */
function conversion(object: ExportObject, objects: readonly ExportObject[]): Found | undefined {
  const given = asObject(at(object.manifest, 'spec', 'conversion'));
  if (kindOf(object) !== 'CustomResourceDefinition' || given?.['strategy'] !== 'Webhook') return undefined;
  const target = targetOf(object, at(given, 'webhook', 'clientConfig'), ['spec', 'conversion', 'webhook', 'clientConfig'], objects);
  if ('issue' in target) return target;
  const definition = defined({
    type: 'ConversionWebhook',
    generateName: nameOf(object.manifest),
    ...target.members,
    admissionReviewVersions: at(given, 'webhook', 'conversionReviewVersions'),
    conversionCRDs: [nameOf(object.manifest)],
  });
  return { definition, deployment: target.deployment };
}

type Target =
  | { readonly deployment: string; readonly members: Readonly<Record<string, JsonValue | undefined>> }
  | { readonly issue: Issue };

/** The Deployment behind the Service that a webhook is called through. */
function targetOf(
  object: ExportObject, clientConfig: JsonValue | undefined, path: readonly Segment[], objects: readonly ExportObject[],
): Target {
  const reference = asObject(at(clientConfig, 'service'));
  if (reference === undefined) {
    return { issue: registryIssue(CODE, { problem: 'address' }, placeOf(object, path)) };
  }
  const name = asString(reference['name']) ?? '';
  const service = objects.find((one) => kindOf(one) === 'Service' && nameOf(one.manifest) === name);
  const deployments = objects.filter((one) => kindOf(one) === 'Deployment');
  const deployment = deployments.find((one) => serviceName(nameOf(one.manifest)) === name);
  if (service === undefined || deployment === undefined) {
    const behind = service === undefined ? undefined : deployments.find((one) => selects(service, one));
    const named = behind && { deployment: nameOf(behind.manifest), service: serviceName(nameOf(behind.manifest)) };
    const data = { problem: 'service', service: name, ...defined({ behind: named }) } as const;
    return { issue: registryIssue(CODE, data, placeOf(object, [...path, 'service', 'name'])) };
  }
  const port = reference['port'] ?? 443;
  const target = objectsIn(at(service.manifest, 'spec', 'ports')).find((one) => one['port'] === port)?.['targetPort'];
  return {
    deployment: nameOf(deployment.manifest),
    members: { deploymentName: nameOf(deployment.manifest), containerPort: port, targetPort: target, webhookPath: reference['path'] },
  };
}

function selects(service: ExportObject, deployment: ExportObject): boolean {
  const wanted = Object.entries(asObject(at(service.manifest, 'spec', 'selector')) ?? {});
  const labels = asObject(at(deployment.manifest, 'spec', 'template', 'metadata', 'labels')) ?? {};
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
}

/** Service, Certificate and Issuer under the names that rendering gives them. */
function isGeneratedFor(object: ExportObject, deployments: ReadonlySet<string>): boolean {
  const names: Readonly<Record<string, (deployment: string) => string>> = {
    Service: serviceName,
    Certificate: certificateName,
    Issuer: issuerName,
  };
  const generated = names[kindOf(object)];
  return generated !== undefined && [...deployments].some((deployment) => generated(deployment) === nameOf(object.manifest));
}

/** What a certificate must be called to be one that rendering makes. */
export function expectedCertificates(objects: readonly ExportObject[], kind: 'Certificate' | 'Issuer'): readonly string[] {
  return objects.filter((one) => kindOf(one) === 'Deployment')
    .map((one) => (kind === 'Issuer' ? issuerName : certificateName)(nameOf(one.manifest)));
}

/** What the objects of a webhook have in common: port, service, the deployments behind. */
import { asObject, type JsonObject } from '../../../../api';
import { defined } from '../../../../defined';
import { asString } from '../../../../schema';
import type { ClusterServiceVersion, WebhookDefinition } from '../../cluster-service-version';
import type { RenderContext } from '../context';
import { serviceName } from '../names';

const DEFAULT_PORT = 443;

/** One owned API service of a ClusterServiceVersion. */
export interface ApiServiceDefinition {
  readonly group: string;
  readonly version: string;
  readonly deploymentName: string;
  readonly containerPort: number;
}

/** Upstream writes the port 0 for one that is not given, which no API server takes; the Service it makes listens on 443. */
export function portOf({ containerPort }: WebhookDefinition): number {
  return containerPort !== undefined && containerPort > 0 ? containerPort : DEFAULT_PORT;
}

export function apiServicesOf({ ownedApiServices }: ClusterServiceVersion): readonly ApiServiceDefinition[] {
  return ownedApiServices.map((definition) => {
    const port = definition['containerPort'];
    return {
      group: asString(definition['group']) ?? '',
      version: asString(definition['version']) ?? '',
      deploymentName: asString(definition['deploymentName']) ?? '',
      containerPort: typeof port === 'number' && port > 0 ? port : DEFAULT_PORT,
    };
  });
}

/** Names of the deployments that serve webhooks or APIs and so need a Service and a certificate, in the order of the deployments. */
export function servingDeployments(csv: ClusterServiceVersion): readonly string[] {
  const wanted = new Set([...csv.webhooks, ...apiServicesOf(csv)].map(({ deploymentName }) => deploymentName));
  return csv.deployments.map(({ name }) => name).filter((name) => wanted.has(name));
}

/** How the API server reaches a webhook. */
export function serviceReference(context: RenderContext, webhook: WebhookDefinition, path: string | undefined): JsonObject {
  return defined({ name: serviceName(webhook.deploymentName), namespace: context.installNamespace, path, port: portOf(webhook) });
}

/** An object with one more annotation. */
export function annotated(manifest: JsonObject, annotations: Readonly<Record<string, string>>): JsonObject {
  if (Object.keys(annotations).length === 0) return manifest;
  const metadata = asObject(manifest['metadata']);
  return { ...manifest, metadata: { ...metadata, annotations: { ...asObject(metadata?.['annotations']), ...annotations } } };
}

/** A kind with two versions whose conversion webhook runs on this machine, and may be away. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KubeObject } from '../../../lib/api';
import { caCert, goodCert, goodKey } from '../../lib/kube/certificates';
import { reviewer } from './review';

export interface ConversionWebhook {
  /** Widget, stored as v1 and served as v1 and v2. */
  readonly definition: (group: string) => KubeObject;
  /** From now on it breaks off every connection, or answers again. */
  away: boolean;
  close(): Promise<void>;
}

interface Question {
  readonly desiredAPIVersion: string;
  readonly objects: readonly KubeObject[];
}

export async function openConversionWebhook(): Promise<ConversionWebhook> {
  const convert = reviewer('apiextensions.k8s.io/v1', 'ConversionReview', ({ desiredAPIVersion, objects }: Question) => (
    { convertedObjects: objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion })), result: { status: 'Success' } }
  ));
  const server = createServer({ cert: goodCert, key: goodKey }, (request, response) => {
    if (webhook.away) request.socket.destroy();
    else convert(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const webhook: ConversionWebhook = {
    away: false,
    definition: (group) => definitionOf(group, port),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return webhook;
}

function definitionOf(group: string, port: number): KubeObject {
  const schema = { openAPIV3Schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
  } };
  const clientConfig = { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(caCert).toString('base64') };
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `widgets.${group}` },
    spec: {
      group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema }, { name: 'v2', served: true, storage: false, schema }],
      conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
    },
  };
}

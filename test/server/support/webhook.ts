/** A validating admission webhook on this machine: a small HTTPS server that the API server asks about ConfigMaps of one namespace. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KubeObject } from '../../../lib/api';
import { caCert, goodCert, goodKey } from '../../lib/kube/certificates';
import { stored, type OtherClient } from './extension';
import { reviewer } from './review';

export interface Webhook {
  /** As the API server calls it in its answers. */
  readonly name: string;
  /** Its server ends, its configuration stays: what it is asked about can be neither accepted nor refused. */
  goAway(): Promise<void>;
  /** Ends the server and takes the configuration away. */
  close(): Promise<void>;
}

/** @param denial why an object is denied, in the words of the webhook; undefined: it is accepted */
export async function openWebhook(
  client: OtherClient, namespace: string, denial: (object: KubeObject) => string | undefined,
): Promise<Webhook> {
  const review = reviewer('admission.k8s.io/v1', 'AdmissionReview', ({ object }: { readonly object: KubeObject }) => {
    const message = denial(object);
    return message === undefined ? { allowed: true } : { allowed: false, status: { code: 403, message } };
  });
  const server = createServer({ cert: goodCert, key: goodKey }, review);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const name = `rules.${namespace}.example.com`;
  const configuration = configurationOf(name, namespace, (server.address() as AddressInfo).port);
  stored(await client.cluster.apply(configuration, { fieldManager: 'kubectl', force: true }));
  const goAway = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    name,
    goAway,
    close: async () => {
      const { apiVersion, kind } = configuration;
      await client.delete({ apiVersion, kind, name });
      await goAway();
    },
  };
}

function configurationOf(name: string, namespace: string, port: number): KubeObject {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: [{
      name,
      clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(caCert).toString('base64') },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE', 'UPDATE'], scope: 'Namespaced' }],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      failurePolicy: 'Fail',
      timeoutSeconds: 5,
    }],
  };
}

/**
 * A validating webhook that allows everything, for one namespace. While its service is away the server refuses every write that it is asked
 * about.
 */
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../../lib/api';
import { caCert, goodCert, goodKey } from '../../lib/kube/certificates';
import type { Site } from '../site';

const webhooks = new WeakMap<Site, Webhook>();

/** Installs the webhook of a site, and waits until the server asks it. */
export async function installWebhook(site: Site): Promise<void> {
  const webhook = webhooks.get(site) ?? new Webhook();
  webhooks.set(site, webhook);
  site.atEnd('webhook', () => webhook.stop());
  await webhook.start();
  const configuration = configurationOf(site.namespace, webhook.port);
  await site.apply(configuration);
  site.removeLater({ apiVersion: configuration.apiVersion, kind: configuration.kind, name: site.namespace });
  const probe = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'is-the-webhook-asked', namespace: site.namespace } };
  const before = webhook.asked;
  while (webhook.asked === before) {
    await site.admin.apply(probe, { fieldManager: 'kubectl', force: true, dryRun: true });
    await sleep(10);
  }
}

export async function stopWebhook(site: Site): Promise<void> {
  await webhooks.get(site)?.stop();
}

export async function restartWebhook(site: Site): Promise<void> {
  await webhooks.get(site)?.start();
}

/** Not asked about Deployments, whose controller writes, too, nor about the state. */
function configurationOf(namespace: string, port: number): KubeObject & { readonly metadata: { readonly name: string } } {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: namespace },
    webhooks: [{
      name: 'faults.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None', failurePolicy: 'Fail', timeoutSeconds: 1,
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
      rules: [{
        apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps', 'services', 'serviceaccounts'], operations: ['CREATE', 'UPDATE', 'DELETE'],
      }],
      clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(caCert).toString('base64') },
    }],
  };
}

class Webhook {
  port = 0;
  /** How often the server has asked. */
  asked = 0;
  private server: https.Server | undefined;
  private readonly sockets = new Set<Socket>();

  /** On the port that it had, as a Service keeps its address. */
  async start(): Promise<void> {
    if (this.server !== undefined) return;
    const server = https.createServer({ cert: goodCert, key: goodKey }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.asked += 1;
        const { request: { uid } } = JSON.parse(Buffer.concat(chunks).toString()) as { request: { uid: string } };
        const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid, allowed: true } };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(review));
      });
    });
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

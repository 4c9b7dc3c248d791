/**
 * A stand-in for cert-manager: its two kinds that bundles use, and a controller that says of each that it is ready, as the real one does once
 * it has issued. Simulated pods need no certificate.
 */
import { refOf, type KubeObject, type ObjectRef } from '../../../lib/api';
import type { KubeCluster } from '../../../lib/kube';
import { OtherClient, stored } from './extension';

const API = 'cert-manager.io/v1';

/** Without a status subresource, so that a patch can play the controller. */
function definition(kind: string, plural: string): KubeObject & { readonly metadata: { readonly name: string } } {
  const schema = { type: 'object', properties: { spec: open(), status: open() } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.cert-manager.io` },
    spec: {
      group: 'cert-manager.io',
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

function open(): object {
  return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
}

const DEFINITIONS = [definition('Certificate', 'certificates'), definition('Issuer', 'issuers')];

/** Of a cluster these are: one test file at a time may use them, and removes them. */
export async function installCertificateKinds(cluster: KubeCluster): Promise<void> {
  for (const each of DEFINITIONS) stored(await cluster.apply(each, { fieldManager: 'cert-manager', force: true }));
  for (const { metadata } of DEFINITIONS) {
    await new Promise<void>((resolve) => {
      const subscription = cluster.observe({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: metadata.name }, {
        changed: (object) => {
          const conditions = (object['status'] as { conditions?: { type: string; status: string }[] } | undefined)?.conditions ?? [];
          if (!conditions.some(({ type, status }) => type === 'Established' && status === 'True')) return;
          subscription.close();
          resolve();
        },
        removed: () => undefined,
        synced: () => undefined,
        failed: () => undefined,
      });
    });
  }
}

/** Resolves when they are really gone. */
export async function removeCertificateKinds(cluster: KubeCluster): Promise<void> {
  const otherClient = new OtherClient(cluster);
  for (const { apiVersion, kind, metadata: { name } } of DEFINITIONS) {
    await otherClient.delete({ apiVersion, kind, name });
    await otherClient.until({ apiVersion, kind, name }, (object) => object === undefined);
  }
}

/** Makes every certificate and issuer of a namespace ready, until it is closed. */
export function issueCertificates(cluster: KubeCluster, namespace: string): { readonly issued: ReadonlySet<string>; close(): void } {
  const issued = new Set<string>();
  const subscriptions = ['Certificate', 'Issuer'].map((kind) => cluster.observe({ apiVersion: API, kind, namespace }, {
    changed: (object) => {
      const id = `${kind}/${object.metadata.name}/${object.metadata.uid ?? ''}`;
      if (issued.has(id)) return;
      issued.add(id);
      void markReady(cluster, { ...refOf(object), apiVersion: API });
    },
    removed: () => undefined,
    synced: () => undefined,
    failed: () => undefined,
  }));
  return { issued, close: () => subscriptions.forEach((subscription) => subscription.close()) };
}

async function markReady(cluster: KubeCluster, ref: ObjectRef): Promise<void> {
  const conditions = [{ type: 'Ready', status: 'True', reason: 'Issued', message: 'issued', lastTransitionTime: new Date().toISOString() }];
  await cluster.patch(ref, [{ op: 'add', path: '/status', value: { conditions } }], 'cert-manager');
}

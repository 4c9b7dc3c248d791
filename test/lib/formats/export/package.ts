/** A package with one of everything that registry+v1 has a place for, and ways to change it. */
import type { JsonObject } from '../../../../lib/api';
import { bundleFilesOf, exportBundle, type ExportResult, type ExportSource, readBundle } from '../../../../lib/bundle';
import { formatFinding } from '../../../../lib/issue';

export const NAMESPACE = 'shop-system';
const LABELS = { app: 'shop' };
const RBAC = 'rbac.authorization.k8s.io';

export function object(apiVersion: string, kind: string, name: string, content: JsonObject = {}, namespace = NAMESPACE): JsonObject {
  return { apiVersion, kind, metadata: { name, namespace }, ...content };
}

export function clusterWide(apiVersion: string, kind: string, name: string, content: JsonObject = {}): JsonObject {
  return { apiVersion, kind, metadata: { name }, ...content };
}

export function deployment(spec: JsonObject = {}, pod: JsonObject = {}): JsonObject {
  const containers = [{ name: 'shop', image: 'registry.example/shop:1', ports: [{ containerPort: 9443 }] }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'shop', namespace: NAMESPACE, labels: LABELS },
    spec: {
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { serviceAccountName: 'shop', containers, ...pod } },
      ...spec,
    },
  };
}

export const rules = (resource: string): JsonObject => ({ rules: [{ apiGroups: [''], resources: [resource], verbs: ['get', 'list'] }] });
export const account = (content: JsonObject = {}): JsonObject => object('v1', 'ServiceAccount', 'shop', content);
const subjects = [{ kind: 'ServiceAccount', name: 'shop', namespace: NAMESPACE }];
export const clusterRole = (name = 'shop', resource = 'nodes'): JsonObject => clusterWide(`${RBAC}/v1`, 'ClusterRole', name, rules(resource));
export const clusterRoleBinding = (name = 'shop', role = 'shop'): JsonObject =>
  clusterWide(`${RBAC}/v1`, 'ClusterRoleBinding', name, { roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role }, subjects });
export const role = (name = 'leader'): JsonObject => object(`${RBAC}/v1`, 'Role', name, rules('configmaps'));
export const roleBinding = (name = 'leader', of = 'leader'): JsonObject =>
  object(`${RBAC}/v1`, 'RoleBinding', name, { roleRef: { apiGroup: RBAC, kind: 'Role', name: of }, subjects });

export function definition(conversion: JsonObject = {}): JsonObject {
  const version = (name: string, storage: boolean): JsonObject => ({ name, served: true, storage, schema: { openAPIV3Schema: { type: 'object', description: 'What somebody buys.' } } });
  return clusterWide('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'shoporders.shop.example', {
    spec: {
      group: 'shop.example',
      scope: 'Namespaced',
      names: { plural: 'shoporders', singular: 'shoporder', kind: 'ShopOrder', listKind: 'ShopOrderList' },
      versions: [version('v1', true), version('v1beta1', false)],
      ...conversion,
    },
  });
}

export const settings = (): JsonObject => object('v1', 'ConfigMap', 'settings', { data: { level: 'info', count: '0123', multi: 'one\ntwo\n' } });

/** Webhook, Service and certificate as rendering calls them. */
export function webhook(changes: { name?: string; service?: string; entry?: JsonObject; more?: readonly JsonObject[] } = {}): JsonObject[] {
  const { name = 'orders.shop.example', service = 'shop-service', entry = {}, more = [] } = changes;
  const configuration = {
    ...clusterWide('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', name),
    metadata: { name, annotations: { 'cert-manager.io/inject-ca-from': `${NAMESPACE}/shop-service-cert` }, labels: { app: 'shop' } },
    webhooks: [
      {
        name: 'orders.shop.example',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Fail',
        clientConfig: { service: { name: service, namespace: NAMESPACE, path: '/validate' } },
        rules: [{ apiGroups: ['shop.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['shoporders'] }],
        ...entry,
      },
      ...more,
    ],
  };
  return [
    configuration,
    object('v1', 'Service', service, { spec: { selector: LABELS, ports: [{ name: 'https', port: 443, targetPort: 9443 }] } }),
    object('cert-manager.io/v1', 'Issuer', 'shop-service-cert-selfsigned-issuer', { spec: { selfSigned: {} } }),
    object('cert-manager.io/v1', 'Certificate', 'shop-service-cert', {
      spec: { secretName: 'shop-service-cert', dnsNames: [`shop-service.${NAMESPACE}.svc`], issuerRef: { name: 'shop-service-cert-selfsigned-issuer' } },
    }),
  ];
}

/** A pod that mounts the certificate of the webhook. */
const mount = { name: 'tls', mountPath: '/tmp/k8s-webhook-server/serving-certs', readOnly: true };
export const servingPod: JsonObject = {
  containers: [{ name: 'shop', image: 'registry.example/shop:1', volumeMounts: [mount] }],
  volumes: [{ name: 'tls', secret: { secretName: 'shop-service-cert' } }],
};

export function exported(objects: readonly JsonObject[], changes: Partial<ExportSource> = {}): ExportResult {
  return exportBundle({
    format: 'registry+v1',
    packageName: 'shop',
    version: '1.2.0',
    installNamespace: NAMESPACE,
    objects: objects.map((manifest, index) => ({ manifest, origin: { source: `shop/${String(manifest['kind']).toLowerCase()}-${index}` } })),
    ...changes,
  });
}

export function lines({ findings }: Pick<ExportResult, 'findings'>, severity = 'error'): string[] {
  return findings.filter((finding) => finding.severity === severity).map((finding) => `${finding.code}: ${formatFinding(finding)}`);
}

/** What was written, as any reader sees it. */
export function readBack(result: ExportResult) {
  expect(lines(result)).toEqual([]);
  const { bundle, findings } = readBundle(bundleFilesOf('shop', Object.entries(result.files ?? {})));
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (bundle === undefined) throw new Error('no bundle');
  return bundle;
}

/** Packages as registry+v1 bundles: what goes into the ClusterServiceVersion, what stays an object, and what is refused. */
import { type ExportResult, renderBundle } from '../../../../lib/bundle';
import {
  account, clusterRole, clusterRoleBinding, clusterWide, definition, deployment, exported, lines, NAMESPACE, object,
  readBack as readAny, role, roleBinding,
  servingPod, settings, webhook,
} from '../export/package';
import { asRegistryBundle } from '../narrowed';

const readBack = (result: ExportResult) => asRegistryBundle(readAny(result));

const whole = [account(), clusterRole(), clusterRoleBinding(), role(), roleBinding(), definition(), settings(), deployment()];

test('the files of a bundle, to the byte', () => {
  const { files } = exported(whole, { metadata: { displayName: 'Shop', keywords: ['orders'], channels: ['stable', 'fast'], defaultChannel: 'stable', minKubeVersion: '1.30.0', skipRange: '<1.2.0' } });
  expect(Object.entries(files ?? {}).map(([path, text]) => `--- ${path}\n${text}`).join('')).toMatchSnapshot();
});

test('deployments, APIs and access become parts of the ClusterServiceVersion; the rest stays', () => {
  const bundle = readBack(exported(whole));
  expect(bundle).toMatchObject({ name: 'shop.v1.2.0', packageName: 'shop', version: '1.2.0', channels: ['stable'] });
  expect(bundle.csv.deployments).toEqual([{ name: 'shop', label: { app: 'shop' }, spec: expect.objectContaining({ selector: { matchLabels: { app: 'shop' } } }) as unknown }]);
  expect(bundle.csv.ownedCrds.map(({ name, version, kind }) => `${name} ${version} ${kind}`)).toEqual(['shoporders.shop.example v1 ShopOrder', 'shoporders.shop.example v1beta1 ShopOrder']);
  expect(bundle.csv.clusterPermissions).toEqual([{ serviceAccountName: 'shop', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list'] }] }]);
  expect(bundle.csv.installModes.filter(({ supported }) => supported)).toEqual([{ type: 'AllNamespaces', supported: true }]);
  expect(bundle.others.map(({ manifest }) => manifest['kind']).sort()).toEqual(['ConfigMap', 'Role', 'RoleBinding']);
});

test('rendering gives the objects back: the same, apart from what OLM writes on pods', () => {
  const bundle = readBack(exported(whole));
  const { objects } = renderBundle(bundle, { installNamespace: NAMESPACE, certificates: 'none' });
  const named = (kind: string) => objects.filter(({ manifest }) => manifest['kind'] === kind).map(({ manifest }) => manifest);
  expect(named('ConfigMap')).toEqual([settings()]);
  expect(named('Role')).toEqual([role()]);
  expect(named('CustomResourceDefinition')).toMatchObject([definition()]);
  expect(named('Deployment')).toMatchObject([deployment()]);
  expect(named('ServiceAccount')).toEqual([account()]);
});

test('a Role is a permission only for an operator that watches its own namespace: made to watch all, it would have more', () => {
  const bundle = readBack(exported(whole, { metadata: { installModes: ['OwnNamespace'] } }));
  expect(bundle.csv.permissions.map(({ serviceAccountName }) => serviceAccountName)).toEqual(['shop']);
  expect(bundle.others.map(({ manifest }) => manifest['kind'])).toEqual(['ConfigMap']);
  expect(readBack(exported(whole, { metadata: { installModes: ['OwnNamespace', 'AllNamespaces'] } })).csv.permissions).toEqual([]);
});

test.each([
  ['an account with pull secrets', account({ imagePullSecrets: [{ name: 'registry' }] })],
  ['an account with annotations', { ...account(), metadata: { name: 'shop', namespace: NAMESPACE, annotations: { 'eks.amazonaws.com/role-arn': 'arn' } } }],
  ['an account that mounts no token, and pods that leave it so', account({ automountServiceAccountToken: false })],
])('%s stays an object, with its roles and their names', (_, special) => {
  const result = exported([special, ...whole.slice(1)]);
  const bundle = readBack(result);
  expect(bundle.csv.clusterPermissions).toEqual([]);
  expect(bundle.others.map(({ manifest }) => manifest['kind']).sort()).toEqual(['ClusterRole', 'ClusterRoleBinding', 'ConfigMap', 'Role', 'RoleBinding', 'ServiceAccount']);
});

test('what pods say about tokens holds, so the account may be generated', () => {
  const mounting = deployment({}, { automountServiceAccountToken: true });
  const bundle = readBack(exported([account({ automountServiceAccountToken: false }), ...whole.slice(1, -1), mounting]));
  expect(bundle.csv.clusterPermissions).toHaveLength(1);
});

test.each([
  ['a role that another account is bound to as well', [{ ...clusterRoleBinding('others'), subjects: [{ kind: 'Group', name: 'people', apiGroup: 'rbac.authorization.k8s.io' }] }]],
  ['a role that a namespace is granted only', [{ ...roleBinding('narrow'), roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'shop' } }]],
])('%s stays an object', (_, more) => {
  const bundle = readBack(exported([...whole, ...more]));
  expect(bundle.csv.clusterPermissions).toEqual([]);
  expect(bundle.others.filter(({ manifest }) => manifest['kind'] === 'ClusterRole')).toHaveLength(1);
});

test('a role that takes part in aggregation stays an object: its labels mean something', () => {
  const aggregated = { ...clusterRole(), metadata: { name: 'shop', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } } };
  const bundle = readBack(exported([account(), aggregated, clusterRoleBinding(), deployment()]));
  expect(bundle.csv.clusterPermissions).toEqual([]);
});

test('a package that keeps a binding for a namespace is told that the bundle works only there', () => {
  expect(lines(exported(whole), 'warning').filter((line) => line.startsWith('export-fixed-namespace'))).toEqual([
    expect.stringContaining('the binding is about a service account in namespace "shop-system", so the bundle works only when it is installed there'),
  ]);
  expect(lines(exported(whole, { metadata: { installModes: ['OwnNamespace'] } }), 'warning').filter((line) => line.startsWith('export-'))).toEqual([]);
});

test('webhooks that are called as OLM calls them become definitions', () => {
  const bundle = readBack(exported([...whole.slice(0, -1), deployment({}, servingPod), ...webhook()]));
  expect(bundle.csv.webhooks).toEqual([
    expect.objectContaining({ type: 'ValidatingAdmissionWebhook', generateName: 'orders.shop.example', deploymentName: 'shop', containerPort: 443, targetPort: 9443, webhookPath: '/validate' }),
  ]);
  expect(bundle.others.map(({ manifest }) => manifest['kind']).filter((kind) => kind === 'Service')).toEqual([]);
});

test('a webhook of an operator that watches its own namespace only is asked about nothing else', () => {
  const namespaceSelector = { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: [NAMESPACE] }] };
  const objects = [...whole.slice(0, -1), deployment({}, servingPod), ...webhook({ entry: { namespaceSelector } })];
  expect(readBack(exported(objects, { metadata: { installModes: ['OwnNamespace'] } })).csv.webhooks).toHaveLength(1);
  expect(lines(exported(objects)).join()).toContain('webhooks[0].namespaceSelector');
});

test('conversion of versions becomes a definition', () => {
  const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { name: 'shop-service', namespace: NAMESPACE, path: '/convert' } } } };
  const crd = definition({ conversion });
  const annotated = { ...crd, metadata: { name: 'shoporders.shop.example', annotations: { 'cert-manager.io/inject-ca-from': `${NAMESPACE}/shop-service-cert` } } };
  const [, ...serving] = webhook();
  const bundle = readBack(exported([account(), clusterRole(), clusterRoleBinding(), annotated, deployment({}, servingPod), ...serving]));
  expect(bundle.csv.webhooks).toEqual([expect.objectContaining({ type: 'ConversionWebhook', conversionCRDs: ['shoporders.shop.example'], webhookPath: '/convert', targetPort: 9443 })]);
});

const serving = [account(), clusterRole(), clusterRoleBinding(), definition(), deployment({}, servingPod)];

test.each([
  ['two webhooks in one configuration', [...serving, ...webhook({ more: [{ name: 'more.shop.example', admissionReviewVersions: ['v1'], sideEffects: 'None', clientConfig: { url: 'https://x' } }] })],
    /the configuration has 2 webhooks, and registry\+v1 has one in each\. Declare one configuration for each webhook/],
  ['another name than the webhook', [...serving, ...webhook({ name: 'shop' })], /Call the configuration "orders\.shop\.example"/],
  ['a Service that is called otherwise', [...serving, ...webhook({ service: 'hooks' })], /called through Service "hooks".*Call the Service "shop-service"/],
  ['an address outside', [...serving, ...webhook({ entry: { clientConfig: { url: 'https://hooks.example' } } })], /the webhook is called at an address/],
  ['namespaces that it selects', [...serving, ...webhook({ entry: { namespaceSelector: { matchLabels: { shop: 'yes' } } } })], /webhooks\[0\]\.namespaceSelector: the bundle would give another value here/],
  ['no certificate authority', [...serving, ...webhook().map((one) => (one['kind'] === 'ValidatingWebhookConfiguration' ? { ...one, metadata: { name: 'orders.shop.example' } } : one))],
    /metadata\.annotations: the bundle would give another value here/],
  ['another port on the Service', [...serving, ...webhook().map((one) => (one['kind'] === 'Service' ? { ...one, spec: { selector: { app: 'shop' }, ports: [{ name: 'https', port: 443, targetPort: 9443 }, { name: 'metrics', port: 8080 }] } } : one))],
    /Service.*spec\.ports: the bundle would give another value here/],
  ['no certificate of its own', [...serving, ...webhook().slice(0, 2)], /the bundle would give Certificate shop-system\/shop-service-cert, which the package does not have/],
])('a webhook with %s is refused, with what to change', (_, objects, expected) => {
  expect(lines(exported(objects)).join('\n')).toMatch(expected);
});

test.each([
  ['Namespace', clusterWide('v1', 'Namespace', 'another'), /shop\/namespace-8: .*cannot hold a Namespace\. The namespace exists before the bundle is installed/],
  ['DaemonSet', object('apps/v1', 'DaemonSet', 'agent', { spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } } } }),
    /cannot hold a DaemonSet\. Workloads of such a bundle are Deployments/],
  ['custom resource', object('shop.example/v1', 'ShopOrder', 'first'), /cannot hold a ShopOrder\. Leave it out, let the operator create it, or export the package as plain\+v0/],
  ['Secret with content', object('v1', 'Secret', 'keys', { stringData: { key: 'hunter2' } }), /export-secret: .*the bundle would publish/],
  ['object of another namespace', object('v1', 'ConfigMap', 'far', { data: { a: 'b' } }, 'elsewhere'), /export-namespace: .*is in namespace "elsewhere"/],
])('a %s is refused: it has no place', (_, extra, expected) => {
  const result = exported([...whole, extra]);
  expect(result.files).toBeUndefined();
  expect(lines(result).join('\n')).toMatch(expected);
  expect(JSON.stringify(result)).not.toContain('hunter2');
});

test('annotations of a Deployment are refused, on its pods they are kept', () => {
  const annotated = { ...deployment(), metadata: { name: 'shop', namespace: NAMESPACE, labels: { app: 'shop' }, annotations: { note: 'kept' } } };
  expect(lines(exported([account(), annotated]))).toEqual([expect.stringContaining('metadata.annotations: registry+v1 has no place for the annotations of a Deployment')]);
});

test('the namespace that it is installed in is left out, and suggested when it is to have labels', () => {
  const bare = exported([...whole, clusterWide('v1', 'Namespace', NAMESPACE)]);
  expect(lines(bare, 'warning')).toContainEqual(expect.stringContaining('export-own-namespace'));
  expect(Object.keys(bare.files ?? {}).filter((path) => path.includes('namespace'))).toEqual([]);
  const annotations = (result: ReturnType<typeof exported>): unknown => readBack(result).csv.annotations;
  expect(JSON.stringify(annotations(bare))).not.toContain('suggested-namespace-template');
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  const place = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } };
  expect(annotations(exported([...whole, place]))).toMatchObject({
    'operatorframework.io/suggested-namespace-template': JSON.stringify(place),
  });
});

test('everything that is wrong is said at once', () => {
  const codes = exported([...whole, clusterWide('v1', 'Namespace', 'another'), object('v1', 'ConfigMap', 'far', {}, 'elsewhere')]).findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect(codes).toEqual(['export-kind', 'export-namespace']);
});

test('what a catalog shows is what the author says', () => {
  const bundle = readBack(
    exported(whole, {
      metadata: {
        displayName: 'Shop', description: 'Sells.', provider: { name: 'Example' }, maintainers: [{ name: 'A', email: 'a@example.com' }], links: [{ name: 'Docs', url: 'https://docs.example' }],
        icon: { base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' }, replaces: 'shop.v1.1.0', skips: ['shop.v1.1.1'], relatedImages: [{ name: 'shop', image: 'registry.example/shop:1' }],
        dependencies: [{ type: 'olm.package', value: { packageName: 'cert-manager', version: '>=1.14.0' } }], properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.20' }],
        customResourceDefinitions: { 'shoporders.shop.example': { displayName: 'Order', description: 'An order.' } }, examples: [{ apiVersion: 'shop.example/v1', kind: 'ShopOrder' }],
      },
    }),
  );
  expect(bundle).toMatchObject({ dependencies: [{ type: 'olm.package' }], properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.20' }] });
  expect(bundle.csv).toMatchObject({ replaces: 'shop.v1.1.0', skips: ['shop.v1.1.1'], relatedImages: [{ name: 'shop', image: 'registry.example/shop:1' }] });
  expect(bundle.csv.manifest['spec']).toMatchObject({
    displayName: 'Shop', provider: { name: 'Example' }, icon: [{ base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' }],
    customresourcedefinitions: { owned: [{ displayName: 'Order', description: 'An order.' }, { displayName: 'Order' }] },
  });
  expect(bundle.csv.annotations).toEqual({ 'alm-examples': '[{"apiVersion":"shop.example/v1","kind":"ShopOrder"}]', 'operatorframework.io/suggested-namespace': 'shop-system' });
});

test('mistakes in what the author says are those of the reader', () => {
  expect(lines(exported(whole, { version: 'v1', metadata: { installModes: [] } })).join('\n')).toMatch(/bundle-version: .*\n?.*install-modes: /);
});

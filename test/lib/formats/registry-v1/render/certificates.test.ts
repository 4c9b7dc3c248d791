import type { JsonObject } from '../../../../../lib/api';
import { crd, deployment, makeBundle, manifestsOf, only, render, titles, webhook } from './make';

const bundle = makeBundle({
  webhooks: [webhook(), webhook({ type: 'MutatingAdmissionWebhook' }), webhook({ type: 'ConversionWebhook', conversionCRDs: ['demos.demo.io'] })],
  bundle: { crds: [crd()] },
});

/** The annotations of each object that has some, by kind. */
function annotations(manifests: readonly JsonObject[]): Record<string, unknown> {
  const annotated = manifests.filter(({ metadata }) => Object.hasOwn(metadata as object, 'annotations'));
  return Object.fromEntries(annotated.map(({ kind, metadata }) => [kind, (metadata as JsonObject)['annotations']]));
}

test('cert-manager issues a certificate for two years that names the Service', () => {
  const manifests = manifestsOf(bundle, { certificates: 'cert-manager' });
  const injection = { 'cert-manager.io/inject-ca-from': 'demo-system/controller-service-cert' };
  expect(annotations(manifests)).toEqual({
    CustomResourceDefinition: injection,
    ValidatingWebhookConfiguration: injection,
    MutatingWebhookConfiguration: injection,
  });
  expect(only(manifests, 'Certificate')['spec']).toEqual({
    commonName: 'controller-service.demo-system',
    dnsNames: ['controller-service.demo-system', 'controller-service.demo-system.svc', 'controller-service.demo-system.svc.cluster.local'],
    duration: '17520h0m0s',
    issuerRef: { name: 'controller-service-cert-selfsigned-issuer' },
    renewBefore: '24h0m0s',
    secretName: 'controller-service-cert',
    usages: ['server auth'],
  });
  expect(only(manifests, 'Issuer')['spec']).toEqual({ selfSigned: {} });
});

test('OpenShift\'s service-ca needs annotations only', () => {
  const manifests = manifestsOf(bundle, { certificates: 'service-ca' });
  const injection = { 'service.beta.openshift.io/inject-cabundle': 'true' };
  expect(annotations(manifests)).toEqual({
    CustomResourceDefinition: injection,
    ValidatingWebhookConfiguration: injection,
    MutatingWebhookConfiguration: injection,
    Service: { 'service.beta.openshift.io/serving-cert-secret-name': 'controller-service-cert' },
  });
});

test('another provider changes annotations and the objects it needs, and no name', () => {
  const [a, b] = (['cert-manager', 'service-ca'] as const).map((certificates) => titles(manifestsOf(bundle, { certificates })));
  expect(a?.filter((title) => !/^(Issuer|Certificate) /.test(title))).toEqual(b);
});

test('without a provider a bundle with webhooks or API services is refused, one without is not', () => {
  const refused = { code: 'certificates-needed', severity: 'error', origin: 'manifests/demo.yaml' };
  expect(render(bundle, { certificates: 'none' })).toMatchObject({ findings: [refused], objects: [] });
  const api = { group: 'g.io', version: 'v1', deploymentName: 'controller' };
  expect(render(makeBundle({ ownedApiServices: [api] }), { certificates: 'none' })).toMatchObject({ findings: [refused], objects: [] });
  expect(render(makeBundle(), { certificates: 'none' }).findings).toEqual([]);
});

describe('the certificate in a deployment', () => {
  const podSpec = (parts: JsonObject): JsonObject => {
    const manifests = manifestsOf(makeBundle({ deployments: [deployment('controller', parts)], webhooks: [webhook()] }));
    return (only(manifests, 'Deployment') as unknown as { spec: { template: { spec: JsonObject } } }).spec.template.spec;
  };
  const mounts = [
    { name: 'webhook-cert', mountPath: '/tmp/k8s-webhook-server/serving-certs' },
    { name: 'apiservice-cert', mountPath: '/apiserver.local.config/certificates' },
  ];
  const items = (certificate: string, key: string) => [{ key: 'tls.crt', path: certificate }, { key: 'tls.key', path: key }];
  const volumes = [
    { name: 'webhook-cert', secret: { secretName: 'controller-service-cert', items: items('tls.crt', 'tls.key') } },
    { name: 'apiservice-cert', secret: { secretName: 'controller-service-cert', items: items('apiserver.crt', 'apiserver.key') } },
  ];

  test('is mounted in every container where operators look for it', () => {
    expect(podSpec({ containers: [{ name: 'a' }, { name: 'b' }] })).toEqual({ containers: [{ name: 'a', volumeMounts: mounts }, { name: 'b', volumeMounts: mounts }], volumes });
  });

  test('takes the place of volumes with its names, and of those mounted at its paths', () => {
    const data = { name: 'data', mountPath: '/data' };
    expect(
      podSpec({
        containers: [{ name: 'a', volumeMounts: [{ name: 'own', mountPath: '/tmp/k8s-webhook-server/serving-certs' }, data] }, { name: 'b', volumeMounts: [{ name: 'own', mountPath: '/x' }] }],
        volumes: [{ name: 'webhook-cert', emptyDir: {} }, { name: 'own', secret: { secretName: 'own' } }, { name: 'data', emptyDir: {} }],
      }),
    ).toEqual({
      containers: [{ name: 'a', volumeMounts: [data, ...mounts] }, { name: 'b', volumeMounts: mounts }],
      volumes: [{ name: 'data', emptyDir: {} }, ...volumes],
    });
  });

  test('is not mounted in a deployment that serves nothing', () => {
    const manifests = manifestsOf(makeBundle({ deployments: [deployment('other', { containers: [] }), deployment()], webhooks: [webhook()] }));
    expect(manifests.find(({ metadata }) => (metadata as JsonObject)['name'] === 'other')).toMatchObject({ spec: { template: { spec: { containers: [] } } } });
  });
});

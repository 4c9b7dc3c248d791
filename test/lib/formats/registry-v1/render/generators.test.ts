import type { JsonObject } from '../../../../../lib/api';
import { crd, deployment, INSTALL_NAMESPACE, makeBundle, manifestsOf, only, render, titles, webhook } from './make';

const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }];
const permission = (serviceAccountName: string) => ({ serviceAccountName, rules });
const kinds = (manifests: readonly JsonObject[]): unknown[] => manifests.map(({ kind }) => kind);
const other = (kind: string, metadata: JsonObject, rest: JsonObject = {}) => ({
  origin: { source: `manifests/${kind}.yaml` },
  manifest: { apiVersion: 'v1', kind, metadata, ...rest },
});

test('the generators come in the order of upstream, and API services with what they need', () => {
  const parts = {
    modes: ['AllNamespaces', 'SingleNamespace'] as const,
    permissions: [permission('a')],
    clusterPermissions: [permission('c')],
    webhooks: [webhook({ type: 'MutatingAdmissionWebhook' }), webhook()],
    ownedApiServices: [{ group: 'things.demo.io', version: 'v1', deploymentName: 'controller' }],
    bundle: { crds: [crd()], others: [other('ConfigMap', { name: 'x' })] },
  };
  const order = kinds(manifestsOf(makeBundle(parts), { config: { watchNamespace: 'team' } }))
    .filter((kind, index, all) => kind !== all[index - 1]);
  expect(order).toEqual([
    'ServiceAccount', 'Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding', 'CustomResourceDefinition', 'ConfigMap', 'Deployment',
    'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'Service', 'APIService', 'ClusterRoleBinding', 'RoleBinding', 'Issuer', 'Certificate',
  ]);
});

describe('service accounts', () => {
  test('one for each name in permissions and clusterPermissions; the default one is there already', () => {
    const manifests = manifestsOf(makeBundle({
      permissions: [permission('b'), permission(''), permission('default')],
      clusterPermissions: [permission('a'), permission('b')],
    }));
    expect(titles(manifests).filter((title) => title.startsWith('ServiceAccount '))).toEqual([
      'ServiceAccount demo-system/b',
      'ServiceAccount demo-system/a',
    ]);
  });
});

test('a service account that the bundle brings itself is not made a second time', () => {
  const own = other('ServiceAccount', { name: 'a', labels: { of: 'the bundle' } });
  const manifests = manifestsOf(makeBundle({ permissions: [permission('a')], bundle: { others: [own] } }));
  expect(only(manifests, 'ServiceAccount')).toMatchObject({ metadata: {
    name: 'a',
    namespace: 'demo-system',
    labels: { of: 'the bundle' },
  } });
});

describe('permissions', () => {
  const bundle = makeBundle({
    modes: ['AllNamespaces', 'SingleNamespace'],
    permissions: [permission('a')],
    clusterPermissions: [permission('c')],
  });

  test('of an operator that watches all namespaces are promoted, come last, and let it find namespaces', () => {
    const manifests = manifestsOf(bundle);
    const roles = manifests.filter(({ kind }) => kind === 'ClusterRole');
    expect(roles.map((role) => role['rules'])).toEqual([
      rules,
      [...rules, { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] }],
    ]);
    expect(kinds(manifests)).not.toContain('Role');
  });

  test('of an operator that watches one are there, and bind the account of the install namespace', () => {
    const manifests = manifestsOf(bundle, { config: { watchNamespace: 'team' } });
    const role = only(manifests, 'Role') as unknown as { metadata: { name: string; namespace: string }; rules: unknown };
    expect(role).toMatchObject({ metadata: { namespace: 'team' }, rules });
    expect(only(manifests, 'RoleBinding')).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: role.metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role.metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: INSTALL_NAMESPACE }],
    });
    expect(titles(manifests).filter((title) => title.startsWith('Cluster'))).toHaveLength(2);
  });

  test('given twice are made once', () => {
    expect(kinds(manifestsOf(makeBundle({ clusterPermissions: [permission('a'), permission('a')] })))).toEqual([
      'ServiceAccount',
      'ClusterRole',
      'ClusterRoleBinding',
      'Deployment',
    ]);
  });
});

describe('definitions', () => {
  const conversion = webhook({ type: 'ConversionWebhook', conversionCRDs: ['demos.demo.io'] });
  const { webhookPath: _, ...withoutPath } = conversion;

  test('stay as they are without a conversion webhook', () => {
    const plain = crd('demos.demo.io', { group: 'demo.io' });
    expect(only(manifestsOf(makeBundle({ bundle: { crds: [plain] } })), 'CustomResourceDefinition')).toEqual(plain.manifest);
  });

  test('get the address of their conversion webhook and the authority that signs for it', () => {
    const bundle = makeBundle({
      webhooks: [conversion],
      bundle: { crds: [crd('demos.demo.io', { group: 'demo.io', conversion: { strategy: 'None' } })] },
    });
    expect(only(manifestsOf(bundle), 'CustomResourceDefinition')).toMatchObject({
      metadata: { annotations: { 'cert-manager.io/inject-ca-from': 'demo-system/controller-service-cert' } },
      spec: {
        group: 'demo.io',
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'controller-service', namespace: 'demo-system', path: '/validate', port: 443 } },
            conversionReviewVersions: ['v1'],
          },
        },
      },
    });
  });

  test('are reached at / when the webhook gives no path, and at 443 when it gives no port', () => {
    const { containerPort: _port, ...bare } = withoutPath;
    const bundle = makeBundle({ webhooks: [bare], bundle: { crds: [crd()] } });
    const service = { name: 'controller-service', namespace: 'demo-system', path: '/', port: 443 };
    expect(only(manifestsOf(bundle), 'CustomResourceDefinition'))
      .toMatchObject({ spec: { conversion: { webhook: { clientConfig: { service } } } } });
  });

  test('that keep unknown fields, and those with two conversion webhooks, are errors that name them', () => {
    const bundle = makeBundle({
      webhooks: [conversion, conversion],
      bundle: { crds: [crd('demos.demo.io', { preserveUnknownFields: true })] },
    });
    const { findings, objects } = render(bundle);
    expect(objects).toEqual([]);
    expect(findings.map(({ code, origin }) => [code, origin])).toEqual([
      ['conversion-duplicate', 'manifests/demo.yaml'],
      ['conversion-preserves-unknown', 'manifests/demos.demo.io.yaml'],
    ]);
  });
});

describe('additional objects', () => {
  test.each([
    [
      'a namespaced one goes into the install namespace, wherever it says it belongs',
      'ConfigMap',
      { name: 'x', namespace: 'elsewhere' },
      { name: 'x', namespace: 'demo-system' },
    ],
    ['a VerticalPodAutoscaler is namespaced', 'VerticalPodAutoscaler', { name: 'x' }, { name: 'x', namespace: 'demo-system' }],
    ['one of the cluster has no namespace', 'PriorityClass', { name: 'x', namespace: 'elsewhere' }, { name: 'x' }],
  ])('%s', (_, kind, metadata, expected) => {
    expect(only(manifestsOf(makeBundle({ bundle: { others: [other(kind, metadata)] } })), kind)).toMatchObject({ metadata: expected });
    expect(Object.keys(only(manifestsOf(makeBundle({ bundle: { others: [other(kind, metadata)] } })), kind)['metadata']!))
      .toEqual(Object.keys(expected));
  });

  test('a service account in a binding that names no namespace is that of the bundle; others stay', () => {
    const subjects = [
      { kind: 'ServiceAccount', name: 'a' },
      { kind: 'ServiceAccount', name: 'b', namespace: 'monitoring' },
      { kind: 'Group', name: 'c' },
    ];
    const binding = other('RoleBinding', { name: 'x' }, { subjects });
    expect(only(manifestsOf(makeBundle({ bundle: { others: [binding] } })), 'RoleBinding')).toMatchObject({
      subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: 'demo-system' }, subjects[1], subjects[2]],
    });
  });

  test('a kind that the format does not know is an error with its file', () => {
    expect(render(makeBundle({ bundle: { others: [other('DaemonSet', { name: 'x' })] } })).findings).toMatchObject([
      { code: 'kind-unsupported', message: "unsupported resource 'x' with kind 'DaemonSet'", origin: 'manifests/DaemonSet.yaml' },
    ]);
  });
});

describe('deployments', () => {
  const annotationsOf = (manifests: readonly JsonObject[]): unknown =>
    (only(manifests, 'Deployment') as unknown as { spec: { template: { metadata: { annotations: unknown } } } }).spec.template.metadata.annotations;

  test('keep their spec and get a namespace, labels and one old ReplicaSet', () => {
    const written = { ...deployment(), label: { tier: 'control' } };
    expect(only(manifestsOf(makeBundle({ deployments: [written] })), 'Deployment')).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'controller', namespace: 'demo-system', labels: { tier: 'control' } },
      spec: {
        ...written.spec,
        revisionHistoryLimit: 1,
        template: {
          metadata: { labels: { app: 'controller' }, annotations: { 'olm.targetNamespaces': '', 'olm.operatorNamespace': 'demo-system' } },
          spec: { containers: [{ name: 'manager', image: 'example.com/demo:1' }], serviceAccountName: 'controller' },
        },
      },
    });
  });

  test('tell pods what to watch, which no annotation of the bundle can change; its own go before the ClusterServiceVersion\'s', () => {
    const spec = { template: { metadata: { annotations: { 'olm.targetNamespaces': 'all-mine', who: 'deployment' } }, spec: {} } };
    const bundle = makeBundle({
      modes: ['SingleNamespace'],
      annotations: { who: 'csv', capabilities: 'Full' },
      deployments: [{ name: 'controller', spec }],
    });
    expect(annotationsOf(manifestsOf(bundle, { config: { watchNamespace: 'team' } }))).toEqual({
      'who': 'deployment',
      'capabilities': 'Full',
      'olm.targetNamespaces': 'team',
      'olm.operatorNamespace': 'demo-system',
    });
  });

  test('have no annotation of the ClusterServiceVersion themselves: only their pods do', () => {
    const manifest = only(manifestsOf(makeBundle({ annotations: { capabilities: 'Full' } })), 'Deployment');
    expect(manifest['metadata']).not.toHaveProperty('annotations');
    expect(annotationsOf([manifest])).toMatchObject({ capabilities: 'Full' });
  });

  test('carry the properties of the file after those of the annotation, as upstream writes them', () => {
    const properties = [
      { type: 'olm.constraint', value: { b: '<2', a: 1 } },
      { type: 'olm.maxOpenShiftVersion', value: { z: 1, a: '>=1' } },
    ];
    const annotations = { 'olm.properties': '[{"type": "olm.constraint", "value": {"b": "<2", "a": 1}}]' };
    expect(annotationsOf(manifestsOf(makeBundle({ annotations, bundle: { properties } })))).toMatchObject({
      'olm.properties': String.raw`[{"type":"olm.constraint","value":{"b":"\u003c2","a":1}},{"type":"olm.maxOpenShiftVersion","value":{"a":"\u003e=1","z":1}}]`,
    });
    expect(annotationsOf(manifestsOf(makeBundle({
      annotations,
      bundle: { properties: properties.slice(0, 1) },
    })))).toMatchObject(annotations);
  });

  test('that are broken do not throw', () => {
    expect(render(makeBundle({
      deployments: [{ name: 'x', spec: { template: 3, selector: [] } }],
      webhooks: [webhook({ deploymentName: 'x' })],
    })).objects).not.toEqual([]);
  });
});

describe('webhooks', () => {
  test('each becomes a configuration of its own, without the hyphen at the end of its name', () => {
    const full = {
      objectSelector: { matchLabels: { a: 'b' } },
      failurePolicy: 'Fail',
      matchPolicy: 'Exact',
      timeoutSeconds: 5,
      reinvocationPolicy: 'Never',
    };
    const mutating = webhook({ type: 'MutatingAdmissionWebhook', generateName: 'set.demo.io-', webhookPath: '/set', ...full });
    const manifests = manifestsOf(makeBundle({ webhooks: [mutating, webhook()] }));
    expect(titles(manifests).slice(1)).toEqual([
      'ValidatingWebhookConfiguration check.demo.io',
      'MutatingWebhookConfiguration set.demo.io',
      'Service demo-system/controller-service',
      'Issuer demo-system/controller-service-cert-selfsigned-issuer',
      'Certificate demo-system/controller-service-cert',
    ]);
    expect(only(manifests, 'MutatingWebhookConfiguration')['webhooks']).toEqual([
      {
        name: 'set.demo.io',
        admissionReviewVersions: ['v1'],
        clientConfig: { service: { name: 'controller-service', namespace: 'demo-system', path: '/set', port: 443 } },
        rules: mutating.rules,
        sideEffects: 'None',
        ...full,
      },
    ]);
  });

  test('of an operator that watches one namespace are asked about that only', () => {
    const bundle = makeBundle({ modes: ['OwnNamespace'], webhooks: [webhook()] });
    expect(only(manifestsOf(bundle, { config: { watchNamespace: INSTALL_NAMESPACE } }), 'ValidatingWebhookConfiguration')['webhooks'])
      .toMatchObject([
      { namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: [INSTALL_NAMESPACE] }] } },
    ]);
  });

  describe('the bundle brings a Service of that name itself', () => {
    const ports = [{ port: 443, targetPort: 'webhook' }];
    const containers = [{ name: 'manager', image: 'example.com/demo:1', ports: [{ name: 'webhook', containerPort: 9443 }] }];
    const own = (spec: JsonObject) => makeBundle({
      deployments: [deployment('controller', { containers })],
      webhooks: [webhook()],
      bundle: {
        others: [{
          manifest: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'controller-service' }, spec },
          origin: { source: 'manifests/service.yaml' },
        }],
      },
    });

    test('which leads to its webhooks: it is the one, with the certificate', () => {
      const fitting = own({ selector: { app: 'controller' }, ports, sessionAffinity: 'ClientIP' });
      expect(only(manifestsOf(fitting), 'Service')).toMatchObject({
        metadata: { namespace: INSTALL_NAMESPACE }, spec: { ports, sessionAffinity: 'ClientIP' },
      });
      expect(only(manifestsOf(fitting, { certificates: 'service-ca' }), 'Service')['metadata']).toMatchObject({
        annotations: { 'service.beta.openshift.io/serving-cert-secret-name': 'controller-service-cert' },
      });
    });

    test.each<[string, JsonObject, string]>([
      ['the selector', { selector: { app: 'other' }, ports }, 'its selector does not choose the pods of that deployment'],
      ['no selector', { ports }, 'its selector does not choose the pods of that deployment'],
      ['the port', { selector: { app: 'controller' }, ports: [{ port: 8443, targetPort: 9443 }] }, 'it has no port 443 that leads to 9443'],
      ['its target', { selector: { app: 'controller' }, ports: [{ port: 443 }] }, 'it has no port 443 that leads to 9443'],
    ])('which does not: %s is the reason', (_what, spec, message) => {
      expect(render(own(spec)).findings).toMatchObject([
        { code: 'webhook-service-unfit', origin: 'manifests/service.yaml', message: expect.stringContaining(message) as string },
      ]);
    });
  });

  test('of one deployment share a Service with all their ports, sorted', () => {
    const ports = [
      { containerPort: 8443, targetPort: 'https' },
      { containerPort: 443, targetPort: 9443 },
      { containerPort: 443, targetPort: 9443 },
      {},
    ];
    const webhooks = ports.map((port, index) => {
      const { containerPort: _, targetPort: __, ...rest } = webhook({ generateName: `check-${index}.demo.io` });
      return { ...rest, ...port };
    });
    const conflicting = render(makeBundle({ webhooks }));
    expect(conflicting.findings).toMatchObject([{
      code: 'webhook-port-conflict',
      message: expect.stringContaining('port 443 to 9443 and to 443') as string,
    }]);
    expect(only(manifestsOf(makeBundle({ webhooks: webhooks.slice(0, 3) })), 'Service')).toMatchObject({
      metadata: { name: 'controller-service', namespace: 'demo-system' },
      spec: {
        selector: { app: 'controller' },
        ports: [{ name: '443', port: 443, targetPort: 9443 }, { name: '8443', port: 8443, targetPort: 'https' }],
      },
    });
  });
});

describe('API services', () => {
  const api = { name: 'things', group: 'things.demo.io', version: 'v1', kind: 'Thing', deploymentName: 'controller', containerPort: 5443 };

  test('are registered, with a Service, a certificate and what their server needs to authenticate callers', () => {
    const manifests = manifestsOf(makeBundle({ ownedApiServices: [api, { ...api, kind: 'Other' }] }));
    expect(titles(manifests).slice(1)).toEqual([
      'Service demo-system/controller-service',
      'APIService v1.things.demo.io',
      'ClusterRoleBinding controller-service-system:auth-delegator',
      'RoleBinding kube-system/controller-service-auth-reader',
      'Issuer demo-system/controller-service-cert-selfsigned-issuer',
      'Certificate demo-system/controller-service-cert',
    ]);
    expect(only(manifests, 'APIService')).toEqual({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.things.demo.io', annotations: { 'cert-manager.io/inject-ca-from': 'demo-system/controller-service-cert' } },
      spec: {
        group: 'things.demo.io',
        groupPriorityMinimum: 2000,
        service: { name: 'controller-service', namespace: 'demo-system', port: 5443 },
        version: 'v1',
        versionPriority: 15,
      },
    });
    expect(only(manifests, 'RoleBinding')['subjects']).toEqual([{ kind: 'ServiceAccount', name: 'controller', namespace: 'demo-system' }]);
    expect(only(manifests, 'Service')).toMatchObject({ spec: { ports: [{ name: '5443', port: 5443, targetPort: 5443 }] } });
  });

  test.each([['another deployment', { deploymentName: 'x' }], ['no group', { group: '' }]])('with %s are an error', (_, wrong) => {
    expect(render(makeBundle({ ownedApiServices: [{ ...api, ...wrong }] })).findings).toMatchObject([{
      code: 'api-service-definition',
      origin: 'manifests/demo.yaml',
    }]);
  });
});

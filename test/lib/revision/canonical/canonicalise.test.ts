import type { JsonObject } from '../../../../lib/api';
import { canonicalise } from '../../../../lib/revision';
import { kubernetesSchemas } from '../../../../lib/schema';

const schemas = kubernetesSchemas();

function canonical(object: JsonObject): JsonObject {
  return canonicalise(object, schemas.kind(String(object['apiVersion']), String(object['kind'])));
}

/** The pod spec of a Deployment with this one, in canonical form. */
function podSpec(spec: JsonObject): unknown {
  const result = canonical({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec: { template: { spec } } });
  return ((result['spec'] as JsonObject)['template'] as JsonObject)['spec'];
}

const meta = { metadata: { name: 'a' } };

describe('what every object loses', () => {
  test('status, metadata of the server, annotations of kubectl, nulls and empties in metadata', () => {
    const exported = {
      kind: 'ConfigMap',
      apiVersion: 'v1',
      data: { b: '2', a: '' },
      status: {},
      metadata: {
        name: 'a',
        uid: '1',
        resourceVersion: '5',
        generation: 1,
        creationTimestamp: null,
        selfLink: '/x',
        managedFields: [],
        labels: {},
        finalizers: [],
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', 'deprecated.daemonset.template.generation': '3', 'keep': 'me' },
      },
    };
    expect(JSON.stringify(canonical(exported))).toBe(
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"annotations":{"keep":"me"},"name":"a"},"data":{"a":"","b":"2"}}',
    );
  });

  test('custom resources keep their content to the letter, nulls and empties and zeros included', () => {
    const spec = { a: null, b: [], c: {}, d: '', e: '1000m' };
    expect(canonical({ apiVersion: 'example.com/v1', kind: 'Foo', ...meta, spec, status: { x: 1 } })).toEqual({
      apiVersion: 'example.com/v1', kind: 'Foo', ...meta, spec,
    }); // prettier-ignore
  });

  test('a key named __proto__ stays a key', () => {
    const data = JSON.parse('{"__proto__": "x", "a": "b"}') as JsonObject;
    expect(JSON.stringify(canonical({ apiVersion: 'v1', kind: 'ConfigMap', ...meta, data })['data'])).toBe('{"__proto__":"x","a":"b"}');
  });
});

describe('built-in kinds take the form in which the server stores them', () => {
  test('empty lists and maps go, empty structures stay', () => {
    const network = { podSelector: {}, ingress: [{ from: [{ namespaceSelector: { matchLabels: {} } }] }, {}], egress: [], policyTypes: ['Ingress', 'Egress'] };
    expect(canonical({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', ...meta, spec: network })['spec']).toEqual({
      podSelector: {},
      ingress: [{ from: [{ namespaceSelector: {} }] }, {}],
      policyTypes: ['Ingress', 'Egress'],
    });
    expect(podSpec({ volumes: [{ name: 'v', emptyDir: {} }], tolerations: [], nodeSelector: {}, securityContext: {}, containers: [] })).toEqual({
      volumes: [{ name: 'v', emptyDir: {} }], securityContext: {}, containers: [],
    }); // prettier-ignore
  });

  test('an empty caBundle is none; an empty entry of a Secret is one', () => {
    const webhook = (clientConfig: JsonObject): JsonObject => ({ webhooks: [{ name: 'a.example.com', clientConfig }] });
    const configuration = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration', ...meta };
    const { webhooks } = canonical({ ...configuration, ...webhook({ url: 'https://a.example', caBundle: '' }) });
    expect(webhooks).toEqual([{ name: 'a.example.com', clientConfig: { url: 'https://a.example' } }]);
    const service = { group: 'example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1, caBundle: '' };
    expect(canonical({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', ...meta, spec: service })['spec']).not.toHaveProperty('caBundle');
    expect(canonical({ apiVersion: 'v1', kind: 'Secret', ...meta, data: { empty: '' } })['data']).toEqual({ empty: '' });
  });

  test('an empty list of scaling policies stays: without it the server fills in its own', () => {
    const spec = { behavior: { scaleDown: { policies: [] } } };
    expect(canonical({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', ...meta, spec })['spec']).toEqual(spec);
  });

  test('quantities are canonical, whole or in parts', () => {
    const container = { name: 'c', resources: { limits: { cpu: '1000m', memory: '1024Mi' }, requests: { cpu: 0.5, memory: '1.5Gi', pods: '100u' } } };
    expect(podSpec({ containers: [container], volumes: [{ name: 'v', emptyDir: { sizeLimit: '2048Ki' } }] })).toEqual({
      containers: [{ name: 'c', resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m', memory: '1536Mi', pods: '1m' } } }],
      volumes: [{ name: 'v', emptyDir: { sizeLimit: '2Mi' } }],
    });
  });

  test('ports of containers and Services name their protocol', () => {
    expect(podSpec({ containers: [{ name: 'c', ports: [{ containerPort: 53, protocol: 'UDP' }, { containerPort: 53 }] }] })).toEqual({
      containers: [{ name: 'c', ports: [{ containerPort: 53, protocol: 'UDP' }, { containerPort: 53, protocol: 'TCP' }] }],
    });
    expect(canonical({ apiVersion: 'v1', kind: 'Service', ...meta, spec: { ports: [{ port: 80 }] } })['spec']).toEqual({ ports: [{ port: 80, protocol: 'TCP' }] });
  });

  test('stringData becomes data and wins over it; line breaks in base64 go', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', ...meta, data: { a: 'b2xk', b: 'YWJj\nZGVm' }, stringData: { a: 'né' } };
    expect(canonical(secret)).toEqual({ apiVersion: 'v1', kind: 'Secret', ...meta, data: { a: Buffer.from('né').toString('base64'), b: 'YWJjZGVm' } });
  });

  test('defaults within lists that are applied as a whole are filled in', () => {
    expect(podSpec({ containers: [{ name: 'c', env: [{ name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }, { name: 'E', value: '' }] }] })).toEqual({
      containers: [{ name: 'c', env: [{ name: 'N', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } }, { name: 'E', value: '' }] }],
    });
    const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', ...meta };
    expect(canonical({ ...binding, roleRef: { kind: 'Role', name: 'r' }, subjects: [{ kind: 'User', name: 'u' }, { kind: 'ServiceAccount', name: 's', apiGroup: '' }] })).toEqual({
      ...binding,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'u' }, { kind: 'ServiceAccount', name: 's' }],
    });
  });

  test('bounds of containers in a LimitRange are filled in, those of others are not', () => {
    const limits = [{ type: 'Container', max: { cpu: '2000m' }, default: { memory: '1024Mi' }, min: { pods: 1 } }, { type: 'Pod', max: { cpu: '4' } }];
    expect(canonical({ apiVersion: 'v1', kind: 'LimitRange', ...meta, spec: { limits } })['spec']).toEqual({
      limits: [
        {
          type: 'Container', max: { cpu: '2' }, min: { pods: '1' }, default: { cpu: '2', memory: '1Gi' }, defaultRequest: { cpu: '2', memory: '1Gi', pods: '1' },
        },
        { type: 'Pod', max: { cpu: '4' } },
      ],
    }); // prettier-ignore
  });

  test('zeros that ask the server to choose go', () => {
    expect(canonical({ apiVersion: 'v1', kind: 'Secret', ...meta, type: '' })).toEqual({ apiVersion: 'v1', kind: 'Secret', ...meta });
    expect(canonical({ apiVersion: 'v1', kind: 'Service', ...meta, spec: { ports: [{ port: 80, targetPort: 0 }] } })['spec']).toEqual({
      ports: [{ port: 80, protocol: 'TCP' }],
    });
    expect(podSpec({ containers: [{ name: 'c', livenessProbe: { httpGet: { port: 80, path: '', scheme: '' } } }] })).toEqual({
      containers: [{ name: 'c', livenessProbe: { httpGet: { port: 80 } } }],
    });
  });

  test('claim templates of a StatefulSet are complete', () => {
    const spec = { volumeClaimTemplates: [{ metadata: { name: 'd', creationTimestamp: null }, spec: { resources: { requests: { storage: '1024Mi' } } } }] };
    expect(canonical({ apiVersion: 'apps/v1', kind: 'StatefulSet', ...meta, spec })['spec']).toEqual({
      volumeClaimTemplates: [
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'd' },
          spec: { resources: { requests: { storage: '1Gi' } }, volumeMode: 'Filesystem' },
          status: { phase: 'Pending' },
        },
      ],
    });
  });

  test('schemas of CRDs lose what the server does not store, and keep values of their authors', () => {
    const properties = {
      nulls: { type: 'string', nullable: true, default: null, enum: ['a', null], description: '' },
      object: { type: 'object', default: { a: null, b: [] }, properties: {}, required: [] },
      description: { type: 'string', nullable: false },
    };
    const spec = { preserveUnknownFields: false, versions: [{ name: 'v1', additionalPrinterColumns: [{ name: 'A', priority: 0 }], schema: { openAPIV3Schema: { properties } } }] };
    expect(canonical({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...meta, spec })['spec']).toEqual({
      preserveUnknownFields: false,
      versions: [
        {
          name: 'v1',
          additionalPrinterColumns: [{ name: 'A' }],
          schema: {
            openAPIV3Schema: {
              properties: {
                nulls: { type: 'string', nullable: true, enum: ['a', null] },
                object: { type: 'object', default: { a: null, b: [] } },
                description: { type: 'string' },
              },
            },
          },
        },
      ],
    });
  });

  test('a zero that the author wrote stays: it takes the field from the client that set it otherwise', () => {
    const zeros = { hostNetwork: false, hostPID: false, containers: [{ name: 'c', stdin: false, env: [{ name: 'DEBUG', value: '' }], ports: [{ name: '', containerPort: 80, protocol: 'TCP' }] }] };
    expect(podSpec(zeros)).toEqual(zeros);
    expect(canonical({ apiVersion: 'apps/v1', kind: 'Deployment', ...meta, spec: { paused: false, minReadySeconds: 0 } })['spec']).toEqual({ paused: false, minReadySeconds: 0 });
  });

  test('but not where it asks the server for a port of its choice, and within what is applied as a whole', () => {
    expect(canonical({ apiVersion: 'v1', kind: 'Service', ...meta, spec: { healthCheckNodePort: 0, ports: [{ port: 80, nodePort: 0 }] } })['spec']).toEqual({ ports: [{ port: 80, protocol: 'TCP' }] });
    const rules = [{ host: '', http: { paths: [{ path: '', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80, name: '' } } } }] } }];
    expect(canonical({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', ...meta, spec: { rules } })['spec']).toEqual({
      rules: [{ http: { paths: [{ pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }] } }],
    });
  });

  test('null as an entry of a map or list of plain values becomes what the server stores for it', () => {
    const selected = canonical({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', ...meta, spec: { podSelector: { matchLabels: { app: null } } } });
    expect(selected['spec']).toEqual({ podSelector: { matchLabels: { app: '' } } });
    expect(canonical({ apiVersion: 'v1', kind: 'Service', ...meta, spec: { selector: { app: null } } })['spec']).toEqual({ selector: { app: '' } });
    const labelled = { metadata: { name: 'a', labels: { l: null }, annotations: { a: null } } };
    expect(canonical({ apiVersion: 'v1', kind: 'ConfigMap', ...labelled, data: { a: null }, binaryData: { b: null } })).toEqual({
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { l: '' }, annotations: { a: '' } }, data: { a: '' }, binaryData: { b: '' },
    }); // prettier-ignore
    expect(canonical({ apiVersion: 'example.com/v1', kind: 'Foo', ...labelled })['metadata']).toEqual({ name: 'a', labels: { l: '' }, annotations: { a: '' } });
    expect(canonical({ apiVersion: 'v1', kind: 'Secret', ...meta, data: { a: null, b: 'YQ==' }, stringData: { b: null } })['data']).toEqual({ a: '', b: '' });
    expect(podSpec({ containers: [{ name: 'c', args: [null, 'x'], resources: { limits: { cpu: null } } }] })).toEqual({ containers: [{ name: 'c', args: ['', 'x'], resources: { limits: { cpu: '0' } } }] });
  });

  test('unknown fields are left for the check to name', () => {
    expect(podSpec({ containers: [], tollerations: [], extra: null })).toEqual({ containers: [], tollerations: [], extra: null });
  });

  test('doing it twice changes nothing', () => {
    const once = canonical({ apiVersion: 'v1', kind: 'ResourceQuota', ...meta, spec: { hard: { cpu: '2000m' }, scopes: [] } });
    expect(canonical(once)).toEqual(once);
  });
});

/** The check of single objects and of sets; test/server/schema/check.test.ts holds it against a real API server. */
import type { JsonObject } from '../../../lib/api';
import { formatFindings } from '../../../lib/issue';
import { checkObjects, schemaWording } from '../../../lib/schema';
import { inWords } from '../in-words';
import { cpuMilliseconds } from '../../support/cpu-time';

const issuesOf = (...objects: JsonObject[]) => checkObjects(objects.map((object, index) => ({ object, origin: { source: 'app.yaml', line: index + 1 } })));
const check = (...objects: JsonObject[]) => inWords(issuesOf(...objects), schemaWording);
const lines = (...objects: JsonObject[]) => formatFindings(check(...objects)).split('\n');
const meta = { name: 'x' };
const deployment = (container: JsonObject): JsonObject => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'main', image: 'x', ...container }] } } },
});
const configMap = (metadata: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...meta, ...metadata }, ...rest });
const crd: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'backups.example.com' },
  spec: {
    group: 'example.com', scope: 'Cluster', names: { plural: 'backups', kind: 'Backup' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { keep: { type: 'integer', minimum: 1 } } } } } } },
      { name: 'v1alpha1', served: false, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
};

describe('messages say where, what and what to do', () => {
  test.each<[string, JsonObject, string]>([
    ['an unknown field', deployment({ imagePullPolice: 'Always' }),
      'app.yaml:1: Deployment.apps/v1 shop/web: spec.template.spec.containers[0].imagePullPolice: unknown field "imagePullPolice". Did you mean "imagePullPolicy"?'],
    ['a number for a string', deployment({ env: [{ name: 'A', value: 8080 }] }),
      'app.yaml:1: Deployment.apps/v1 shop/web: spec.template.spec.containers[0].env[0].value: must be a string, and is a number (8080). Quote it: "8080".'],
    ['a string for a number', deployment({ ports: [{ containerPort: '80' }] }),
      'app.yaml:1: Deployment.apps/v1 shop/web: spec.template.spec.containers[0].ports[0].containerPort: must be an integer, and is a string ("80"). Remove the quotes.'],
    ['an object for a list', deployment({ env: { A: 'b' } }),
      'app.yaml:1: Deployment.apps/v1 shop/web: spec.template.spec.containers[0].env: must be a list, and is an object. Begin each entry with "- ".'],
    ['a bad quantity', deployment({ resources: { limits: { memory: '1GB' } } }),
      'app.yaml:1: Deployment.apps/v1 shop/web: spec.template.spec.containers[0].resources.limits.memory: "1GB" is not a quantity. Write a number with an optional suffix: 250m, 1.5, 128Mi, 2Gi.'],
    ['two ports, one by the default protocol', deployment({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }] }),
      'app.yaml:1: Deployment.apps/v1 shop/web: spec.template.spec.containers[0].ports[1]: a second entry with containerPort 80, protocol "TCP"; the first is [0]. Entries of this list are told apart by containerPort and protocol.'],
    ['a value outside an enumeration', deployment({ imagePullPolicy: 'Sometimes' }),
      'app.yaml:1: Deployment.apps/v1 shop/web: spec.template.spec.containers[0].imagePullPolicy: "Sometimes" is not allowed here. Allowed: "Always", "IfNotPresent", "Never".'],
    ['a bad label', configMap({ labels: { 'app.kubernetes.io/name': 'a b' } }),
      'app.yaml:1: ConfigMap.v1 x: metadata.labels["app.kubernetes.io/name"]: "a b" is not a valid label value. A label value has at most 63 letters, digits, "-", "_" and ".", and begins and ends with a letter or digit.'],
    ['a bad name', configMap({ name: 'My_Config' }),
      'app.yaml:1: ConfigMap.v1 My_Config: metadata.name: "My_Config" is not a valid name for a ConfigMap. Use lower-case letters, digits, "-" and "."; begin and end with a letter or digit; at most 253 characters.'],
    ['no name', { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} },
      'app.yaml:1: ConfigMap.v1 (no name): metadata.name: the object has no name. Give it a metadata.name.'],
    ['no kind', { apiVersion: 'v1', metadata: meta },
      'app.yaml:1: kind: the object has no kind. Every Kubernetes object names its apiVersion and kind.'],
    ['a namespace where there is none', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', namespace: 'b' } },
      'app.yaml:1: Namespace.v1 b/a: metadata.namespace: warning: a Namespace has no namespace; "b" is ignored. Remove it.'],
  ])('%s', (_, object, message) => {
    expect(lines(object)).toEqual([message]);
  });
});

describe('kinds', () => {
  test.each<[string, string, string]>([
    ['extensions/v1beta1', 'Ingress', 'Kubernetes serves no Ingress in extensions/v1beta1 since version 1.22. Write it for networking.k8s.io/v1; fields may differ.'],
    ['policy/v1beta1', 'PodDisruptionBudget', 'Kubernetes serves no PodDisruptionBudget in policy/v1beta1 since version 1.25. Write it for policy/v1; fields may differ.'],
    ['policy/v1beta1', 'PodSecurityPolicy', 'Kubernetes serves no PodSecurityPolicy in policy/v1beta1 since version 1.25. Pod security admission replaces it: label the namespace.'],
    ['apps/v1', 'Deploymnt', 'Kubernetes 1.36 has no kind "Deploymnt" in apps/v1 that can be applied. Did you mean "Deployment"?'],
    ['v1', 'Deployment', 'Kubernetes 1.36 has no kind "Deployment" in v1 that can be applied. It is served in apps/v1.'],
    ['authentication.k8s.io/v1', 'TokenReview', 'Kubernetes 1.36 has no kind "TokenReview" in authentication.k8s.io/v1 that can be applied.'],
  ])('%s %s does not exist: an error', (apiVersion, kind, message) => {
    expect(check({ apiVersion, kind, metadata: meta })).toMatchObject([{ code: 'unknown-kind', severity: 'error' }]);
    expect(lines({ apiVersion, kind, metadata: meta })[0]).toBe(`app.yaml:1: ${kind}.${apiVersion} x: ${message}`);
  });

  test('a kind of another group without its CRD is a warning', () => {
    expect(check({ apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: meta })).toMatchObject([{ code: 'unknown-kind', severity: 'warning' }]);
  });

  test('a custom resource is checked against the CRD beside it, wherever that stands', () => {
    const resource = (apiVersion: string, spec: JsonObject): JsonObject => ({ apiVersion, kind: 'Backup', metadata: meta, spec });
    expect(check(resource('example.com/v1', { keep: 3 }), crd)).toEqual([]);
    expect(check(resource('example.com/v1', { keep: 0 }), crd)).toMatchObject([{ code: 'out-of-range', path: 'spec.keep', subject: 'Backup.example.com/v1 x' }]);
    expect(lines(resource('example.com/v1alpha1', {}), crd)).toEqual(['app.yaml:1: Backup.example.com/v1alpha1 x: the CustomResourceDefinition of Backup serves no version v1alpha1. Served: v1.']);
  });

  test('the schema of a CRD is itself checked, recursively', () => {
    const bad = JSON.parse(JSON.stringify(crd).replace('"minimum"', '"minimun"')) as JsonObject;
    expect(check(bad)).toMatchObject([{
      code: 'unknown-field', path: 'spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.keep.minimun', hint: 'Did you mean "minimum"?',
    }]);
  });
});

describe('objects among each other', () => {
  test('two objects for one place are an error that names both origins', () => {
    expect(check(configMap({}, { data: { a: '1' } }), configMap({}, { data: { a: '2' } }))).toEqual([{
      code: 'duplicate-object', severity: 'error', message: 'another object with this kind and name is at app.yaml:1', path: '', hint: 'Remove one of them.', subject: 'ConfigMap.v1 x', origin: 'app.yaml:2',
    }]);
  });

  test('a copy is a warning', () => {
    expect(check(configMap(), configMap())).toMatchObject([{ code: 'duplicate-object', severity: 'warning' }]);
  });

  test('the version does not tell objects apart, the namespace does, but not for kinds without one', () => {
    expect(check(configMap({ namespace: 'a' }), configMap({ namespace: 'b' }))).toEqual([]);
    const scaler = (version: string): JsonObject => ({ apiVersion: `autoscaling/${version}`, kind: 'HorizontalPodAutoscaler', metadata: meta, spec: { maxReplicas: 1, scaleTargetRef: { kind: 'Deployment', name: 'x' } } });
    expect(check(scaler('v1'), scaler('v2')).map(({ code }) => code)).toEqual(['duplicate-object']);
    const role = (namespace: string): JsonObject => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { ...meta, namespace } });
    expect(check(role('a'), role('b')).map(({ code }) => code)).toEqual(['namespace-ignored', 'namespace-ignored', 'duplicate-object']);
  });
});

describe('what is not complained of', () => {
  test('server-owned metadata, status and nulls', () => {
    const object = deployment({ resources: null });
    const metadata = { ...(object.metadata as JsonObject), creationTimestamp: null, uid: 5, managedFields: 'x', resourceVersion: '1', generation: 1, selfLink: '/x' };
    expect(check({ ...object, metadata, status: { anything: [1] } })).toEqual([]);
  });

  test('a generated name, finalizers and owners: those are for compile', () => {
    expect(check({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'x-', finalizers: ['a/b'] } })).toEqual([]);
  });

  test('a namespace that is not named', () => {
    expect(check(configMap())).toEqual([]);
  });
});

describe('values of Secrets stay secret', () => {
  const secret = (rest: JsonObject): JsonObject => ({ apiVersion: 'v1', kind: 'Secret', metadata: meta, ...rest });

  test.each([
    ['a number', secret({ stringData: { password: 48151623 } }), 'stringData.password: must be a string, and is a number. Quote it.'],
    ['a boolean', secret({ data: { flag: true } }), 'data.flag: must be a string, and is a boolean. Quote it.'],
    ['text that is not base64', secret({ data: { password: 'hunter2!' } }), 'data.password: the value is not base64. Encode it, or give a Secret the plain text under stringData.'],
    ['text instead of a map', secret({ data: 'hunter2!' }), 'data: must be an object, and is a string.'],
    ['a list', secret({ stringData: { list: ['hunter2!'] } }), 'stringData.list: must be a string, and is a list.'],
  ])('%s', (_, object, message) => {
    expect(lines(object)).toEqual([`app.yaml:1: Secret.v1 x: ${message}`]);
    expect(JSON.stringify(issuesOf(object))).not.toMatch(/48151623|hunter2/);
  });

  test('what is beside them is shown', () => {
    expect(lines(secret({ type: 5 }))).toEqual(['app.yaml:1: Secret.v1 x: type: must be a string, and is a number (5). Quote it: "5".']);
  });
});

test('a name that only an aggregated API server may take is a warning, one that fits into no path an error', () => {
  const identity = (name: string): JsonObject => ({ apiVersion: 'user.openshift.io/v1', kind: 'Identity', metadata: { name } });
  const names = (object: JsonObject, ...others: JsonObject[]) => check(object, ...others).filter(({ code }) => code === 'bad-name').map(({ severity }) => severity);
  expect(names(identity('ldap:bob'))).toEqual(['warning']);
  expect(names(identity('ldap/bob'))).toEqual(['error']);
  expect(names({ apiVersion: 'example.com/v1', kind: 'Backup', metadata: { name: 'a:b' } }, crd)).toEqual(['error']);
  expect(names(configMap({ name: 'a:b' }))).toEqual(['error']);
});

describe('bounds', () => {
  test('an object with very many faults gives fifty findings', () => {
    expect(check(configMap({}, { data: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index])) }))).toHaveLength(50);
  });

  test('a schema as deep as it gets is walked', () => {
    let schema: JsonObject = { type: 'string' };
    for (let depth = 0; depth < 150; depth++) schema = { type: 'object', properties: { a: schema } };
    const deep = structuredClone(crd) as { spec: { versions: { schema: JsonObject }[] } };
    deep.spec.versions[0]!.schema = { openAPIV3Schema: schema };
    expect(check(deep as unknown as JsonObject)).toEqual([]);
  });

  test('sixty objects take a few milliseconds', () => {
    const objects = Array.from({ length: 60 }, (_, index) => ({ object: { ...deployment({ ports: [{ containerPort: 80 }] }), metadata: { name: `d${index}` } }, origin: { source: `${index}` } }));
    checkObjects(objects);
    const start = cpuMilliseconds();
    expect(checkObjects(objects)).toEqual([]);
    expect(cpuMilliseconds() - start).toBeLessThan(50);
  });
});

/**
 * The schema check against the truth: a real API server, asked by dry run with strict field validation. What the check calls an
 * error the server refuses, and what the server takes the check lets pass.
 */
import { readFileSync } from 'node:fs';
import * as https from 'node:https';
import { load } from 'js-yaml';
import type { JsonObject, JsonValue } from '../../../lib/api';
import { formatIssues, type Issue } from '../../../lib/issue';
import { type KindSchema, checkObjects, kubernetesSchemas, schemaWording } from '../../../lib/schema';
import { type Pack, packReader } from '../../../lib/schema/pack-format';
import { packOfServer } from '../../../tools/generate/schemas';

const kubeconfig = process.env.BOXCUTTER_TEST_KUBECONFIG!;

interface Answer {
  readonly code: number;
  readonly message: string;
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly server: string; readonly 'certificate-authority-data'?: string; readonly 'certificate-authority'?: string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

const config = load(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
const { server, ...trust } = config.clusters[0]!.cluster;
const ca = trust['certificate-authority-data'] ? Buffer.from(trust['certificate-authority-data'], 'base64') : readFileSync(trust['certificate-authority']!);
const agent = new https.Agent({ ca, keepAlive: true });

function send(method: string, path: string, body?: JsonObject): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type = method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json';
    const headers = { authorization: `Bearer ${config.users[0]!.user.token}`, 'content-type': type };
    const request = https.request(new URL(path, server), { agent, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.on('end', () => resolve({ code: response.statusCode!, message: messageIn(text) }));
    });
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

/** The message of a Status; a path that is not served answers plain text. */
function messageIn(text: string): string {
  return text.startsWith('{') ? ((JSON.parse(text) as { message?: string }).message ?? '') : text;
}

/** Asks the server, without writing. */
function dryRun(object: JsonObject, schema: KindSchema): Promise<Answer> {
  const { apiVersion } = schema;
  const { name } = object.metadata as { name: string };
  const scope = schema.namespaced ? '/namespaces/default' : '';
  const query = 'dryRun=All&fieldManager=schema-test&force=true&fieldValidation=Strict';
  return send('PATCH', `/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}${scope}/${schema.resource}/${encodeURIComponent(name)}?${query}`, object);
}

const meta = { name: 'schema-test' };
const pod = (container: JsonObject, spec: JsonObject = {}): JsonObject => ({ ...spec, containers: [{ name: 'main', image: 'registry.invalid/app:1', ...container }] });
const deployment = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: meta,
  spec: { selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels: { app: 'x' }, ...metadata }, spec } },
});
const configMap = (metadata: JsonObject, rest: JsonObject = {}): JsonObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...meta, ...metadata }, ...rest });
const service = (...ports: JsonObject[]): JsonObject => ({ apiVersion: 'v1', kind: 'Service', metadata: meta, spec: { selector: { app: 'x' }, ports } });
const secret = (rest: JsonObject): JsonObject => ({ apiVersion: 'v1', kind: 'Secret', metadata: meta, ...rest });
const named = (apiVersion: string, kind: string, name: string, rest: JsonObject = {}): JsonObject => ({
  apiVersion, kind, metadata: { name }, ...rest,
});
const crd = (change: JsonObject = {}, version: JsonObject = {}): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'things.schema-test.example.com' },
  spec: {
    group: 'schema-test.example.com', scope: 'Namespaced', names: { plural: 'things', kind: 'Thing' }, ...change,
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }, ...version }],
  },
});

/** Objects that both take. */
const good: Record<string, JsonObject> = {
  'a Deployment': deployment(pod({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }], env: [{ name: 'A', value: '1' }] })),
  'a string or an integer where both are allowed': deployment(pod({ livenessProbe: { httpGet: { port: 'http', path: '/' } }, ports: [{ name: 'http', containerPort: 8080 }] })),
  'quantities of all forms': deployment(pod({ resources: { limits: { cpu: 1.5, memory: '1e3' }, requests: { cpu: '250m', memory: '.5Ki' } } })),
  'an empty string for an enumeration': deployment(pod({ imagePullPolicy: '', terminationMessagePolicy: '' }, { restartPolicy: '' })),
  'nulls': deployment(pod({ resources: null, securityContext: null }), { creationTimestamp: null }),
  'a header without value': deployment(pod({ readinessProbe: { httpGet: { port: 80, path: '/', httpHeaders: [{ name: 'X' }] } } })),
  'base64 with line breaks': secret({ data: { a: 'aGVs\nbG8=' } }),
  'stringData': secret({ stringData: { a: 'hello' } }),
  'two ports with one number and different protocols': service({ name: 'a', port: 53 }, { name: 'b', port: 53, protocol: 'UDP' }),
  'a role binding without apiGroup': { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: meta, roleRef: { kind: 'Role', name: 'x' }, subjects: [{ kind: 'ServiceAccount', name: 'x', namespace: 'default' }] },
  'a role with a name that only fits into a path': named('rbac.authorization.k8s.io/v1', 'Role', 'System:Weird_Name', { rules: [] }),
  'a disruption budget with such a name': named('policy/v1', 'PodDisruptionBudget', 'Any_Name', { spec: { selector: {} } }),
  'a Service whose name begins with a digit': named('v1', 'Service', '1a', { spec: { ports: [{ port: 80 }] } }),
  'a namespace on a cluster-scoped object': { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { ...meta, namespace: 'default' }, rules: [] },
  'labels and annotations at their limits': configMap({ labels: { 'example.com/a': '', [`${'a'.repeat(63)}`]: 'b'.repeat(63) }, annotations: { 'Example.COM/A_b.c': 'x\ny' } }),
  'a NetworkPolicy without podSelector': named('networking.k8s.io/v1', 'NetworkPolicy', 'x', { spec: { policyTypes: ['Ingress'] } }),
  'a StatefulSet without serviceName': named('apps/v1', 'StatefulSet', 'x', { spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: pod({}) } } }),
  'a LimitRange with a type of its own': named('v1', 'LimitRange', 'x', { spec: { limits: [{ type: 'example.com/image', max: { 'example.com/size': '1' } }] } }),
  'a LimitRange without limits': named('v1', 'LimitRange', 'x', { spec: {} }),
  'a Lease with microseconds': named('coordination.k8s.io/v1', 'Lease', 'x', { spec: { holderIdentity: 'a', renewTime: '2025-01-31T12:00:00.000000Z', leaseDurationSeconds: 10 } }),
  'a CustomResourceDefinition': crd(),
  'a CustomResourceDefinition with a version that leaves out served': crd({}, { served: null }),
  'a webhook configuration': named('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'x', {
    webhooks: [{ name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], clientConfig: { service: { name: 'x', namespace: 'default' } }, rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['pods'] }] }],
  }),
  'an APIService': named('apiregistration.k8s.io/v1', 'APIService', 'v1.schema-test.example.com', { spec: { group: 'schema-test.example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10, service: { name: 'x', namespace: 'default' }, insecureSkipTLSVerify: true } }),
  'a ControllerRevision with any data': named('apps/v1', 'ControllerRevision', 'x', { revision: 1, data: { anything: { goes: [1, 'a', true] } } }),
  'an autoscaler': named('autoscaling/v2', 'HorizontalPodAutoscaler', 'x', { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' }, maxReplicas: 3, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }] } }),
  'a topology constraint': deployment(pod({}, { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' }, { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway' }] })),
};

/** Objects that both refuse, by the code of the finding. */
const bad: Record<string, readonly [code: string, object: JsonObject]> = {
  'an unknown field': ['unknown-field', deployment(pod({ imagePullPolice: 'Always' }))],
  'an unknown field at the top': ['unknown-field', configMap({}, { dada: { a: 'b' } })],
  'a status of a kind without one': ['unknown-field', configMap({}, { stauts: {} })],
  'an unknown field in metadata': ['unknown-field', configMap({ label: { a: 'b' } })],
  'a number for a string': ['wrong-type', configMap({}, { data: { a: 1 } })],
  'a boolean for an annotation': ['wrong-type', configMap({ annotations: { a: true } })],
  'a string for a number': ['wrong-type', deployment(pod({ ports: [{ containerPort: '80' }] }))],
  'a string for a boolean': ['wrong-type', deployment(pod({ stdin: 'true' }))],
  'a fraction for an integer': ['wrong-type', deployment(pod({ ports: [{ containerPort: 80.5 }] }))],
  'an object for a list': ['wrong-type', deployment(pod({ env: { A: 'b' } }))],
  'a list for an object': ['wrong-type', deployment(pod({ resources: [] }))],
  'a string for an object': ['wrong-type', configMap({}, { data: 'a' })],
  'a bad quantity': ['bad-quantity', deployment(pod({ resources: { limits: { memory: '1GB' } } }))],
  'an empty quantity': ['bad-quantity', deployment(pod({ resources: { limits: { memory: '' } } }))],
  'bad base64': ['bad-base64', secret({ data: { a: 'hello!' } })],
  'base64 without padding': ['bad-base64', secret({ data: { a: 'aGVsbG8' } })],
  'a bad time': ['bad-time', named('coordination.k8s.io/v1', 'Lease', 'x', { spec: { renewTime: 'yesterday' } })],
  'a time without microseconds where they belong': ['bad-time', named('coordination.k8s.io/v1', 'Lease', 'x', { spec: { renewTime: '2025-01-31T12:00:00Z' } })],
  'two container ports with one number': ['duplicate-key', deployment(pod({ ports: [{ name: 'a', containerPort: 80 }, { name: 'b', containerPort: 80, protocol: 'TCP' }] }))],
  'two service ports with one number': ['duplicate-key', service({ name: 'a', port: 80 }, { name: 'b', port: 80 })],
  'a variable twice': ['duplicate-key', deployment(pod({ env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] }))],
  'two containers with one name': ['duplicate-key', deployment({ containers: [{ name: 'a', image: 'x' }, { name: 'a', image: 'y' }] })],
  'a finalizer twice': ['duplicate-item', configMap({ finalizers: ['example.com/a', 'example.com/a'] })],
  'an integer beyond 32 bits': ['out-of-range', deployment(pod({ ports: [{ containerPort: 3000000000 }] }))],
  'a container without name': ['missing-field', deployment({ containers: [{ image: 'x' }] })],
  'a container port without number': ['missing-field', deployment(pod({ ports: [{ name: 'a' }] }))],
  'a pod without containers': ['missing-field', deployment({ serviceAccountName: 'x' })],
  'a service port without number': ['missing-field', service({ name: 'a' })],
  'a rule without verbs': ['missing-field', named('rbac.authorization.k8s.io/v1', 'Role', 'x', { rules: [{ apiGroups: [''], resources: ['pods'] }] })],
  'a binding without role': ['missing-field', named('rbac.authorization.k8s.io/v1', 'RoleBinding', 'x', { subjects: [{ kind: 'User', name: 'x' }] })],
  'a webhook without side effects': ['missing-field', named('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'x', { webhooks: [{ name: 'a.example.com', admissionReviewVersions: ['v1'], clientConfig: { url: 'https://x.example.com' } }] })],
  'an ingress path without type': ['missing-field', named('networking.k8s.io/v1', 'Ingress', 'x', { spec: { rules: [{ http: { paths: [{ path: '/', backend: { service: { name: 'x', port: { number: 80 } } } }] } }] } })],
  'a CustomResourceDefinition without group': ['missing-field', crd({ group: null })],
  'a value that is not in the enumeration': ['value-not-allowed', deployment(pod({ imagePullPolicy: 'Sometimes' }))],
  'a protocol that is not in the enumeration': ['value-not-allowed', service({ port: 80, protocol: 'HTTP' })],
  'a service type in lower case': ['value-not-allowed', named('v1', 'Service', 'x', { spec: { type: 'clusterIP', ports: [{ port: 80 }] } })],
  'a name in capitals': ['bad-name', named('v1', 'ConfigMap', 'Upper')],
  'a Namespace with a dot': ['bad-name', named('v1', 'Namespace', 'a.b')],
  'a Service with a dot': ['bad-name', named('v1', 'Service', 'a.b', { spec: { ports: [{ port: 80 }] } })],
  'a StatefulSet with a dot': ['bad-name', named('apps/v1', 'StatefulSet', 'a.b', { spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: pod({}) } } })],
  'a CronJob with a long name': ['bad-name', named('batch/v1', 'CronJob', 'x'.repeat(53), { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: { spec: pod({}, { restartPolicy: 'Never' }) } } } } })],
  'a role with a slash': ['bad-name', named('rbac.authorization.k8s.io/v1', 'Role', 'a%b')],
  'a CustomResourceDefinition under another name': ['bad-name', { ...crd(), metadata: { name: 'thing.schema-test.example.com' } }],
  'a label value with a space': ['bad-label', configMap({ labels: { a: 'b c' } })],
  'a label value that is too long': ['bad-label', configMap({ labels: { a: 'b'.repeat(64) } })],
  'a label key with a bad prefix': ['bad-label', configMap({ labels: { 'Example.com/a': 'b' } })],
  'a label of a pod template': ['bad-label', deployment(pod({}), { labels: { app: 'x', 'a b': 'c' } })],
  'an annotation key with a space': ['bad-annotation', configMap({ annotations: { 'a b': 'c' } })],
  'annotations that are too large': ['bad-annotation', configMap({ annotations: { a: 'x'.repeat(256 * 1024) } })],
};

const verdict = (object: JsonObject) => checkObjects([{ object, origin: { source: 'test' } }]).filter(({ severity }) => severity === 'error');
const codesOf = (issues: readonly Issue[]) => [...new Set(issues.map(({ code }) => code))];
const schemaOf = (object: JsonObject): KindSchema => kubernetesSchemas().kind(object.apiVersion as string, object.kind as string)!;

describe('what the server takes, the check lets pass', () => {
  test.each(Object.keys(good))('%s', async (name) => {
    const answer = await dryRun(good[name]!, schemaOf(good[name]!));
    expect({ code: answer.code < 300 ? 'accepted' : answer.message, findings: formatIssues(verdict(good[name]!), schemaWording) }).toEqual({ code: 'accepted', findings: '' });
  });
});

describe('what the check calls an error, the server refuses', () => {
  test.each(Object.keys(bad))('%s', async (name) => {
    const [code, object] = bad[name]!;
    const answer = await dryRun(object, schemaOf(object));
    expect({ refused: answer.code >= 400, codes: codesOf(verdict(object)) }).toEqual({ refused: true, codes: [code] });
  });
});

type Writable = Record<string, JsonValue>;
type Mutation = readonly [what: string, change: (root: JsonValue) => void];

/** Every place of an object once left out, once empty and once of another kind. */
function* mutations(value: JsonValue, path: readonly (string | number)[] = []): Generator<Mutation> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const child = (value as JsonObject)[key]!;
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (path.length === 0 && ['apiVersion', 'kind', 'metadata'].includes(key)) continue;
    const substitutes: JsonValue[] = typeof child === 'string' ? ['', 'zz-Garbage', 5] : typeof child === 'object' ? [{}, [], 'a'] : ['a', 0, -1];
    const parentOf = (root: JsonValue) => path.reduce((one, step) => one[step] as Writable, root as Writable);
    yield [`${at.join('.')} left out`, (root) => delete parentOf(root)[key]];
    for (const one of substitutes) yield [`${at.join('.')} = ${JSON.stringify(one)}`, (root) => (parentOf(root)[key] = one)];
    yield* mutations(child, at);
  }
}

test.each(Object.keys(good))('nothing that the server takes is an error, whatever changes: %s', async (name) => {
  const complaints: string[] = [];
  for (const [what, change] of mutations(good[name]!)) {
    const object = JSON.parse(JSON.stringify(good[name])) as JsonObject;
    change(object);
    const issues = verdict(object);
    if (issues.length > 0 && (await dryRun(object, schemaOf(object))).code < 300) complaints.push(`${what}: ${formatIssues(issues, schemaWording)}`);
  }
  expect(complaints).toEqual([]);
});

describe('custom resources', () => {
  const fields: JsonObject = {
    size: { type: 'integer', minimum: 1, maximum: 10 }, small: { type: 'integer', format: 'int32' }, mode: { type: 'string', enum: ['a', 'b'] },
    key: { type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 4 }, either: { 'x-kubernetes-int-or-string': true },
    list: { type: 'array', maxItems: 2, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port', 'protocol'], items: { type: 'object', required: ['port'], properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } } } },
    tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }, when: { type: 'string', format: 'date-time' }, blob: { type: 'string', format: 'byte' },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, map: { type: 'object', additionalProperties: { type: 'integer' } }, closed: { type: 'object' },
    nested: { type: 'object', required: ['must'], properties: { must: { type: 'string' }, filled: { type: 'string', default: 'x' } } },
    strict: { type: 'object', properties: { a: { type: 'string' } }, allOf: [{ required: ['a'] }] }, embedded: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  };
  const definition = crd({}, { schema: { openAPIV3Schema: { type: 'object', required: ['spec'], properties: { spec: { type: 'object', properties: fields } } } }, subresources: { status: {} } });
  const thing = (spec: JsonObject | undefined): JsonObject => ({ apiVersion: 'schema-test.example.com/v1', kind: 'Thing', metadata: meta, ...(spec ? { spec } : {}) });
  const thingSchema: KindSchema = { apiVersion: 'schema-test.example.com/v1', kind: 'Thing', namespaced: true, resource: 'things', builtIn: false, root: {} };
  const crdPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const name = 'things.schema-test.example.com';

  beforeAll(async () => {
    const created = await send('PATCH', `${crdPath}/${name}?fieldManager=schema-test&force=true`, definition);
    expect(created).toMatchObject({ message: '' });
    for (let attempt = 0; attempt < 50; attempt++) {
      if ((await dryRun(thing({}), thingSchema)).code < 300) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The API server does not serve the test kind.');
  });
  afterAll(() => send('DELETE', `${crdPath}/${name}`));

  const accepted: Record<string, JsonObject> = {
    'everything right': { size: 3, mode: 'a', key: 'abc', either: '5%', list: [{ port: 1 }, { port: 1, protocol: 'UDP' }], tags: ['a', 'b'], when: '2025-01-31T12:00:00Z', blob: 'aGk=', open: { any: [1] }, map: { a: 1 } },
    'nulls and what has a default': { nested: { must: 'x' } },
    'an embedded object': { embedded: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: 'b' } } },
    'a lower-case time': { when: '2025-01-31t12:00:00z' },
    'a field where none is declared, which the server drops (a warning)': { closed: { a: 1 } },
  };
  const refused: Record<string, readonly [string, JsonObject | undefined]> = {
    'an unknown field': ['unknown-field', { sise: 3 }],
    'a wrong type': ['wrong-type', { size: '3' }],
    'a wrong type in a map': ['wrong-type', { map: { a: 'b' } }],
    'a boolean for an integer or string': ['wrong-type', { either: true }],
    'no spec': ['missing-field', undefined],
    'a missing field': ['missing-field', { nested: {} }],
    'a field that allOf requires': ['missing-field', { strict: {} }],
    'an integer beyond the format of its field': ['out-of-range', { small: 3000000000 }],
    'too small': ['out-of-range', { size: 0 }],
    'too large': ['out-of-range', { size: 11 }],
    'a value that is not in the enumeration': ['value-not-allowed', { mode: 'c' }],
    'an empty string that is not in the enumeration': ['value-not-allowed', { mode: '' }],
    'a pattern that does not match': ['pattern-mismatch', { key: 'ABC' }],
    'a text that is too short': ['bad-length', { key: 'a' }],
    'a text that is too long': ['bad-length', { key: 'abcde' }],
    'too many items': ['bad-length', { list: [{ port: 1 }, { port: 2 }, { port: 3 }] }],
    'a key twice, once by its default': ['duplicate-key', { list: [{ port: 1 }, { port: 1, protocol: 'TCP' }] }],
    'an item twice': ['duplicate-item', { tags: ['a', 'a'] }],
    'a bad time': ['bad-time', { when: 'noon' }],
    'bad base64': ['bad-base64', { blob: '###' }],
  };
  const errors = (object: JsonObject) => checkObjects([{ object: definition, origin: { source: 'crd' } }, { object, origin: { source: 'cr' } }]).filter(({ severity }) => severity === 'error');

  test.each(Object.keys(accepted))('both take: %s', async (one) => {
    const object = thing(accepted[one]);
    expect({ message: (await dryRun(object, thingSchema)).message, findings: formatIssues(errors(object), schemaWording) }).toEqual({ message: '', findings: '' });
  });

  test.each(Object.keys(refused))('both refuse: %s', async (one) => {
    const [code, spec] = refused[one]!;
    const answer = await dryRun(thing(spec), thingSchema);
    expect({ refused: answer.code >= 400, codes: codesOf(errors(thing(spec))) }).toEqual({ refused: true, codes: [code] });
  });
});

test('the pack in the package is what the server publishes', async () => {
  const pack: Pack = await packOfServer(kubeconfig);
  const packaged = kubernetesSchemas(pack.v);
  const read = packReader(pack);
  for (const [apiVersion, kinds] of Object.entries(pack.k)) {
    expect(packaged.kindsOf(apiVersion)).toEqual(Object.keys(kinds));
    for (const [kind, [type, resource, namespaced]] of Object.entries(kinds)) {
      const schema = packaged.kind(apiVersion, kind)!;
      expect({ kind, resource: schema.resource, namespaced: schema.namespaced }).toEqual({ kind, resource, namespaced: namespaced === 1 });
      expect(differences(schema.root as Node, read(type) as Node, `${apiVersion} ${kind}`, new Map())).toEqual([]);
    }
  }
});

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additional?: Node | true;
}

/** Compares schema graphs, which have cycles. */
function differences(a: Node, b: Node, path: string, seen: Map<Node, Node>): string[] {
  if (seen.get(a) === b) return [];
  seen.set(a, b);
  const own = ({ properties: _, items: __, additional: ___, ...rest }: Node): string => JSON.stringify(rest);
  const found = own(a) === own(b) ? [] : [`${path}: ${own(a)} and ${own(b)}`];
  const children = (node: Node): Record<string, Node> => ({
    ...Object.fromEntries(Object.entries(node.properties ?? {}).map(([key, child]) => [`.${key}`, child])),
    ...(node.items ? { '[]': node.items } : {}),
    ...(typeof node.additional === 'object' ? { '{}': node.additional } : {}),
  });
  const [ofA, ofB] = [children(a), children(b)];
  for (const key of new Set([...Object.keys(ofA), ...Object.keys(ofB)])) {
    if (!ofA[key] || !ofB[key]) found.push(`${path}${key} is only in one`);
    else found.push(...differences(ofA[key], ofB[key], path + key, seen));
  }
  return found;
}

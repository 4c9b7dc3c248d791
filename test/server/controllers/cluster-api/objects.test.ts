/**
 * Objects of required definitions, as the API server asks the webhook about them: refused, stored with a warning, allowed; while certificates are
 * exchanged, while nobody answers, and after the requirement. The controllers have the rights that their package gives them, and no others.
 */
import { X509Certificate } from 'node:crypto';
import type { Condition, JsonObject, KubeObject, ObjectRef } from '../../../../lib/api';
import { CERTIFICATE_RULES, CLUSTER_API_RULES, clusterApiRbac } from '../../../../lib/controller-package/cluster-api/rbac';
import { requirementController, type RequirementControllerOptions } from '../../../../lib/controllers/cluster-api';
import { DEFAULT_CONFIG } from '../../../../lib/controllers/process';
import { clusterApiCrds } from '../../../../lib/kinds';
import { connect } from '../../../../lib/kube';
import { stringifyYaml } from '../../../../lib/yaml';
import { AuditLog } from '../../support/audit';
import { Process } from '../../support/controllers';
import { kubeconfig, OtherClient, unique } from '../../support/extension';
import { connect as connectRaw } from '../../support/raw-client';
import { conditionIn, definition, definitionRef } from './bench';

const KIND = { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement' } as const;
const WEBHOOK = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' } as const;
const GROUP = `${unique('obj')}.example.io`;
const NAMESPACE = unique('obj-controllers');
const NAME = `omegas.${GROUP}`;
const SECRET: ObjectRef = { apiVersion: 'v1', kind: 'Secret', namespace: NAMESPACE, name: 'boxcutter-cluster-api-webhook' };

let client: OtherClient;
let controllers: Process | undefined;
let audit: AuditLog;
let server: ReturnType<typeof connectRaw>;

const rights = (): readonly KubeObject[] => clusterApiRbac({ controllerNamespace: NAMESPACE, namespace: NAMESPACE, transportNamespace: NAMESPACE, platformAccount: 'x' })
  .filter(({ kind }) => kind !== 'Namespace') as unknown as readonly KubeObject[];

beforeAll(async () => {
  audit = new AuditLog();
  server = connectRaw();
  client = new OtherClient(await connect({ kubeconfig }));
  for (const crd of [...clusterApiCrds(), definition('omegas', GROUP, ['a', 'b'])]) {
    await client.apply(crd);
    await client.until(definitionRef(crd.metadata.name ?? ''), (live) => conditionIn(live, 'Established')?.status === 'True');
  }
  await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  for (const object of rights()) await client.apply(object);
});
afterAll(async () => {
  await controllers?.stop();
  await client.delete({ ...KIND, name: NAME });
  for (const { apiVersion, kind, metadata: { name = '', namespace } } of rights()) await client.delete({ apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) });
  await client.delete({ apiVersion: 'v1', kind: 'Namespace', name: NAMESPACE });
  await client.delete(definitionRef(NAME));
  client.cluster.close();
  server.close();
});

async function start(options: RequirementControllerOptions = {}): Promise<void> {
  const clusterApi = { ...DEFAULT_CONFIG.clusterApi, webhook: { address: { host: '127.0.0.1', port: 0 } } };
  controllers = await Process.start('objects', NAMESPACE, [requirementController({ ...options, selector: `test=${NAMESPACE}` })], { account: `${NAMESPACE}:boxcutter-controller`, config: { clusterApi } });
}

/** Requires `spec.a`, of at most three characters. */
async function require(objects: JsonObject | undefined, more: JsonObject = {}): Promise<void> {
  const crd = definition('omegas', GROUP, ['a', 'b']) as unknown as { readonly spec: { readonly versions: { readonly schema: { readonly openAPIV3Schema: { readonly properties: { spec: JsonObject } } } }[] } };
  const { properties } = crd.spec.versions[0]!.schema.openAPIV3Schema;
  properties.spec = { ...properties.spec, required: ['a'], properties: { a: { type: 'string', maxLength: 3 }, b: { type: 'string' } } };
  await client.apply({
    ...KIND, metadata: { name: NAME, labels: { test: NAMESPACE } },
    spec: {
      compatibilitySchema: { customResourceDefinition: { type: 'YAML', data: stringifyYaml(crd as unknown as JsonObject) }, requiredVersions: { defaultSelection: 'AllServed' }, ...more },
      ...(objects === undefined ? {} : { objectSchemaValidation: objects }),
    },
  } as KubeObject);
}

const object = (spec: JsonObject, labels: Readonly<Record<string, string>> = {}): KubeObject => (
  { apiVersion: `${GROUP}/v1`, kind: 'Omega', metadata: { name: 'one', labels }, spec } as KubeObject
);
const applied = (it: KubeObject): Promise<string> => client.apply(it).then(() => 'applied', (error: Error) => error.message);

/** The server takes a moment to know of a webhook, and of its changes. */
async function inTheEnd(it: KubeObject, wanted: RegExp): Promise<string> {
  const endsAt = performance.now() + 30_000;
  for (;;) {
    const said = await applied(it);
    if (wanted.test(said)) return said;
    if (performance.now() > endsAt) throw new Error(said);
  }
}

async function says(reason: string): Promise<Condition> {
  let found: Condition | undefined;
  await client.until({ ...KIND, name: NAME }, (live) => {
    found = conditionIn(live, 'Progressing');
    return found?.reason === reason;
  });
  return found as Condition;
}

const REFUSED = /This requirement was added by CompatibilityRequirement .*: spec\.a: /;

test('Deny: what does not fit is refused when it is made and when it is changed; what fits is stored', async () => {
  await start();
  await require({ action: 'Deny' });
  expect(await inTheEnd(object({ b: 'x' }), /admission webhook/)).toMatch(REFUSED);
  expect(await applied(object({ a: 'abc' }))).toBe('applied');
  expect(await applied(object({ a: 'abcd' }))).toMatch(REFUSED);
  expect(await says('UpToDate')).toMatchObject({ status: 'False' });
  const { metadata: { ownerReferences } } = await client.get({ ...WEBHOOK, name: NAME });
  expect(ownerReferences).toEqual([expect.objectContaining({ kind: 'CompatibilityRequirement', name: NAME, controller: true })]);
});

test('the selector of the requirement decides about which objects the server asks', async () => {
  await require({ action: 'Deny', objectSelector: { matchLabels: { checked: 'yes' } } });
  await inTheEnd(object({ a: 'abcd' }), /^applied$/);
  expect(await applied(object({ a: 'abcde' }, { checked: 'yes' }))).toMatch(REFUSED);
  await require({ action: 'Deny' });
  await inTheEnd(object({ a: 'abcdef' }), REFUSED);
});

test('a webhook that another client changes or removes is there again', async () => {
  const ref = { ...WEBHOOK, name: NAME };
  const { metadata: { uid } } = await client.get(ref);
  await client.delete(ref);
  await client.until(ref, (live) => live !== undefined && live.metadata.uid !== uid);
  await inTheEnd(object({ a: 'abcdef' }), REFUSED);
});

test('a mistake in the requirement opens no door: what was refused is refused, until it is put right', async () => {
  await require({ action: 'Deny' }, { excludedFields: [{ path: 'nowhere', versions: ['v1'] }] });
  expect(await says('ConfigurationError')).toMatchObject({ message: expect.stringMatching(/excludedFields: Invalid value: path not found in schema/) as string });
  expect(await client.exists({ ...WEBHOOK, name: NAME })).toBe(true);
  expect(await inTheEnd(object({ a: 'ab' }), /path not found/)).toMatch(/admission webhook/);
  await require({ action: 'Deny' });
  await inTheEnd(object({ a: 'ab' }), /^applied$/);
});

test('Warn: it is stored, and the client is told what does not fit, when it is made and when it is changed', async () => {
  await require({ action: 'Warn' });
  await inTheEnd(object({ a: 'abcdef' }), /^applied$/);
  const told = [expect.stringMatching(new RegExp(`^This requirement was added by CompatibilityRequirement ${NAME}: spec\\.a: `)) as string];
  for (const name of ['one', 'two']) {
    const answer = await server.send('PATCH', `/apis/${GROUP}/v1/omegas/${name}?fieldManager=kubectl&force=true`, { ...object({ a: 'abcdefg' }), metadata: { name } });
    expect([answer.status, answer.warnings]).toEqual([name === 'one' ? 200 : 201, told]);
  }
  const fits = await server.send('PATCH', `/apis/${GROUP}/v1/omegas/two?fieldManager=kubectl&force=true`, { ...object({ a: 'abc' }), metadata: { name: 'two' } });
  expect([fits.status, fits.warnings]).toEqual([200, []]);
});

test('status and scale are looked at, too; namespaces and conditions decide about which objects', async () => {
  const name = `sigmas.${GROUP}`;
  const team = unique('obj-team');
  const schema = (a: JsonObject, n: JsonObject, phase: JsonObject): JsonObject => ({
    type: 'object', properties: {
      spec: { type: 'object', properties: { a: { type: 'string', ...a }, n: { type: 'integer', ...n } } },
      status: { type: 'object', properties: { n: { type: 'integer' }, phase: { type: 'string', ...phase } } },
    },
  });
  const crd = (openAPIV3Schema: JsonObject): KubeObject => {
    const plain = definition('sigmas', GROUP) as unknown as { readonly spec: JsonObject };
    const subresources = { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } };
    return { ...plain, spec: { ...plain.spec, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true, subresources, schema: { openAPIV3Schema } }] } } as unknown as KubeObject;
  };
  await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: team, labels: { checked: team } } });
  await client.apply(crd(schema({}, {}, {})));
  await client.until(definitionRef(name), (live) => conditionIn(live, 'Established')?.status === 'True');
  const data = stringifyYaml(crd(schema({ maxLength: 3 }, { maximum: 3 }, { enum: ['Ready'] })) as unknown as JsonObject);
  await client.apply({
    ...KIND, metadata: { name, labels: { test: NAMESPACE } },
    spec: {
      compatibilitySchema: { customResourceDefinition: { type: 'YAML', data }, requiredVersions: { defaultSelection: 'AllServed' } },
      objectSchemaValidation: {
        action: 'Deny', namespaceSelector: { matchLabels: { checked: team } },
        matchConditions: [{ name: 'no-exception', expression: '!has(object.metadata.labels) || !("exception" in object.metadata.labels)' }],
      },
    },
  } as KubeObject);
  const sigma = (one: string, spec: JsonObject, namespace = team, labels = {}): KubeObject => (
    { apiVersion: `${GROUP}/v1`, kind: 'Sigma', metadata: { name: one, namespace, labels }, spec } as KubeObject
  );
  await inTheEnd(sigma('one', { a: 'abcd' }), REFUSED);
  expect(await applied(sigma('one', { a: 'abcd' }, NAMESPACE))).toBe('applied');
  expect(await applied(sigma('two', { a: 'abcd' }, team, { exception: 'yes' }))).toBe('applied');
  expect(await applied(sigma('one', { a: 'abc', n: 1 }))).toBe('applied');
  const path = `/apis/${GROUP}/v1/namespaces/${team}/sigmas/one`;
  const status = (phase: string) => server.send('PATCH', `${path}/status?fieldManager=kubelet`, { ...sigma('one', {}), spec: undefined, status: { phase } });
  const bad = await status('Broken');
  expect([bad.status, bad.body.message]).toEqual([422, expect.stringContaining('status.phase: ') as string]);
  expect((await status('Ready')).status).toBe(200);
  const { body: scale } = await server.send('GET', `${path}/scale`);
  const scaled = (replicas: number) => server.send('PUT', `${path}/scale`, { ...scale, spec: { replicas } });
  const tooMany = await scaled(4);
  expect([tooMany.status, tooMany.body.message]).toEqual([422, expect.stringContaining('spec.n: ') as string]);
  expect((await scaled(3)).status).toBe(200);
  await client.delete({ ...KIND, name });
  await client.until({ ...WEBHOOK, name }, (live) => live === undefined);
  await client.delete({ apiVersion: 'v1', kind: 'Namespace', name: team });
  await client.delete(definitionRef(name));
});

test('while nobody answers, writes are refused; a process that comes after goes on with the same certificates', async () => {
  await require({ action: 'Deny' });
  await inTheEnd(object({ a: 'abcdefg' }), REFUSED);
  const before = (await client.get(SECRET))['data'];
  await controllers?.stop(true);
  expect(await inTheEnd(object({ a: 'ab' }), /failed calling webhook/)).toMatch(/objects\.compatibilityrequirements/);
  await start();
  await inTheEnd(object({ a: 'ab' }), /^applied$/);
  expect((await client.get(SECRET))['data']).toEqual(before);
});

test('certificates are exchanged, and no request meets one that is not trusted', async () => {
  await controllers?.stop();
  await client.delete(SECRET);
  // Two thirds of so short a time are over at once: the next one is made, and does not come into use here.
  await start({ certificateLifeMs: 60_000, settleMs: 3_600_000 });
  await client.until(SECRET, (live) => (live?.['data'] as JsonObject | undefined)?.['next-tls.crt'] !== undefined);
  const validTo = async (): Promise<number> => {
    const data = (await client.get(SECRET))['data'] as Readonly<Record<string, string>>;
    return Date.parse(new X509Certificate(Buffer.from(data['tls.crt'] ?? '', 'base64')).validTo);
  };
  await inTheEnd(object({ a: 'abcdefg' }), REFUSED);
  await controllers?.stop();
  await start({ settleMs: 500 });
  await inTheEnd(object({ a: 'abcdefg' }), REFUSED);
  const said: string[] = [];
  while (await validTo() < Date.now() + 3_600_000) said.push(await applied(object({ a: 'abcdefg' })));
  said.push(await applied(object({ a: 'abcdefg' })));
  expect(said.filter((one) => !REFUSED.test(one))).toEqual([]);
  expect(((await client.get(SECRET))['data'] as JsonObject)['next-tls.crt']).toBeUndefined();
});

test('a webhook of that name that is somebody else\'s is left alone', async () => {
  await require(undefined);
  const ref = { ...WEBHOOK, name: NAME };
  await client.until(ref, (live) => live === undefined);
  await client.apply({ ...WEBHOOK, metadata: { name: NAME }, webhooks: [] } as unknown as KubeObject);
  await require({ action: 'Deny' });
  expect(await says('OwnershipConflict')).toMatchObject({ status: 'False', message: `ValidatingWebhookConfiguration ${NAME} is not controlled by this CompatibilityRequirement` });
  await client.delete(ref);
  await inTheEnd(object({ a: 'abcdefgh' }), REFUSED);
});

test('with the requirement, the webhook goes', async () => {
  await client.delete({ ...KIND, name: NAME });
  await client.until({ ...WEBHOOK, name: NAME }, (live) => live === undefined);
  await inTheEnd(object({ a: 'abcdefghi' }), /^applied$/);
});

test('none of its requests was refused, and each right over webhooks and certificates was used', async () => {
  const account = `system:serviceaccount:${NAMESPACE}:boxcutter-controller`;
  const events = await audit.events(({ impersonatedUser }) => impersonatedUser?.username === account);
  expect(events.filter(({ responseStatus }) => responseStatus?.code === 403).map(({ verb, requestURI }) => `${verb} ${requestURI}`)).toEqual([]);
  const used = new Set(events.map(({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ''}`));
  const given = [...CLUSTER_API_RULES, ...CERTIFICATE_RULES].flatMap(({ rule }) => {
    const { resources, verbs } = rule as { readonly resources: readonly string[]; readonly verbs: readonly string[] };
    return resources.flatMap((resource) => verbs.map((verb) => [verb, resource] as const));
  });
  const asked = given.filter(([verb, resource]) => ['validatingwebhookconfigurations', 'secrets'].includes(resource)
    // Servers that stream what is there are not asked for lists.
    && verb !== 'list');
  expect(asked.map((right) => right.join(' ')).filter((right) => !used.has(right))).toEqual([]);
});

/** What every replica serves: reviews over TLS, with the certificates of the Secret, which change while it runs. */
import { request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import type { JsonObject, KubeObject } from '../../../../lib/api';
import { DEFAULT_CONFIG, type ControllerContext } from '../../../../lib/controllers';
import { makePair, type Pair } from '../../../../lib/controllers/cluster-api/requirement/certificates/make';
import { certificateSecret } from '../../../../lib/controllers/cluster-api/requirement/certificates/secret';
import { Replica } from '../../../../lib/controllers/cluster-api/requirement/replica';
import { silentLog } from '../../../../lib/controllers/process';
import { stringifyYaml } from '../../../../lib/yaml';

const NAMESPACE = 'controllers';
const made = (): Pair => makePair(['127.0.0.1'], { now: Date.now(), lifeMs: 3_600_000 });
const definition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'things.example.io' },
  spec: {
    group: 'example.io', names: { plural: 'things', kind: 'Thing' }, scope: 'Cluster',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } } } } }],
  },
};
const requirement = (generation: number, action: string, name = 'r'): KubeObject => ({
  apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement', metadata: { name, uid: 'u', resourceVersion: String(generation), generation },
  spec: { compatibilitySchema: { customResourceDefinition: { type: 'YAML', data: stringifyYaml(definition) }, requiredVersions: { defaultSelection: 'StorageOnly' } }, objectSchemaValidation: { action } },
}) as unknown as KubeObject;

interface Handlers {
  changed(object: KubeObject): void;
  synced(): void;
}

/** What the caches of a replica are shown. */
const shown = new Map<string, Handlers>();
const secret = (pair: Pair, version: string): KubeObject => {
  const object = certificateSecret(NAMESPACE, { current: pair });
  return { ...object, metadata: { ...object.metadata, resourceVersion: version } };
};
let replica: Replica;
const first = made();

beforeAll(async () => {
  const cluster = {
    observe: ({ kind }: { readonly kind: string }, handlers: Handlers) => {
      shown.set(kind, handlers);
      return { close: () => undefined };
    },
  };
  const config = { ...DEFAULT_CONFIG, namespace: NAMESPACE, clusterApi: { ...DEFAULT_CONFIG.clusterApi, webhook: { address: { host: '127.0.0.1', port: 0 } } } };
  replica = new Replica({ cluster, config, log: silentLog } as unknown as ControllerContext);
  const begun = replica.begin();
  for (const { synced } of shown.values()) synced();
  await begun;
  shown.get('CompatibilityRequirement')?.changed(requirement(1, 'Deny'));
});
afterAll(() => replica.end(0));

function post(path: string, body: string, ca: string, method = 'POST'): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const port = Number(new URL(String(replica.at)).port);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, ca, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve({ status: answer.statusCode, text }));
    });
    sent.on('error', reject).end(body);
  });
}

const PATH = '/compatibility-requirement-object-admission/r';
const review = (spec: JsonObject): string => JSON.stringify({ request: { uid: '7', resource: { version: 'v1' }, object: { apiVersion: 'example.io/v1', kind: 'Thing', metadata: { name: 'a' }, spec } } });

test('without certificates it serves nothing, and is not ready', () => {
  expect([replica.isReady, replica.at, replica.hosts]).toEqual([false, undefined, ['127.0.0.1']]);
});

test('with the first certificate it answers reviews', async () => {
  const serving = new Promise<void>((resolve) => replica.whenServing(resolve));
  shown.get('Secret')?.changed(secret(first, '1'));
  await serving;
  expect(replica.isReady).toBe(true);
  const { status, text } = await post(PATH, review({}), first.authority);
  expect([status, (JSON.parse(text) as { readonly response: object }).response]).toEqual([200, {
    uid: '7', allowed: false,
    status: { status: 'Failure', code: 422, reason: 'Invalid', message: expect.stringMatching(/^This requirement was added by CompatibilityRequirement r: spec\.a: /) as string },
  }]);
  expect((await post(PATH, review({ a: 'x' }), first.authority)).text).toContain('"allowed":true');
});

test('a requirement that changes counts at once; one that is not there refuses', async () => {
  shown.get('CompatibilityRequirement')?.changed(requirement(2, 'Warn'));
  expect((await post(PATH, review({}), first.authority)).text).toMatch(/"allowed":true,"warnings":\[/);
  expect((await post(`${PATH}2`, review({}), first.authority)).text).toMatch(/"allowed":false.*it is not there/);
});

test.each<[what: string, path: string, body: string, method: string, status: number]>([
  ['another path', '/other', '{}', 'POST', 404],
  ['another method', PATH, '', 'GET', 405],
  ['no review', PATH, '{}', 'POST', 400],
  ['no JSON', PATH, 'x', 'POST', 400],
])('%s is refused', async (_what, path, body, method, status) => {
  expect((await post(path, body, first.authority, method)).status).toBe(status);
});

test('posts that are begun and not ended make room for others: the oldest goes first, and reviews are answered', async () => {
  const port = Number(new URL(String(replica.at)).port);
  const begun = await Promise.all(Array.from({ length: 6 }, () => new Promise<TLSSocket>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca: first.authority }, () => resolve(socket)).once('error', reject);
  })));
  const closed = begun.map((socket) => new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve())));
  for (const socket of begun) {
    await new Promise<void>((resolve) => socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n${'x'.repeat(7_000_000)}`, () => resolve()));
  }
  await Promise.race(closed);
  expect((await post(PATH, review({ a: 'x' }), first.authority)).status).toBe(200);
  begun.forEach((socket) => socket.destroy());
});

test('a review that says that it is larger than any can be is not read', async () => {
  expect((await post(PATH, 'x'.repeat(8 * 1024 * 1024 + 1), first.authority).catch(() => ({ status: 413 }))).status).toBe(413);
});

test('a new certificate is used for new connections; those that are open go on', async () => {
  const second = made();
  const port = Number(new URL(String(replica.at)).port);
  const open = await new Promise<TLSSocket>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca: first.authority }, () => resolve(socket)).once('error', reject);
  });
  shown.get('Secret')?.changed(secret(second, '2'));
  await expect(post(PATH, review({}), first.authority)).rejects.toThrow(/certificate|issuer|self.signed/i);
  expect((await post(PATH, review({}), second.authority)).status).toBe(200);
  const answered = new Promise<string>((resolve) => open.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  open.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: ${review({}).length}\r\n\r\n${review({})}`);
  expect(await answered).toMatch(/^HTTP\/1\.1 200/);
  open.destroy();
});

/** Integers that JavaScript cannot hold: those of others stay as they are, whatever is done to the object; none of ours is ever written. */
import type { KubeObject } from '../../../lib/api';
import { createEngine } from '../../../lib/engine';
import { resolveConnection } from '../../../lib/kube/auth';
import { Client, ConnectionFailure, type HttpRequest } from '../../../lib/kube/http';
import { defaultTiming } from '../../../lib/kube/timing';
import { orphanObjects } from '../../../lib/runtime';
import { parseDocuments } from '../../../lib/yaml';
import { actions, Bench, kubeconfig, revisionOf, unique } from '../support/extension';

/** 2^53 + 1: a double would make 9007199254740992 of it. */
const LARGE = '9007199254740993';
const group = `${unique('large')}.example.com`;
const CRD = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `boxes.${group}` };

let bench: Bench;
let raw: Client;
beforeAll(async () => {
  bench = await Bench.open('large');
  raw = new Client(resolveConnection({ kubeconfig }), defaultTiming);
  const spec = {
    type: 'object',
    properties: { size: { type: 'integer', format: 'int64' }, note: { type: 'string' }, other: { type: 'string' } },
  };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  await bench.otherClient.apply({
    apiVersion: CRD.apiVersion, kind: CRD.kind, metadata: { name: CRD.name }, spec: {
      group, scope: 'Namespaced', names: { kind: 'Box', plural: 'boxes' }, versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  await bench.otherClient.until(CRD, (object) => {
    const { conditions = [] } = (object?.['status'] ?? {}) as { readonly conditions?: readonly { type: string; status: string }[] };
    return conditions.some(({ type, status }) => type === 'Established' && status === 'True');
  });
});
afterAll(async () => {
  raw.close();
  await bench.otherClient.delete(CRD);
  await bench.close();
});

const collection = (): string => `/apis/${group}/v1/namespaces/${bench.namespace}/boxes`;

/** One request with a body of our own making, and the text of its answer. */
async function send(method: HttpRequest['method'], path: string, body?: string, contentType = 'application/json'): Promise<string> {
  const outcome = await raw.send({ method, path, verb: 'get', repeatable: false, contentType, ...(body === undefined ? {} : { body }) });
  if (outcome instanceof ConnectionFailure) throw outcome;
  if (outcome.status >= 300) throw new Error(outcome.body);
  return outcome.body;
}

const size = async (name: string): Promise<string | undefined> => /"size":(\d+)/.exec(await send('GET', `${collection()}/${name}`))?.[1];
const box = (name: string, spec: object): KubeObject => bench.object('Box', name, { spec }, `${group}/v1`);

test('of a field of others: through adoption, updates, repair, dry runs and letting go', async () => {
  const head = `"apiVersion":"${group}/v1","kind":"Box","metadata":{"name":"box","namespace":"${bench.namespace}"}`;
  await send('POST', `${collection()}?fieldManager=kubectl-create`, `{${head},"spec":{"size":${LARGE},"note":"theirs"}}`);
  expect(await size('box')).toBe(LARGE);

  const adopted = await bench.apply(revisionOf([[box('box', { note: 'ours' })]], { protection: 'None' }));
  expect([actions(adopted), await size('box')]).toEqual([['box: Adopted'], LARGE]);

  const updated = await bench.apply(revisionOf([[box('box', { note: 'changed', other: 'x' })]], { protection: 'None' }));
  expect([actions(updated), await size('box')]).toEqual([['box: Updated'], LARGE]);

  await send('PATCH', `${collection()}/box?fieldManager=kubectl-edit`, '{"spec":{"note":"drifted"}}', 'application/merge-patch+json');
  const repaired = await bench.apply(revisionOf([[box('box', { note: 'changed', other: 'x' })]], { protection: 'None' }));
  expect([actions(repaired), await size('box')]).toEqual([['box: Recovered'], LARGE]);

  const dry = await bench.apply(revisionOf([[box('box', { note: 'again' })]], { protection: 'None' }), { dryRun: true });
  expect([actions(dry).length, await size('box')]).toEqual([1, LARGE]);

  await orphanObjects(bench.extension, ['Box/box'], {
    cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(30_000),
  });
  expect(await size('box')).toBe(LARGE);
});

test('beside a field of ours, which others make large: the number of ours comes back, and is no other', async () => {
  const target = revisionOf([[box('own', { size: Number.MAX_SAFE_INTEGER })]]);
  await bench.apply(target, { preflight: 'never' });
  await send('PATCH', `${collection()}/own?fieldManager=kubectl-edit`, `{"spec":{"size":${LARGE}}}`, 'application/merge-patch+json');
  expect(await size('own')).toBe(LARGE);
  expect(actions(await bench.apply(target))).toContain('own: Recovered');
  expect(await size('own')).toBe(String(Number.MAX_SAFE_INTEGER));
});

test('in the bounds of a schema: taken, and unchanged at the next apply, as the server keeps doubles there', async () => {
  const name = `crates.${group}`;
  const text = JSON.stringify({
    apiVersion: CRD.apiVersion, kind: CRD.kind, metadata: { name }, spec: {
      group, scope: 'Namespaced', names: { kind: 'Crate', plural: 'crates', singular: 'crate', listKind: 'CrateList' },
      versions: [{
        name: 'v1', served: true, storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer', format: 'int64', maximum: 'MOST' } } } },
      }],
    },
  }).replace('"MOST"', '9223372036854775807');
  const { documents: [document], issues } = parseDocuments(text, 'crate.yaml');
  expect(issues).toEqual([]);
  const target = revisionOf([[document?.value as unknown as KubeObject]]);
  expect(actions(await bench.apply(target))).toContain(`${name}: Created`);
  expect(await send('GET', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`)).toContain('"maximum":9223372036854776000');
  expect(actions(await bench.apply(target))).toEqual([`${name}: Unchanged`]);
});

test('in what is to be applied: refused with file, line and path, and nothing is written', async () => {
  const text = `apiVersion: ${group}/v1\nkind: Box\nmetadata: {name: new}\nspec:\n  size: ${LARGE}\n`;
  expect(parseDocuments(text, 'box.yaml').issues).toMatchObject([
    { code: 'yaml-integer', path: ['spec', 'size'], origin: { source: 'box.yaml', line: 5 } },
  ]);
  const before = bench.cluster.requests();
  const engine = createEngine({ cluster: bench.cluster, fieldManager: 'shop', systemPrefix: 'example.com' });
  const revision = { name: 'shop', number: 1, phases: [{ name: 'a', objects: [box('new', { size: Number(LARGE) })] }] };
  await expect(engine.reconcile(revision, { signal: AbortSignal.timeout(10_000) })).rejects.toThrow(/beyond 2\^53/);
  expect(bench.cluster.requests()).toEqual(before);
});

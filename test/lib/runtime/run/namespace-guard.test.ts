/** Before a run writes anything: which namespaces have to be there, and what becomes of a run that lacks one. */
import type { KubeObject, ObjectRef, ResolvedRevision } from '../../../../lib/api';
import type { InventoryEntry } from '../../../../lib/engine';
import type { GuardAnswer } from '../../../../lib/runtime/run/guard';
import { namespaceGuard } from '../../../../lib/runtime/run/namespace-guard';
import { HeadRecord, type Operation, type StoredHead } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

const TARGETS = 'olm.targetNamespaces';
const configMap = (namespace: string): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace } });
const operator: KubeObject = {
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'operator', namespace: 'shop' },
  spec: { template: { metadata: { annotations: { [TARGETS]: 'tenants' } } } },
};

function apply(...objects: readonly KubeObject[]): Operation {
  const phases = [{ name: 'all', objects: objects.map((object) => ({ object, collisionProtection: 'Prevent' as const })) }];
  const revision: ResolvedRevision = { extension: 'web', number: 1, digest: 'd', probes: [], phases };
  return { intent: 'apply', revision, again: false };
}

/** A record that was written once, with these objects on it. */
function recorded(...inventory: readonly InventoryEntry[]): StoredHead {
  const ref: ObjectRef = { apiVersion: 'v1', kind: 'Secret', namespace: 'state', name: 'boxcutter.web' };
  return { head: { extension: 'web', revisions: [], inventory }, uid: 'head', resourceVersion: '1', ref };
}

let server: FakeCluster;
let notes: string[];
beforeEach(() => {
  server = new FakeCluster();
  notes = [];
});

interface Ask {
  readonly missing: readonly string[];
  readonly stored?: StoredHead;
  readonly createNamespace?: boolean;
  readonly dryRun?: boolean;
}

async function ask(operation: Operation, { missing, stored, createNamespace, dryRun = false }: Ask): Promise<GuardAnswer> {
  for (const name of missing) server.withoutNamespaces.add(name);
  const place = { cluster: server.cluster, stateNamespace: 'state' };
  const record = await HeadRecord.of('web', place, stored);
  const guard = namespaceGuard(record, { ...place, ...(createNamespace === undefined ? {} : { createNamespace }) });
  return (await guard.before?.({ operation, record, dryRun, onNote: (note) => void notes.push(note) })) ?? {};
}

test('all there: nothing to say, and nothing is made', async () => {
  await expect(ask(apply(configMap('shop')), { missing: [] })).resolves.toEqual({});
  expect(server.asked).toEqual([]);
});

test('one that objects go to, and the one for the state, are missing: the run is refused', async () => {
  const { refusal } = await ask(apply(configMap('shop')), { missing: ['shop', 'state'] });
  expect(refusal).toMatchObject({ code: 'namespace-not-found', category: 'input', details: { namespaces: ['shop', 'state'] } });
  expect(server.asked).toEqual(['get shop', 'get state']);
});

describe('a namespace that is being deleted', () => {
  test('is said at once, with what was to go there and how to see what holds it', async () => {
    server.terminatingNamespaces.add('shop');
    await expect(ask(apply(configMap('shop')), { missing: [], dryRun: true })).resolves.toEqual({ coming: [] });
    expect(notes).toEqual([
      'Namespace shop is being deleted, so nothing can be created in it (an object goes there (ConfigMap settings)). '
      + 'To see what holds it: kubectl get namespace shop -o jsonpath=\'{.status.conditions}\'',
    ]);
  });

  test.each([true, false])('and is to hold the state ends the run before it begins (dry run: %s)', async (dryRun) => {
    server.terminatingNamespaces.add('state');
    const { refusal } = await ask(apply(configMap('shop')), { missing: [], dryRun });
    expect(refusal).toMatchObject({ code: 'namespace-terminating', category: 'server', details: { namespaces: ['state'] } });
    expect(refusal?.hint).toContain('kubectl wait --for=delete namespace/state');
    // The error says it.
    expect(notes).toEqual([]);
  });
});

test('where the caller allows it they are made, and the user hears of it', async () => {
  await expect(ask(apply(configMap('shop')), { missing: ['shop', 'state'], createNamespace: true })).resolves.toEqual({});
  expect(server.asked).toEqual(['get shop', 'get state', 'create shop', 'create state']);
  expect(notes).toEqual(['shop', 'state'].map((name) => `Namespace ${name} was created; it stays when the extension is deleted.`));
});

test('a dry run makes none and hands on which ones are coming: an apply says so, a plan shows them', async () => {
  const answer = await ask(apply(configMap('shop')), { missing: ['shop'], createNamespace: true, dryRun: true });
  expect(answer).toEqual({ coming: ['shop'] });
  expect(notes).toEqual([]);
  expect(server.asked).toEqual(['get shop']);
});

test('one that the operator only watches is never made: the run is refused, and no other is made either', async () => {
  const { refusal } = await ask(apply(operator), { missing: ['shop', 'tenants'], createNamespace: true });
  expect(refusal).toMatchObject({ code: 'namespace-not-found', details: { namespaces: ['tenants'] } });
  expect(server.asked).toEqual(['get shop', 'get tenants']);
});

test('a namespace in which an object of the extension exists is not asked about; one that only may exist proves nothing', async () => {
  const entry = { ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' }, order: 0, phase: 'all' };
  const missing = ['shop', 'state'];
  await expect(ask(apply(configMap('shop')), { missing, stored: recorded({ ...entry, uid: 'x' }) })).resolves.toEqual({});
  const { refusal } = await ask(apply(configMap('shop')), { missing, stored: recorded(entry) });
  expect(refusal?.details).toEqual({ namespaces: ['shop'] });
});

test.each<Operation>([{ intent: 'delete', number: 1, orphan: false }, { intent: 'orphan', number: 1, objects: [] }])(
  '$intent needs none',
  async (operation) => {
    await expect(ask(operation, { missing: ['state'] })).resolves.toEqual({});
  },
);

/** Repairing what is wrong with an extension, and leaving alone what may not be taken back. */
import { keyOf, LABEL_OWNER_NAME, refOf, type KubeObject, type ResolvedRevision } from '../../../../lib/api';
import { applyRevision } from '../../../../lib/runtime';
import { look, repair, type RepairOptions } from '../../../../lib/runtime/keep/repair';
import { ContentCache, readHead, sealsOf, writeContent } from '../../../../lib/state';
import { FakeCluster } from '../fake-cluster';

const NAMESPACE = 'shop';
const labels = { [LABEL_OWNER_NAME]: 'web' };
const settings: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: NAMESPACE, labels },
  data: {},
};

function definition(...fields: readonly string[]): KubeObject {
  const properties = { spec: { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])) } };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } }];
  const spec = {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', listKind: 'WidgetList', singular: 'widget' },
    versions,
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com', labels },
    spec,
  };
}

/** Another client added a field to a definition, and deleted the ConfigMap beside it. */
async function withNewerDefinition(server: FakeCluster) {
  const { cluster } = server;
  const objects = [definition('size'), settings];
  const phases = [{ name: 'all', objects: objects.map((object) => ({ object, collisionProtection: 'Prevent' as const })) }];
  const revision: ResolvedRevision = { extension: 'web', number: 1, digest: 'd', probes: [], phases };
  await applyRevision(revision, { cluster, stateNamespace: NAMESPACE, wait: false });
  const applied = server.objects.get(keyOf(refOf(definition()))) as KubeObject;
  server.store({ ...definition('size', 'colour'), metadata: applied.metadata });
  server.remove(refOf(settings));
  server.asked.length = 0;

  const options: RepairOptions = {
    cluster,
    extension: 'web',
    stateNamespace: NAMESPACE,
    breakLock: false,
    signal: AbortSignal.timeout(5000),
  };
  const { stored, live } = await look(objects.map(refOf), options);
  if (stored === undefined) throw new Error('no head');
  return { cluster, done: await repair(stored, live, options) };
}

test('with objects stored, what would drop a field of theirs is not taken back, and how many there are is said', async () => {
  const server = new FakeCluster();
  server.listable.add('Widget');
  server.store({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'first', namespace: NAMESPACE },
    spec: { colour: 'red' },
  });
  const { done } = await withNewerDefinition(server);
  expect(done.refused).toContain('(widgets.example.com: 1 object is stored');
});

test('with no object stored, the definition is repaired like everything else', async () => {
  const server = new FakeCluster();
  server.listable.add('Widget');
  const { done } = await withNewerDefinition(server);
  expect(done.refused).toBeUndefined();
  expect(done.results.map(({ ref, action }) => `${ref.kind} ${action}`).sort()).toEqual([
    'ConfigMap Created',
    'CustomResourceDefinition Recovered',
  ]);
});

test('a definition whose newer form may not be taken back is left as it is, and stays on record; what else is wrong is repaired', async () => {
  const server = new FakeCluster();
  const { cluster, done } = await withNewerDefinition(server);
  expect(done.results).toMatchObject([{ ref: { name: 'settings' }, action: 'Created' }]);
  expect(done.refused).toContain('The definition was left as it is');
  expect(server.names()).toEqual(['boxcutter-content.web.1', 'boxcutter-state-key', 'boxcutter.web', 'settings', 'widgets.example.com']);
  const head = (await readHead(cluster, 'web', NAMESPACE))?.head;
  expect(head?.inventory.map(({ ref }) => ref.name).sort()).toEqual(['settings', 'widgets.example.com']);
  expect(head).not.toHaveProperty('lock');
});

test('repairs of the same revision read its content once; what another run applied in between is read', async () => {
  const server = new FakeCluster();
  const { cluster } = server;
  const contents = new ContentCache();
  const apply = (value: string): Promise<unknown> => {
    const objects = [{ object: { ...settings, data: { value } }, collisionProtection: 'Prevent' as const }];
    const revision: ResolvedRevision = { extension: 'web', number: 1, digest: value, probes: [], phases: [{ name: 'all', objects }] };
    return applyRevision(revision, { cluster, stateNamespace: NAMESPACE, wait: false });
  };
  const repairAgain = async (): Promise<KubeObject | undefined> => {
    server.remove(refOf(settings));
    const signal = AbortSignal.timeout(5000);
    const options: RepairOptions = { cluster, extension: 'web', stateNamespace: NAMESPACE, breakLock: false, signal, contents };
    const { stored, live } = await look([refOf(settings)], options);
    if (stored === undefined) throw new Error('no head');
    await repair(stored, live, options);
    return server.objects.get(keyOf(refOf(settings)));
  };
  const reads = (): readonly string[] => server.asked.filter((request) => request.startsWith('get boxcutter-content'));

  await apply('1');
  server.asked.length = 0;
  await repairAgain();
  await expect(repairAgain()).resolves.toMatchObject({ data: { value: '1' } });
  expect(reads()).toEqual(['get boxcutter-content.web.1']);
  await apply('2');
  server.asked.length = 0;
  await expect(repairAgain()).resolves.toMatchObject({ data: { value: '2' } });
  expect(reads()).toEqual(['get boxcutter-content.web.2']);
});

test('content under the number that is not the one on record, left by a try that died, is not brought back', async () => {
  const server = new FakeCluster();
  const { cluster } = server;
  const revision = (digest: string): ResolvedRevision => ({
    extension: 'web', number: 1, digest, probes: [],
    phases: [{ name: 'all', objects: [{ object: { ...settings, data: { value: digest } }, collisionProtection: 'Prevent' as const }] }],
  });
  await applyRevision(revision('new'), { cluster, stateNamespace: NAMESPACE, wait: false });
  const recorded = await readHead(cluster, 'web', NAMESPACE);
  if (recorded === undefined) throw new Error('no head');
  server.remove({ apiVersion: 'v1', kind: 'Secret', namespace: NAMESPACE, name: 'boxcutter-content.web.1' });
  await writeContent(cluster, recorded, revision('old'), sealsOf(cluster));
  server.remove(refOf(settings));

  const options: RepairOptions = {
    cluster,
    extension: 'web',
    stateNamespace: NAMESPACE,
    breakLock: false,
    signal: AbortSignal.timeout(5000),
  };
  const { stored, live } = await look([refOf(settings)], options);
  if (stored === undefined) throw new Error('no head');
  await expect(repair(stored, live, options)).rejects.toMatchObject({ code: 'content-not-kept' });
  expect(server.objects.has(keyOf(refOf(settings)))).toBe(false);
});

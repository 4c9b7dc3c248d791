/**
 * Extensions that an earlier version of this package has applied, under today's: they are known, unchanged, looked at cheaply, kept,
 * upgraded and deleted.
 */
import { connect, type KubeCluster } from '../../lib/kube';
import { keepExtensions, type KeepEvent } from '../../lib/runtime';
import { applied, packageFolder, recordings, stateNamespace } from '../fixtures/state/recorded';
import { boxcutter, buildCommand, type Finished } from './cli/command';
import { AuditLog } from './support/audit';
import { kubeconfig, Somebody } from './support/extension';
import { clear, restore } from './support/recorded';

const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection'];
/** Requests of a run that finds nothing to do, beside one stream for each kind: head, content, discovery, the namespaces. */
const LOOKS = 6;
const extensions = applied.filter(({ package: name }) => name !== 'shop-1');
const settings = { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', namespace: 'recorded' };

let cluster: KubeCluster;
beforeAll(async () => {
  buildCommand();
  cluster = await connect({ kubeconfig });
}, 300_000);
afterAll(() => cluster.close());

/** Somebody with all rights, whose requests are none of the other tests'. */
const user = `earlier-versions-${process.pid}`;

/** Runs the command, and counts by verb what it asked of the API server. */
async function counted(...words: string[]): Promise<Finished & { readonly requests: Readonly<Record<string, number>> }> {
  const log = new AuditLog();
  const finished = await boxcutter([...words, '--state-namespace', stateNamespace, '--as', user, '--as-group', 'system:masters']);
  const requests: Record<string, number> = {};
  const events = await log.events(({ impersonatedUser }) => impersonatedUser?.username === user);
  for (const { verb } of events) requests[verb] = (requests[verb] ?? 0) + 1;
  return { ...finished, requests };
}

function applyWords({ extension, namespace, package: name }: (typeof applied)[number]): string[] {
  return ['apply', packageFolder(name), '--namespace', namespace, ...(name === 'lights' ? [] : ['--name', extension]), '-o', 'json'];
}

describe.each(recordings)('extensions applied %s', (recording) => {
  beforeAll(() => restore(recording, cluster), 120_000);
  afterAll(() => clear(recording, cluster), 120_000);

  test('are listed, and healthy', async () => {
    const list = await counted('list', '-o', 'json');
    const expected = extensions.map(({ extension }) => expect.objectContaining({ extension, status: 'complete' }) as object);
    expect(JSON.parse(list.stdout)).toMatchObject({ extensions: expect.arrayContaining(expected) as object[] });
    const statuses = await Promise.all(extensions.map(({ extension }) => counted('status', extension)));
    expect(statuses.map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  test.each(extensions)('$extension is unchanged: no write, and no look at each object', async (extension) => {
    const result = await counted(...applyWords(extension));
    expect(result).toMatchObject({ code: 0 });
    expect(JSON.parse(result.stdout)).toMatchObject({ unchanged: true });
    expect(WRITES.map((verb) => result.requests[verb] ?? 0)).toEqual([0, 0, 0, 0, 0]);
    expect((result.requests['get'] ?? 0) + (result.requests['list'] ?? 0)).toBeLessThanOrEqual(LOOKS);
  });

  test('a keeper over all of them asks for nothing while nothing is wrong, and repairs what is', async () => {
    const own = await connect({ kubeconfig });
    const ending = new AbortController();
    const events: KeepEvent[] = [];
    const waiting = new Set<() => void>();
    const until = (type: KeepEvent['type']): Promise<KeepEvent> => new Promise((resolve) => {
      const look = (): void => {
        const found = events.find((event) => event.type === type);
        if (found === undefined) return void waiting.add(look);
        waiting.delete(look);
        resolve(found);
      };
      look();
    });
    const onEvent = (event: KeepEvent): void => {
      events.push(event);
      waiting.forEach((look) => look());
    };
    const kept = keepExtensions({ cluster: own, select: { stateNamespace }, signal: ending.signal, onEvent });
    try {
      expect(await until('steady')).toMatchObject({ extensions: extensions.length });
      const { watch: _watch, discovery: _discovery, ...requests } = own.requests();
      expect(requests).toEqual({});
      events.length = 0;

      await new Somebody(cluster).apply({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: settings.name, namespace: settings.namespace },
        data: { colour: 'green' },
      });
      expect(await until('repaired')).toMatchObject({ extension: 'shop', object: { ref: { name: 'settings' } } });
      expect(await new Somebody(cluster).get(settings)).toMatchObject({ data: { colour: 'blue' } });
    } finally {
      ending.abort();
      await kept;
      own.close();
    }
  });

  test('shop goes back to what was applied before, by a rollback, and forward again', async () => {
    expect(await counted('rollback', 'shop')).toMatchObject({ code: 0 });
    expect(await new Somebody(cluster).get(settings)).toMatchObject({ data: { colour: 'red' } });
    expect(await counted(...applyWords(extensions[0] as (typeof applied)[number]))).toMatchObject({ code: 0 });
    expect(await new Somebody(cluster).get(settings)).toMatchObject({ data: { colour: 'blue' } });
  });

  test('all are deleted, with their objects', async () => {
    for (const { extension } of extensions) expect(await counted('delete', extension, '--delete-data')).toMatchObject({ code: 0 });
    const somebody = new Somebody(cluster);
    expect(await somebody.exists(settings)).toBe(false);
    expect(await somebody.exists({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: 'recorded-gauges' })).toBe(false);
    const { objects } = await cluster.list({ apiVersion: 'v1', kind: 'Secret', namespace: stateNamespace }, { metadataOnly: true });
    expect(objects.map(({ metadata }) => metadata.name).filter((name) => name?.startsWith('boxcutter.'))).toEqual([]);
  });
});

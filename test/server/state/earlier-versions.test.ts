/**
 * Extensions that an earlier version of this package has applied, under today's: they are known, unchanged, looked at cheaply, kept,
 * upgraded and deleted.
 */
import { connect, type KubeCluster } from '../../../lib/kube';
import { keepExtensions, type KeepEvent } from '../../../lib/runtime';
import { applied, isSealed, packageFolder, recordings, stateKey, stateNamespace } from '../../fixtures/state/recorded';
import { boxcutter, buildCommand, type Finished } from '../cli/command';
import { type AuditEvent, AuditLog } from '../support/audit';
import { kubeconfig, OtherClient } from '../support/extension';
import { clear, restore } from '../support/recorded';

const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection'];
/** Reads of a run that finds nothing to do, beside one list or stream for each kind: head, content, key, discovery, namespaces, version. */
const LOOKS = 8;
const extensions = applied.filter(({ package: name }) => name !== 'shop-1');
const settings = { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', namespace: 'recorded' };

let cluster: KubeCluster;
beforeAll(async () => {
  buildCommand();
  cluster = await connect({ kubeconfig });
}, 300_000);
afterAll(() => cluster.close());

/** A client with all rights, whose requests are none of the other tests'. */
const user = `earlier-versions-${process.pid}`;

interface Counted extends Finished {
  /** By verb. */
  readonly requests: Readonly<Record<string, number>>;
  /** The resource of each write. */
  readonly written: readonly string[];
  /** Reads of single objects, and lists beyond the first of a kind in a place. */
  readonly looks: number;
}

/** Runs the command, and counts by verb what it asked of the API server. */
async function counted(...words: string[]): Promise<Counted> {
  const log = new AuditLog();
  const keyWords = ['apply', 'rollback', 'delete'].includes(words[0] ?? '') ? [
    '--state-key',
    `${stateKey.namespace}/${stateKey.name}`,
  ] : [];
  const common = ['--state-namespace', stateNamespace, '--as', user, '--as-group', 'system:masters'];
  const finished = await boxcutter([...words, ...keyWords, ...common]);
  const requests: Record<string, number> = {};
  const events = await log.events(({ impersonatedUser }) => impersonatedUser?.username === user);
  for (const { verb } of events) requests[verb] = (requests[verb] ?? 0) + 1;
  const written = events.filter(({ verb }) => WRITES.includes(verb)).map(({ objectRef }) => objectRef?.resource ?? '');
  return { ...finished, requests, written, looks: looksAmong(events) };
}

/** Records and contents are Secrets: each list of those counts. */
function looksAmong(events: readonly AuditEvent[]): number {
  const read = events.filter(({ verb }) => verb === 'get' || verb === 'list');
  const lists = read.filter(({ verb, objectRef }) => verb === 'list' && objectRef?.resource !== 'secrets');
  const kinds = new Set(lists.map(({ objectRef }) => `${objectRef?.resource ?? ''} ${objectRef?.namespace ?? ''}`));
  return read.length - kinds.size;
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

  test.each(extensions)('$extension is unchanged: no object is written, and its content is sealed once', async (extension) => {
    const result = await counted(...applyWords(extension));
    expect(result).toMatchObject({ code: 0 });
    expect(JSON.parse(result.stdout)).toMatchObject({ unchanged: true });
    expect(new Set(result.written)).toEqual(new Set(isSealed(recording) ? [] : ['secrets']));
  });

  test.each(extensions)('$extension, applied again, costs no write, and no look at each object', async (extension) => {
    const result = await counted(...applyWords(extension));
    expect(JSON.parse(result.stdout)).toMatchObject({ unchanged: true });
    expect(result.written).toEqual([]);
    expect(result.looks).toBeLessThanOrEqual(LOOKS);
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
    const kept = keepExtensions({ cluster: own, namespaces: [stateNamespace], stateKey, signal: ending.signal, onEvent });
    try {
      expect(await until('steady')).toMatchObject({ extensions: extensions.length });
      const { watch: _watch, discovery: _discovery, ...requests } = own.requests();
      expect(requests).toEqual({});
      events.length = 0;

      await new OtherClient(cluster).apply({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: settings.name, namespace: settings.namespace },
        data: { colour: 'green' },
      });
      expect(await until('repaired')).toMatchObject({ extension: 'shop', object: { ref: { name: 'settings' } } });
      expect(await new OtherClient(cluster).get(settings)).toMatchObject({ data: { colour: 'blue' } });
    } finally {
      ending.abort();
      await kept;
      own.close();
    }
  });

  test('shop goes back to what was applied before, by a rollback, and forward again', async () => {
    expect(await counted('rollback', 'shop', ...(isSealed(recording) ? [] : ['--trust-state']))).toMatchObject({ code: 0 });
    expect(await new OtherClient(cluster).get(settings)).toMatchObject({ data: { colour: 'red' } });
    expect(await counted(...applyWords(extensions[0] as (typeof applied)[number]))).toMatchObject({ code: 0 });
    expect(await new OtherClient(cluster).get(settings)).toMatchObject({ data: { colour: 'blue' } });
  });

  test('all are deleted, with their objects', async () => {
    for (const { extension } of extensions) expect(await counted('delete', extension, '--delete-data')).toMatchObject({ code: 0 });
    const otherClient = new OtherClient(cluster);
    expect(await otherClient.exists(settings)).toBe(false);
    expect(await otherClient.exists({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: 'recorded-gauges' })).toBe(false);
    const { objects } = await cluster.list({ apiVersion: 'v1', kind: 'Secret', namespace: stateNamespace }, { metadataOnly: true });
    expect(objects.map(({ metadata }) => metadata.name).filter((name) => name?.startsWith('boxcutter.'))).toEqual([]);
  });
});

/**
 * An extension that comes and goes leaves nothing, on the cluster or in the process. A thousand times: npm run bench:controllers.
 */
import { readdirSync } from 'node:fs';
import { clusterCatalog, extension, fleet, PublishedCatalog, type RunningControllers } from './fleet';

const all = fleet();
let controllers: RunningControllers;

beforeAll(async () => {
  controllers = await all.startControllers();
  const catalog = new PublishedCatalog(all, 'growing');
  await catalog.bundle('guest', '1.0.0', { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `guest-${all.shard}` }, data: { a: 'b' } }] });
  catalog.package('guest', { stable: [{ name: '1.0.0' }] });
  await all.apply('ClusterCatalog', `growing-${all.shard}`, { source: { type: 'Image', image: { ref: await catalog.push() } } });
  await all.until(clusterCatalog(`growing-${all.shard}`), 'Serving True Available');
}, 120_000);

/** What grows where something is forgotten: objects in caches, streams, keys of queues, open files. */
async function held(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${controllers.metrics}/metrics`)).text();
  const counted = text.split('\n').filter((line) => /^boxcutter_(controller_cache_objects|stream_objects|streams|controller_queue_depth)\{/.test(line));
  const files = readdirSync(`/proc/${controllers.child.pid}/fd`).length;
  return new Map([
    ...counted.map((line): [string, number] => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    // Connections come and go.
    ['files', Math.ceil(files / 20)],
  ]);
}

/** What there is more of than before. What was gone on the server a moment ago, the process may be about to hear of. */
async function more(before: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const grown = [...(await held())].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name, count]) => `${name} ${count}`);
    if (grown.length === 0 || Date.now() > deadline) return grown;
  }
}

async function comeAndGo(): Promise<void> {
  const name = `guest-${all.shard}`;
  await all.apply('ClusterExtension', name, { namespace: all.test.namespace, source: { sourceType: 'Catalog', catalog: { packageName: 'guest' } } });
  await all.until(extension(name), 'Installed True Succeeded');
  await all.other.delete(extension(name));
  await all.other.until(extension(name), (live) => live === undefined);
}

test('after eight times there is no more of it than after two', async () => {
  for (let cycle = 0; cycle < 2; cycle += 1) await comeAndGo();
  const before = await held();
  for (let cycle = 0; cycle < 6; cycle += 1) await comeAndGo();
  expect(await more(before)).toEqual([]);
  const labelSelector = `olm.operatorframework.io/owner-name=guest-${all.shard}`;
  for (const [apiVersion, kind] of [['olm.operatorframework.io/v1', 'ClusterExtensionRevision'], ['v1', 'Secret'], ['v1', 'ConfigMap']] as const) {
    expect((await all.test.cluster.list({ apiVersion, kind, labelSelector }, { metadataOnly: true })).objects).toEqual([]);
  }
}, 120_000);

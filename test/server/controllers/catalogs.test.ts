/** ClusterCatalogs while things change: a pull that fails, another priority, other labels, and a replica that does not lead. */
import type { ObjectRef } from '../../../lib/api';
import { DEFAULT_CONFIG } from '../../../lib/controllers';
import { leaseName } from '../../../lib/controllers/process/leader/lease';
import { start } from '../cli/command';
import { clusterCatalog, extension, fleet, PublishedCatalog, saidOf } from './fleet';

const group = fleet();
let namespace: string;
let stable: string;
let edge: string;
const named = (name: string): ObjectRef => clusterCatalog(`${name}-${group.shard}`);
const image = (ref: string, more: object = {}): object => ({ source: { type: 'Image', image: { ref } }, ...more });
const baseOf = (object: object): string => (object as { readonly status: { readonly urls: { readonly base: string } } }).status.urls.base;

async function catalog(name: string, version: string): Promise<string> {
  const published = new PublishedCatalog(group, name);
  await published.bundle('web', version);
  published.package('web', { stable: [{ name: version }] });
  return published.push();
}

beforeAll(async () => {
  ({ namespace } = group.test);
  [stable, edge] = [await catalog('stable', '1.0.0'), await catalog('edge', '2.0.0')];
  await group.startControllers();
  await group.apply('ClusterCatalog', named('stable').name, image(stable, { priority: 10 }));
  await group.apply('ClusterCatalog', named('edge').name, image(edge, { priority: 1 }));
  for (const name of ['stable', 'edge']) await group.until(named(name), 'Serving True Available');
}, 90_000);

test('old content is served while a pull fails, and the condition says what is wrong', async () => {
  const before = await group.other.get(named('edge'));
  await group.patch(named('edge'), image(`${group.front.host}/edge/catalog:nowhere`, { priority: 1 }));
  const live = await group.until(named('edge'), 'Progressing True Retrying: source catalog content: ');
  expect(saidOf(live)).toContainEqual(expect.stringContaining('Serving True Available'));
  expect((live['status'] as { readonly resolvedSource: object }).resolvedSource).toEqual((before['status'] as { readonly resolvedSource: object }).resolvedSource);
  const answer = await fetch(`${baseOf(live)}/api/v1/all`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"name":"web.v2.0.0"') as string]);
  await group.patch(named('edge'), image(edge, { priority: 1 }));
  await group.until(named('edge'), 'Progressing True Succeeded');
});

test('another priority counts at once, and so do other labels', async () => {
  const itself = extension(`web-${group.shard}`);
  const spec = (catalogOf: object): object => ({ namespace, source: { sourceType: 'Catalog', catalog: { packageName: 'web', upgradeConstraintPolicy: 'SelfCertified', ...catalogOf } } });
  await group.apply('ClusterExtension', itself.name, spec({}));
  await group.until(itself, 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
  await group.patch(named('edge'), image(edge, { priority: 20 }));
  await group.until(itself, 'Progressing True Succeeded: Revision 2.0.0 is rolled out.');
  await group.patch(itself, spec({ selector: { matchLabels: { channel: 'slow' } } }));
  await group.other.apply({
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog',
    metadata: { name: named('stable').name, labels: { shard: group.shard, channel: 'slow' } }, spec: image(stable, { priority: 10 }),
  });
  await group.until(itself, 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
  await group.other.delete(itself);
  await group.other.until(itself, (live) => live === undefined);
});

test('a replica that does not lead is ready, and serves the same', async () => {
  const watchSelector = `shard=${group.shard}`;
  const name = leaseName({ watchSelector, leaderElection: DEFAULT_CONFIG.leaderElection });
  await group.other.apply({
    apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace },
    spec: { holderIdentity: 'somebody', leaseDurationSeconds: 3600, renewTime: new Date().toISOString().replace('Z', '000Z') },
  });
  const registries = group.scratch.write('follower.yaml', JSON.stringify({ registries: { [group.front.host]: { plainHttp: true } } }));
  const follower = start([
    'controller', 'run', '--namespace', namespace, '--watch-selector', watchSelector, '--health-address', '127.0.0.1:0',
    '--metrics-address', '127.0.0.1:0', '--catalogs-address', '127.0.0.1:0', '--catalogs-directory', `${group.scratch.path}/follower`,
  ], { env: { BOXCUTTER_REGISTRIES: registries } });
  let said = '';
  follower.child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    await follower.printed(/"serving catalogs"/);
    await follower.printed(/"waiting for the lease"/);
    const line = (message: string): Record<string, string> => JSON.parse(said.split('\n').find((one) => one.includes(message)) ?? '{}') as Record<string, string>;
    const ask = (): Promise<Response> => fetch(`${line('"serving catalogs"')['url']}/catalogs/${named('stable').name}/api/v1/all`);
    // It takes over what the leader has found out as soon as it hears of it.
    let answer = await ask();
    while (answer.status === 404) answer = await ask();
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"name":"web.v1.0.0"') as string]);
    expect((await fetch(`${line('"listening"')['health']}/readyz`)).status).toBe(200);
  } finally {
    follower.child.kill('SIGTERM');
    await follower.finished;
  }
});

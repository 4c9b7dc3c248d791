/** A ClusterExtension whose objects go to another cluster, as a user of the command sees it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import type { ObjectRef } from '../../../lib/api';
import { down, up } from '../../../lib/control-plane';
import { connect } from '../../../lib/kube';
import { OtherClient } from '../support/extension';
import { Link } from '../support/link';
import { clusterCatalog, extension, fleet, PublishedCatalog } from './fleet';

const plane = 'hosted-extension';
const group = fleet();
let directory: string;
let hosted: OtherClient;
let link: Link;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'boxcutter-clusters-'));
  const info = await up({ name: plane, directory, withWorkloads: false });
  hosted = new OtherClient(await connect({ kubeconfig: info.kubeconfig }));
  link = await Link.open(info.server);
  const config = load(readFileSync(info.kubeconfig, 'utf8')) as { readonly clusters: readonly { readonly cluster: Record<string, unknown> }[] };
  for (const { cluster } of config.clusters) cluster['server'] = link.url;
  const { namespace } = group.test;
  await hosted.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await group.other.apply({
    apiVersion: 'v1', kind: 'Secret', metadata: { name: 'shop-kubeconfig', namespace },
    data: { kubeconfig: Buffer.from(dump(config)).toString('base64') },
  });
  const catalog = new PublishedCatalog(group, 'shop');
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' }, data: { version: '1' } };
  await catalog.bundle('web', '1.0.0', { objects: [settings] });
  catalog.package('web', { stable: [{ name: '1.0.0' }] });
  await group.startControllers('--target-secret', 'shop-kubeconfig');
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref: await catalog.push() } } });
  await group.until(clusterCatalog(group.shard), 'Serving True Available');
}, 90_000);
afterAll(async () => {
  hosted.cluster.close();
  await link.away();
  await down(plane, { directory });
  rmSync(directory, { recursive: true, force: true });
});

test('is installed there, says when that cluster is away, waits for it when it is deleted, and is gone when it is back', async () => {
  const name = `web-${group.shard}`;
  const settings: ObjectRef = { apiVersion: 'v1', kind: 'ConfigMap', namespace: group.test.namespace, name: 'web' };
  const spec = { namespace: group.test.namespace, source: { sourceType: 'Catalog', catalog: { packageName: 'web' } } };
  await group.apply('ClusterExtension', name, spec);
  await hosted.until(settings, (live) => live !== undefined);
  expect(await group.other.exists(settings)).toBe(false);
  // No kubelet is there, so the Deployment of the bundle stays unavailable.
  await group.until(extension(name), 'Available False ProbeFailure');

  await link.away();
  await group.until(extension(name), 'Progressing True TargetUnavailable: has not been reached since');
  await group.until(extension(name), 'Available Unknown TargetUnavailable');
  await group.other.delete(extension(name));
  await group.until(extension(name), 'Progressing True TearingDown: olm.operatorframework.io/abandon-objects=');
  expect(await hosted.exists(settings)).toBe(true);

  await link.back();
  await group.other.until(extension(name), (live) => live === undefined);
  expect(await hosted.exists(settings)).toBe(false);
});

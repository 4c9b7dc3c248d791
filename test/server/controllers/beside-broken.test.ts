/** Broken extensions beside healthy ones: with a single place for turns, none of them keeps it, and what they are tried again for is little. */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { imageOfFiles, pushImage } from '../../../lib/image';
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { clusterCatalog, extension, fleet, type RunningControllers, saidOf } from './fleet';

const group = fleet();
const HEALTHY = Array.from({ length: 8 }, (_, index) => `healthy-${index}`);
let controllers: RunningControllers;
/** A registry that takes every connection and never says a word. */
let silent: Server;

const named = (name: string): ObjectRef => extension(`${name}-${group.shard}`);
const ask = (name: string, version = '1.0.0'): Promise<KubeObject> => group.apply('ClusterExtension', named(name).name, {
  namespace: group.test.namespace, source: { sourceType: 'Catalog', catalog: { packageName: name, version } },
});

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** @returns the reference of a bundle with one ConfigMap, which has the name of the package */
async function pushed(name: string, version: string): Promise<string> {
  const said = { 'mediatype.v1': 'plain+v0', 'manifests.v1': 'manifests/', 'metadata.v1': 'metadata/', 'package.v1': name };
  const annotations = Object.fromEntries(Object.entries(said).map(([key, value]) => [`operators.operatorframework.io.bundle.${key}`, value]));
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: group.test.namespace }, data: { version } };
  const ref = `${group.front.host}/beside/${name}:v${version}`;
  await pushImage(imageOfFiles([['metadata/annotations.yaml', json({ annotations })], ['manifests/config.yaml', json(map)]]), ref, REGISTRY);
  return ref;
}

const REGISTRY = { plainHttp: true, cache: false, env: {} } as const;

function blobsOf(name: string, images: Readonly<Record<string, string>>): readonly object[] {
  const versions = Object.keys(images);
  const entries = versions.map((version, at) => (
    { name: `${name}.v${version}`, ...(at === 0 ? {} : { replaces: `${name}.v${versions[at - 1] ?? ''}` }) }
  ));
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable' }, { schema: 'olm.channel', package: name, name: 'stable', entries },
    ...versions.map((version) => ({
      schema: 'olm.bundle', package: name, name: `${name}.v${version}`, image: images[version],
      properties: [{ type: 'olm.package', value: { packageName: name, version } }],
    })),
  ];
}

beforeAll(async () => {
  silent = createServer().listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => silent.once('listening', () => resolve()));
  const healthy = await Promise.all(HEALTHY.map(async (name) => (
    blobsOf(name, { '1.0.0': await pushed(name, '1.0.0'), '1.1.0': await pushed(name, '1.1.0') })
  )));
  const blobs = [
    ...healthy.flat(),
    ...blobsOf('missing', { '1.0.0': `${group.front.host}/beside/nowhere:v1` }),
    ...blobsOf('silent', { '1.0.0': `127.0.0.1:${(silent.address() as AddressInfo).port}/beside/silent:v1` }),
    ...blobsOf('stuck', { '1.0.0': await pushed('stuck', '1.0.0') }),
  ];
  const content = Buffer.from(blobs.map((blob) => JSON.stringify(blob)).join('\n'));
  const ref = `${group.front.host}/beside/catalog:v1`;
  const labels = { 'operators.operatorframework.io.index.configs.v1': '/configs' };
  await pushImage(imageOfFiles([['configs/catalog.json', content]], { labels }), ref, REGISTRY);
  // In the way of the extension that is stuck: it is nobody's, and stays so.
  const taken = { name: 'stuck', namespace: group.test.namespace };
  await group.other.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: taken, data: { version: 'of another' } });
  controllers = await group.startControllers('--concurrency', '1');
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref } } });
  await group.until(clusterCatalog(group.shard), 'Serving True Available');
}, 300_000);
afterAll(() => silent.close());

async function metrics(): Promise<(line: string) => number> {
  const text = await (await fetch(`${controllers.metrics}/metrics`)).text();
  return (line) => Number(text.split('\n').find((one) => one.startsWith(`${line} `))?.slice(line.length + 1) ?? 0);
}

const QUEUE = 'boxcutter_controller_queue_depth{controller="extension",state=';
const TURNS = 'boxcutter_controller_turns_total{controller="extension",result=';

test('broken in four ways, each says how; the healthy are installed and upgraded through the one place that there is', async () => {
  const asking = new Promise<void>((resolve) => silent.once('connection', () => resolve()));
  for (const name of ['missing', 'silent', 'stuck', 'nowhere']) await ask(name);
  await group.until(named('missing'), 'Progressing True Retrying: error for resolved bundle "missing.v1.0.0" with version "1.0.0"');
  await group.until(named('stuck'), 'Progressing True Retrying: ');
  await group.until(named('nowhere'), 'Progressing True Retrying: no bundles found for package "nowhere"');
  await asking;
  for (const version of ['1.0.0', '1.1.0']) {
    for (const name of HEALTHY) await ask(name, version);
    for (const name of HEALTHY) await group.until(named(name), `Progressing True Succeeded: Revision ${version} is rolled out.`);
  }
  for (const name of ['missing', 'stuck', 'nowhere']) {
    expect(saidOf(await group.other.get(named(name)))).toContainEqual(expect.stringMatching(/^Installed False/));
  }
});

test('at the end nobody stands in line, and what was tried again is few of all turns', async () => {
  let read = await metrics();
  // The one that asks the silent registry is in its turn, away from the place; what was written comes back as events.
  while (read(`${QUEUE}"due"}`) > 0 || read(`${QUEUE}"running"}`) !== 1) read = await metrics();
  expect(read(`${TURNS}"failed"}`)).toBeGreaterThan(0);
  expect(read(`${TURNS}"failed"}`)).toBeLessThan(read(`${TURNS}"done"}`) / 4);
});

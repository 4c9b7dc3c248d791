/**
 * Broken extensions beside healthy ones: how long the healthy take to be installed with and without them, in turn and several times, since
 * one time differs from the next.
 */
import { createServer, type AddressInfo, type Server } from 'node:net';
import { API_VERSION, type KubeObject } from '../../lib/api';
import type { KubeCluster } from '../../lib/kube';
import { round } from '../scale/results';
import type { Installed } from './installed';
import type { Controllers } from './process';
import { blobsOf, extensionOf, NAMESPACE, packageName, pushBundle } from './world';

/** What is wrong with them, by turns. */
const KINDS = ['no image', 'a registry that never answers', 'no package', 'an object of another in the way'] as const;
const ROUNDS = 3;
const VERSION = '1.0.0';

export interface BesideBroken {
  readonly schema: 'cdk8s-boxcutter/bench-beside-broken/v1';
  readonly extensions: number;
  readonly broken: number;
  readonly kinds: readonly string[];
  /** Seconds until all healthy ones were installed, a round each. */
  readonly without: readonly number[];
  readonly beside: readonly number[];
  /** Seconds of processor time of the controllers, for the same rounds. */
  readonly cpuWithout: readonly number[];
  readonly cpuBeside: readonly number[];
}

interface Place {
  readonly cluster: KubeCluster;
  readonly put: (object: KubeObject) => Promise<unknown>;
  readonly watch: Installed;
  readonly controllers: Controllers;
}

/** A registry that takes every connection and says nothing. */
export async function silentRegistry(): Promise<{ readonly host: string; close(): void }> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Blobs of their packages, for the catalog. */
export async function brokenPackages(count: number, host: string, silent: string): Promise<readonly object[]> {
  const blobs = await Promise.all(Array.from({ length: count }, async (_, index) => {
    const name = brokenName(index);
    switch (KINDS[index % KINDS.length]) {
      case 'no image': return blobsOf(name, { [VERSION]: `${host}/nowhere/${name}:v1` });
      case 'a registry that never answers': return blobsOf(name, { [VERSION]: `${silent}/${name}:v1` });
      case 'an object of another in the way': return blobsOf(name, { [VERSION]: await pushBundle(host, name, VERSION, [inTheWay(name)]) });
      default: return [];
    }
  }));
  return blobs.flat();
}

/** @param count of broken ones */
export async function measureBesideBroken(extensions: number, count: number, place: Place): Promise<BesideBroken> {
  const { put, cluster, controllers } = place;
  const broken = Array.from({ length: count }, (_, index) => brokenName(index));
  for (const name of broken) await put({ ...inTheWay(name), metadata: { name, namespace: NAMESPACE } });
  const once = async (): Promise<readonly [seconds: number, cpuSeconds: number]> => {
    await controllers.quiet();
    return installedAndGone(extensions, place);
  };
  // The first time, images are pulled that later times find in the cache.
  await once();
  const figures = { without: [] as number[], beside: [] as number[], cpuWithout: [] as number[], cpuBeside: [] as number[] };
  for (let at = 0; at < ROUNDS; at += 1) {
    const [alone, cpuAlone] = await once();
    for (const name of broken) {
      await put({
        apiVersion: API_VERSION, kind: 'ClusterExtension', metadata: { name },
        spec: { namespace: NAMESPACE, source: { sourceType: 'Catalog', catalog: { packageName: name } } },
      });
    }
    const [beside, cpuBeside] = await installedAndGone(extensions, place);
    await Promise.all(broken.map((name) => removed(name, cluster)));
    figures.without.push(alone);
    figures.beside.push(beside);
    figures.cpuWithout.push(cpuAlone);
    figures.cpuBeside.push(cpuBeside);
    console.log(`round ${at + 1}: ${alone} s without, ${beside} s beside ${count} broken ones`);
  }
  return { schema: 'cdk8s-boxcutter/bench-beside-broken/v1', extensions, broken: count, kinds: KINDS.slice(0, count), ...figures };
}

export function brokenText({ extensions, broken, without, beside, cpuWithout, cpuBeside }: BesideBroken): string {
  const seconds = (values: readonly number[]): string => `${median(values)} s (${values.join(', ')})`;
  return [
    `${extensions} healthy extensions until all are installed, median of ${without.length} rounds:`,
    `  alone:                    ${seconds(without)}, CPU ${seconds(cpuWithout)}`,
    `  beside ${String(broken).padEnd(3)} broken ones:   ${seconds(beside)}, CPU ${seconds(cpuBeside)}`,
  ].join('\n');
}

async function installedAndGone(extensions: number, { cluster, put, watch, controllers }: Place): Promise<readonly [number, number]> {
  const cpu = controllers.sample().cpuSeconds;
  const began = performance.now();
  const names = Array.from({ length: extensions }, (_, index) => packageName(index));
  await Promise.all(names.map((_, index) => put(extensionOf(index, VERSION))));
  await watch.until(VERSION, extensions);
  const seconds = round((performance.now() - began) / 1000);
  const cpuSeconds = round(controllers.sample().cpuSeconds - cpu);
  await Promise.all(names.map((name) => removed(name, cluster)));
  await Promise.all(names.map((name) => watch.gone(name)));
  return [seconds, cpuSeconds];
}

async function removed(name: string, cluster: KubeCluster): Promise<void> {
  const ref = { apiVersion: API_VERSION, kind: 'ClusterExtension', name };
  const live = await cluster.get(ref);
  if (live.type === 'object') await cluster.delete(ref, { uid: live.object.metadata.uid ?? '' });
}

function brokenName(index: number): string {
  return `broken-${String(index).padStart(4, '0')}`;
}

function inTheWay(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { of: 'another' } };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

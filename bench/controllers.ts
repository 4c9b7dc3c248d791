/**
 * The benchmark of the controllers: `npm run bench:controllers`.
 *
 *   npm run bench:controllers -- [--extensions 1000] [--objects 10] [--kilobytes 2] [--minutes 2] [--upgrades 20] [--cycles 1000]
 *                                [--helm 20] [--name controllers] [--output bench/results/controllers.json] [--report]
 *   npm run bench:controllers -- --broken 8 [--extensions 40] [--output bench/results/beside-broken.json]
 *
 * A control plane and a registry of its own; the controllers run as the process that users start. Everything is installed from a catalog,
 * upgraded as a whole until each extension has five revisions, left alone, restarted, and upgraded once more, one extension at a time, also
 * beside a broken one; then one extension comes and goes. Beside it, the same objects by Helm. At the end the cluster is thrown away.
 * With --broken, only one thing is measured: how long the healthy ones take beside so many broken ones, and without them.
 * With --report, the table is written into docs/performance.md.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_VERSION, type KubeObject } from '../lib/api';
import { down, up, type ClusterInfo } from '../lib/control-plane';
import { crds } from '../lib/kinds';
import { connect, type KubeCluster } from '../lib/kube';
import { startRegistry } from '../test/registry';
import { brokenPackages, brokenText, measureBesideBroken, silentRegistry } from './controllers/broken';
import { comeAndGo } from './controllers/cycles';
import { byHelm } from './controllers/helm';
import { Installed } from './controllers/installed';
import { readOptions, type Options } from './controllers/options';
import { Controllers, type Place } from './controllers/process';
import { report, tableOf, type Results } from './controllers/results';
import { BROKEN, brokenExtension, CATALOG, extensionOf, NAMESPACE, packageName, publish } from './controllers/world';
import { mark, requestsSince, type Mark } from './scale/audit';
import { quantiles, round, type Quantiles } from './scale/results';

const root = join(__dirname, '..');
/** The first is installed; up to the fifth everything is upgraded as a whole, so that there are five revisions of each. */
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'] as const;
/** Of single extensions: alone, and beside a broken one. */
const SINGLE = ['1.5.0', '1.6.0'] as const;
const AT_ONCE = 16;
/** How many extensions there are when memory is looked at. */
const STAGES = [10, 50, 100];

async function main(): Promise<void> {
  const options = readOptions(root);
  const { beginRun } = await import('../tools/run/run.mjs');
  beginRun();
  await down(options.name);
  const info = await up({ name: options.name, withWorkloads: false, onProgress: (line) => console.log(line) });
  const registry = await startRegistry();
  const silent = await silentRegistry();
  const home = mkdtempSync(join(tmpdir(), 'boxcutter-bench-'));
  try {
    const { extensions, objects, kilobytes, broken } = options;
    const place = { kubeconfig: info.kubeconfig, home, host: registry.host };
    const began = performance.now();
    const more = await brokenPackages(broken, registry.host, silent.host);
    const versions = broken > 0 ? VERSIONS.slice(0, 1) : [...VERSIONS, ...SINGLE];
    const catalog = await publish(registry.host, extensions, versions, objects, kilobytes, more);
    console.log(`published in ${seconds(began)} s`);
    if (broken > 0) {
      const results = await besideBroken(options, info, catalog, place);
      write(options.output, results);
      console.log(brokenText(results));
      return;
    }
    const results = await measure(options, info, catalog, place);
    write(options.output, results);
    console.log(await tableOf(results));
    if (options.report) await report(results);
  } finally {
    silent.close();
    await registry.close();
    rmSync(home, { recursive: true, force: true });
    await down(options.name);
  }
}

function write(output: string, results: object): void {
  mkdirSync(dirname(resolve(output)), { recursive: true });
  writeFileSync(output, `${JSON.stringify(results, undefined, 2)}\n`);
}

async function besideBroken(options: Options, info: ClusterInfo, catalog: string, place: Place) {
  const { takenOn } = await import('./between.mjs');
  const world = await begun(options, info, catalog, place);
  const measured = await measureBesideBroken(options.extensions, options.broken, world);
  await world.controllers.stop();
  world.cluster.close();
  return { ...takenOn(info.version), ...measured };
}

/** A cluster with the catalog, and controllers that have begun. */
async function begun(options: Options, info: ClusterInfo, catalog: string, place: Place): Promise<World> {
  const cluster = await connect({ kubeconfig: info.kubeconfig });
  const put = (object: KubeObject): Promise<unknown> => cluster.apply(object, { fieldManager: 'bench', force: true });
  await each([...crds(), namespace(NAMESPACE), namespace('olmv1-system')], put);
  await put({
    apiVersion: API_VERSION, kind: 'ClusterCatalog', metadata: { name: CATALOG },
    spec: { source: { type: 'Image', image: { ref: catalog } } },
  });
  const watch = new Installed(cluster);
  return { options, info, cluster, put, watch, controllers: await Controllers.start(place) };
}

async function measure(options: Options, info: ClusterInfo, catalog: string, place: Place): Promise<Results> {
  const { takenOn } = await import('./between.mjs');
  const world = await begun(options, info, catalog, place);
  const { cluster, put } = world;

  const install = await installed(world);
  console.log(`installed: ${JSON.stringify(install)}`);
  const upgrade = await upgradedAsAWhole(world);
  console.log(`upgraded: ${JSON.stringify(upgrade)}`);
  const rest = await atRest(world);
  console.log(`at rest: ${JSON.stringify(rest)}`);

  await world.controllers.stop();
  const restarting = performance.now();
  const fromRestart = mark(info.auditLog);
  world.controllers = await Controllers.start(place);
  await world.controllers.quiet();
  const restart = { seconds: seconds(restarting), requests: totalSince(fromRestart), ...world.controllers.sample() };
  console.log(`restarted: ${JSON.stringify(restart)}`);

  const single = await one(world, SINGLE[0]);
  await put(brokenExtension());
  const besideBroken = await one(world, SINGLE[1]);
  await cluster.delete({ apiVersion: API_VERSION, kind: 'ClusterExtension', name: BROKEN }, {} as { uid: string });
  console.log(`single: ${JSON.stringify({ single, besideBroken })}`);
  const cycles = options.cycles === 0 ? undefined : await comeAndGo(options.cycles, world);
  await world.controllers.stop();
  const helm = options.helm === 0 ? undefined : await byHelm(options.helm, options.objects, options.kilobytes, info);
  cluster.close();
  const { extensions, objects, kilobytes } = options;
  return {
    schema: 'cdk8s-boxcutter/bench-controllers/v2', ...takenOn(info.version),
    options: { extensions, objects, kilobytes, revisions: VERSIONS.length * extensions },
    install, upgrade, rest, restart, single, besideBroken,
    ...(cycles === undefined ? {} : { cycles }), ...(helm === undefined ? {} : { helm }),
  };
}

interface World {
  readonly options: Options;
  readonly info: ClusterInfo;
  readonly cluster: KubeCluster;
  readonly put: (object: KubeObject) => Promise<unknown>;
  readonly watch: Installed;
  controllers: Controllers;
}

async function installed({ options: { extensions }, info, put, watch, controllers }: World): Promise<Results['install']> {
  const from = mark(info.auditLog);
  const began = performance.now();
  const before = controllers.sample();
  const stages: { extensions: number; rssMiB: number }[] = [];
  let done = 0;
  for (const count of [...STAGES.filter((stage) => stage < extensions), extensions]) {
    const more = Array.from({ length: count - done }, (_, index) => extensionOf(done + index, VERSIONS[0]));
    done = count;
    await each(more, put);
    await watch.until(VERSIONS[0], count);
    stages.push({ extensions: count, rssMiB: controllers.sample().rssMiB });
  }
  return {
    seconds: seconds(began), requests: totalSince(from), cpuSeconds: round(controllers.sample().cpuSeconds - before.cpuSeconds), stages,
  };
}

async function upgradedAsAWhole({ options: { extensions }, info, put, watch, controllers }: World): Promise<Results['upgrade']> {
  const from = mark(info.auditLog);
  const began = performance.now();
  const before = controllers.sample();
  for (const version of VERSIONS.slice(1)) {
    await each(Array.from({ length: extensions }, (_, index) => extensionOf(index, version)), put);
    await watch.until(version, extensions);
  }
  const cpuSeconds = round(controllers.sample().cpuSeconds - before.cpuSeconds);
  return { times: VERSIONS.length - 1, seconds: seconds(began), requests: totalSince(from), cpuSeconds };
}

async function atRest({ options: { minutes }, info, controllers }: World): Promise<Results['rest']> {
  await controllers.quiet();
  await sleep(10_000);
  const calm = controllers.sample();
  const from = mark(info.auditLog);
  await sleep(minutes * 60_000);
  const after = controllers.sample();
  const { leases, watches, others } = kindsSince(from);
  return {
    minutes, leases, watches, others, rssMiB: after.rssMiB, peakMiB: after.peakMiB,
    cpuPercent: round(((after.cpuSeconds - calm.cpuSeconds) / (minutes * 60)) * 100),
  };
}

async function one({ options: { upgrades, extensions }, put, watch }: World, version: string): Promise<Quantiles> {
  const times: number[] = [];
  for (let index = 0; index < Math.min(upgrades, extensions); index += 1) {
    const began = performance.now();
    await put(extensionOf(index, version));
    await watch.one(packageName(index), version);
    times.push(performance.now() - began);
  }
  return quantiles(times.sort((a, b) => a - b));
}

/** Undefined: the log was rotated meanwhile. */
function totalSince(from: Mark): number | undefined {
  const requests = requestsSince(from);
  return requests && Object.values(requests).reduce((sum, count) => sum + count, 0);
}

function kindsSince(from: Mark): { readonly leases: number; readonly watches: number; readonly others: number } {
  const all = totalSince(from) ?? Number.NaN;
  const leases = Object.values(requestsSince(from, 'leases') ?? {}).reduce((sum, count) => sum + count, 0);
  const watches = (requestsSince(from)?.['watch'] ?? 0) - (requestsSince(from, 'leases')?.['watch'] ?? 0);
  return { leases, watches, others: all - leases - watches };
}

function namespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function seconds(since: number): number {
  return round((performance.now() - since) / 1000);
}

void main();

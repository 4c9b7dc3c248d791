/**
 * The benchmark of keeping many extensions: `npm run bench:scale`.
 *
 *   npm run bench:scale -- [--extensions 1000] [--objects 50] [--namespaces 100] [--minutes 10] [--edits 300] [--noise 5]
 *                          [--preflight never] [--name scale] [--keep] [--report] [--render] [--output bench/results/scale.json]
 *
 * A control plane of its own; everything is installed with the operation that users run; then a keeper in a process of its own is started
 * (restart), left alone (steady), and given objects that another client changes (edits). At the end the cluster is thrown away. A run
 * without options writes the table into docs/performance.md, as --report does. The exit code is 1 when a goal is missed.
 */
import { defined } from '../lib/defined';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { down, up, type ClusterInfo } from '../lib/control-plane';
import { connect } from '../lib/kube';
import { mark, requestsSince } from './scale/audit';
import { edit, type Latencies } from './scale/edits';
import { install } from './scale/install';
import { bundleKeeper, KeeperProcess } from './scale/keeper';
import type { Sample } from './scale/messages';
import { readOptions, type ScaleOptions } from './scale/options';
import { missedOf, quantiles, report, round, table, type ScaleResults } from './scale/results';
import { extensionName, STATE_NAMESPACE } from './scale/workload';

const root = join(__dirname, '..');

async function main(): Promise<void> {
  const options = readOptions(root);
  if (options.render) {
    const results = JSON.parse(readFileSync(options.output, 'utf8')) as ScaleResults;
    console.log(await table(results));
    if (options.report) await report(results);
    return;
  }
  if (!options.keep) {
    const { beginRun } = await import('../tools/run/run.mjs');
    beginRun();
    await down(options.cluster);
  }
  const info = await up({ name: options.cluster, withWorkloads: false, onProgress: (line) => console.log(line) });
  try {
    const { minutesSoFar } = await import('./goals.mjs');
    const results = { ...(await measure(options, info)), minutes: minutesSoFar() };
    const output = resolve(options.output);
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, `${JSON.stringify(results, undefined, 2)}\n`);
    console.log(`\n${await table(results)}\n`);
    if (options.report) await report(results);
    const missed = missedOf(results);
    for (const line of missed) console.log(line);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    if (!options.keep) await down(options.cluster);
  }
}

async function measure(options: ScaleOptions, info: ClusterInfo): Promise<ScaleResults> {
  const { takenOn } = await import('./between.mjs');
  const cluster = await connect({ kubeconfig: info.kubeconfig });
  const last = await cluster.get({
    apiVersion: 'v1',
    kind: 'Secret',
    namespace: STATE_NAMESPACE,
    name: `boxcutter.${extensionName(options.extensions - 1)}`,
  });
  const installed = last.type === 'object' ? undefined : await install(cluster, options);
  if (installed !== undefined) console.log(`installed in ${installed.seconds.toFixed(0)} s: ${JSON.stringify(installed.requests)}`);
  await quiet();

  const file = await bundleKeeper(root);
  const atStart = existsSync(info.auditLog) ? mark(info.auditLog) : undefined;
  const keeper = KeeperProcess.start(file, info.kubeconfig);
  const steady = await keeper.next('steady');
  if (steady.objects !== options.extensions * options.objects) {
    throw new Error(`the keeper knows ${steady.objects} objects instead of ${options.extensions * options.objects}`);
  }
  const restartAudit = atStart === undefined ? undefined : requestsSince(atStart);
  const requests = JSON.stringify(steady.requests);
  console.log(`restart: steady after ${steady.seconds.toFixed(1)} s, ${requests}, peak ${steady.peakMiB.toFixed(0)} MiB`);

  const calm = await rest(keeper, options, info);
  const before = await keeper.next('sample');
  await keeper.loop();
  const from = keeper.samples.length;
  const latencies = await edit(cluster, keeper, options);
  const after = await keeper.next('sample');
  const loop = await keeper.loop();
  await keeper.stop();
  cluster.close();
  return {
    schema: 'cdk8s-boxcutter/bench-scale/v1',
    ...takenOn(info.version),
    options: settingsOf(options),
    ...defined({ install: installed }),
    restart: {
      seconds: round(steady.seconds), requests: steady.requests, cpuSeconds: round(steady.cpuSeconds), peakMiB: round(steady.peakMiB),
      ...defined({ audited: restartAudit }),
    },
    steady: calm,
    edits: {
      ...summarise(latencies),
      requests: difference(before, after),
      largestRssMiB: largest(keeper.samples.slice(from)),
      loopMs: { p50: round(loop.p50Ms), p99: round(loop.p99Ms), max: round(loop.maxMs) },
    },
    peakMiB: round(loop.peakMiB),
    remarks: keeper.others,
  };
}

/** Nothing happens. */
async function rest(keeper: KeeperProcess, options: ScaleOptions, info: ClusterInfo): Promise<ScaleResults['steady']> {
  const before = await keeper.next('sample');
  await keeper.loop();
  const auditFrom = existsSync(info.auditLog) ? mark(info.auditLog) : undefined;
  const from = keeper.samples.length;
  for (let minute = 0; minute < options.minutes; minute += 1) {
    await sleep(Math.min(1, options.minutes - minute) * 60_000);
    const { rssMiB, heapMiB, cpuSeconds } = keeper.samples.at(-1) ?? before;
    const memory = `${rssMiB.toFixed(0)} MiB (heap ${heapMiB.toFixed(0)})`;
    console.log(`steady: ${Math.min(minute + 1, options.minutes)} of ${options.minutes} min, ${memory}, ${cpuSeconds.toFixed(1)} s CPU`);
  }
  const after = await keeper.next('sample');
  const loop = await keeper.loop();
  const audited = auditFrom === undefined ? undefined : requestsSince(auditFrom);
  return {
    minutes: options.minutes,
    requests: difference(before, after),
    ...defined({ audited }),
    largestRssMiB: largest(keeper.samples.slice(from)),
    rssMiB: round(after.rssMiB),
    cpuSeconds: round(after.cpuSeconds - before.cpuSeconds),
    loopMs: { p50: round(loop.p50Ms), p99: round(loop.p99Ms), max: round(loop.maxMs) },
  };
}

/** The controllers have work of their own after an install. */
function quiet(): Promise<void> {
  return sleep(5_000);
}

function settingsOf({ extensions, objects, namespaces, minutes, edits, noise, preflight }: ScaleOptions): ScaleResults['options'] {
  return { extensions, objects, namespaces, minutes, edits, noise, preflight };
}

function difference(before: Sample, after: Sample): Readonly<Record<string, number>> {
  const changes = Object.entries(after.requests).map(([verb, count]) => [verb, count - (before.requests[verb] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, count]) => count !== 0));
}

function largest(samples: readonly Sample[]): number {
  return round(Math.max(...samples.map(({ rssMiB }) => rssMiB)));
}

function summarise(latencies: Latencies): Omit<ScaleResults['edits'], 'requests' | 'largestRssMiB' | 'loopMs'> {
  const { edits, noise, sentToDecided, answeredToDecided, deciding, answeredToRepaired } = latencies;
  return {
    edits, noise,
    sentToDecidedMs: quantiles(sentToDecided),
    answeredToDecidedMs: quantiles(answeredToDecided),
    decidingMs: quantiles(deciding),
    answeredToRepairedMs: quantiles(answeredToRepaired),
  };
}

main().catch((error: unknown) => {
  console.error(`bench:scale: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exitCode = 1;
});

/**
 * The benchmark: `npm run bench`. Every tool installs, re-applies, upgrades and tears down the same workload on one local
 * control plane of its own, in turn, so that what else the machine does meets all of them.
 *
 *   node bench/run.mjs [--rounds 5] [--runs 1] [--only boxcutter,helm] [--output bench/results/latest.json]
 *
 * Writes the results as JSON, the tables into docs/performance.md (report.mjs), and compares with the goals (compare.mjs): the exit code is
 * 1 when one is missed. Of several runs, each on a new control plane, the last is the one in the table of times; what each makes of the
 * goals stands below it.
 * A run with --only is a look at some tools: it prints and writes the JSON, and leaves the docs alone.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../tools/build.mjs';
import { beginRun } from '../tools/run/run.mjs';
import { root, setup } from '../tools/setup.mjs';
import { takenOn } from './between.mjs';

beginRun();

await setup();
await build();

// After the setup, because they need what it installs.
const { up, down } = await import('../dist/lib/control-plane/index.js');
const { goalsOf, tellComparison } = await import('./compare.mjs');
const { contestants, steps } = await import('./contestants.mjs');
const { minutesSoFar } = await import('./goals.mjs');
const { measureStep, median } = await import('./measure.mjs');
const { providePeers } = await import('./peers.mjs');
const { goalTable, leftOutText, report, table } = await import('./report.mjs');
const { measureRounds } = await import('./rounds.mjs');
const { measureStart } = await import('./start.mjs');
const { crds, namespace, writeWorkload } = await import('./workload.mjs');

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    runs: { type: 'string', default: '1' },
    only: { type: 'string' },
    output: { type: 'string', default: join(root, 'bench/results/latest.json') },
  },
});
const [rounds, runs] = ['rounds', 'runs'].map((name) => {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1`);
  return value;
});
const cluster = 'bench';

const peers = await providePeers();
const work = mkdtempSync(join(tmpdir(), 'boxcutter-bench-'));
writeWorkload(work);
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
const program = join(root, 'dist/bin/boxcutter.js');
const all = contestants({ peers, boxcutter: program, version, folder: work });
const tools = options.only ? all.filter((tool) => options.only.split(',').includes(tool.id)) : all;
if (tools.length === 0) throw new Error(`--only names no tool; there are ${all.map((tool) => tool.id).join(', ')}`);

let info;
try {
  const every = [];
  for (let run = 1; run <= runs; run += 1) {
    if (runs > 1) console.log(`run ${run} of ${runs}`);
    every.push(await measureRun());
  }
  const results = { ...every.at(-1), minutes: minutesSoFar(), ...(runs > 1 && { runs: every.map((one) => goalsOf(one)) }) };
  const output = resolve(options.output);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `${JSON.stringify(results, undefined, 2)}\n`);
  console.log(`\n${table(results)}${leftOutText(results)}\n${goalTable(results)}`);
  if (!options.only) report(results);
  tellComparison(results);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** All rounds of all tools on a cluster without a past: what runs left in etcd would cost every tool the same, but not every run. */
async function measureRun() {
  await down(cluster);
  info = await up({ name: cluster, onProgress: (line) => console.log(line) });
  try {
    const isOurs = ({ id }) => id.startsWith('boxcutter');
    const { samples, leftOut } = await measureRounds({ tools, steps, rounds, isOurs, measure, gone, clean });
    const measured = tools.filter(({ id }) => steps.every((step) => samples[id][step].length > 0));
    const us = tools.find(({ id }) => id === 'boxcutter');
    return {
      schema: 'cdk8s-boxcutter/bench/v1',
      ...takenOn(info.version),
      rounds,
      ...(us !== undefined && { start: measureStart({ boxcutter: program, folder: work, env: environment(us) }) }),
      tools: measured.map(({ id, name, version: of }) => ({
        id,
        name,
        version: of,
        steps: Object.fromEntries(steps.map((step) => [step, summarise(samples[id][step])])),
      })),
      ...(leftOut.length > 0 && { leftOut: leftOut.map((one) => ({ ...one, name: tools.find(({ id }) => id === one.id).name })) }),
    };
  } finally {
    await down(cluster);
  }
}

/** One step, and what the controllers still do after it: it would be done during the next one. */
async function measure(tool, step) {
  const sample = await measureStep({
    measure: peers.measure.path,
    commands: tool.steps[step],
    env: environment(tool),
    auditLog: info.auditLog,
    userAgent: tool.userAgent,
  });
  if (step !== 'teardown') await settled();
  return sample;
}

/** A home of its own for every tool: what it caches is kept from round to round, and nothing of the user's is read. */
function environment(tool) {
  const home = join(work, 'home', tool.id);
  mkdirSync(home, { recursive: true });
  return { PATH: process.env.PATH, HOME: home, KUBECONFIG: info.kubeconfig, TMPDIR: tmpdir() };
}

/** What the controllers still do after a step would be done during the next one. */
async function settled() {
  await sleep(1_000);
}

/** Waits until nothing of the workload is left, whatever the cause; a teardown that leaves something is an error. */
async function gone(patienceMs = 60_000) {
  for (const deadline = Date.now() + patienceMs; ; await sleep(250)) {
    const left = kubectl('get', '--ignore-not-found', '--output=name', `namespace/${namespace}`, ...crds.map((name) => `crd/${name}`))
      .trim();
    if (left === '') break;
    if (Date.now() > deadline) throw new Error(`${patienceMs / 1000} s after the teardown there still are: ${left.replaceAll('\n', ', ')}`);
  }
  await settled();
}

/** What a tool that failed has left: the workload, and helm's record of it. */
async function clean() {
  const quietly = ['--ignore-not-found', '--wait=false'];
  kubectl('delete', ...quietly, `namespace/${namespace}`, ...crds.map((name) => `crd/${name}`));
  kubectl('delete', ...quietly, 'secrets', '--namespace=default', '--selector=owner=helm,name=bench');
  await gone(5 * 60_000);
}

function kubectl(...args) {
  return execFileSync(peers.kubectl.path, args, { env: { ...process.env, KUBECONFIG: info.kubeconfig }, encoding: 'utf8' });
}

/** The median of each number. Requests are those of the sample with the median of all requests: counts by verb then add up. */
function summarise(samples) {
  const byRequests = [...samples].sort((a, b) => a.requests.all - b.requests.all)[Math.floor(samples.length / 2)];
  const numbers = ['wallSeconds', 'deletesAcceptedSeconds', 'cpuSeconds', 'peakMiB'].filter((name) => samples[0][name] !== undefined);
  return {
    ...Object.fromEntries(numbers.map((name) => [name, median(samples.map((sample) => sample[name]))])),
    wallSecondsOfRounds: samples.map((sample) => sample.wallSeconds),
    requests: byRequests.requests,
  };
}

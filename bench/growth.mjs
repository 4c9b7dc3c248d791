/**
 * How cost grows with the number of objects: `npm run bench:growth`. ConfigMaps of one extension, in growing numbers; each tool installs
 * them, applies them again, upgrades a tenth of them, and deletes them. Ours is asked for a plan and for the status, too.
 *
 *   npm run bench:growth -- [--objects 100,300,900,2700,5000] [--peers-up-to 300] [--only boxcutter,helm]
 *
 * A control plane of its own, without workloads. Writes the results as JSON and the table into docs/performance.md; a run with options
 * prints the table and leaves both alone. The exit code is 1 when a goal is missed. A peer that fails is named, and is not asked again.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const { growthContestants, steps } = await import('./growth/contestants.mjs');
const { growthGoals, growthTable, reportGrowth } = await import('./growth/report.mjs');
const { namespace, writeGrowthWorkload } = await import('./growth/workload.mjs');
const { minutesSoFar, tellGoals } = await import('./goals.mjs');
const { measureStep } = await import('./measure.mjs');
const { providePeers } = await import('./peers.mjs');

const { values: options } = parseArgs({
  options: {
    'objects': { type: 'string', default: '100,300,900,2700,5000' },
    'peers-up-to': { type: 'string', default: '300' },
    'only': { type: 'string' },
  },
});
const sizes = options.objects.split(',').map((text) => whole('objects', text));
const peersUpTo = whole('peers-up-to', options['peers-up-to']);
const isWhole = process.argv.length === 2;

const peers = await providePeers();
const work = mkdtempSync(join(tmpdir(), 'boxcutter-growth-'));
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
const cluster = 'growth';
await down(cluster);
const info = await up({ name: cluster, withWorkloads: false, onProgress: (line) => console.log(line) });
try {
  kubectl('create', 'namespace', namespace);
  const tools = await measureAll();
  const results = { schema: 'cdk8s-boxcutter/growth/v1', ...takenOn(info.version), minutes: minutesSoFar(), sizes, tools };
  console.log(`\n${growthTable(results)}\n`);
  if (isWhole) {
    writeFileSync(join(root, 'bench/results/growth.json'), `${JSON.stringify(results, undefined, 2)}\n`);
    reportGrowth(results);
  }
  tellGoals(growthGoals(results));
} finally {
  await down(cluster);
  rmSync(work, { recursive: true, force: true });
}

/** `{ id, name, sizes: { 100: { install: sample, … } } }` each. */
async function measureAll() {
  const found = new Map();
  const failed = new Set();
  // The first, which is not counted, fills caches: discovery of the tools, compiled code of ours.
  for (const objects of [20, ...sizes]) {
    const folder = join(work, String(objects));
    writeGrowthWorkload(folder, objects);
    const all = growthContestants({ peers, boxcutter: join(root, 'dist/bin/boxcutter.js'), version, folder });
    for (const tool of all) {
      if (options.only !== undefined && !options.only.split(',').includes(tool.id)) continue;
      if (tool.id !== 'boxcutter' && objects > peersUpTo) continue;
      for (const step of failed.has(tool.id) ? [] : steps) {
        const commands = tool.steps[step];
        if (commands === undefined) continue;
        const { id, name, userAgent } = tool;
        const home = join(work, 'home', id);
        mkdirSync(home, { recursive: true });
        const env = { PATH: process.env.PATH, HOME: home, KUBECONFIG: info.kubeconfig, TMPDIR: tmpdir() };
        const how = { measure: peers.measure.path, commands, env, auditLog: info.auditLog, userAgent };
        const sample = await measureStep(how).catch((error) => {
          if (id === 'boxcutter') throw error;
          failed.add(id);
          console.log(`${objects} objects  ${id} ${step} failed, and ${id} is left out from here on: ${error.message}`);
        });
        if (sample === undefined) {
          clean();
          break;
        }
        const { wallSeconds, cpuSeconds, peakMiB, requests } = sample;
        console.log(`${objects} objects  ${id} ${step}: ${wallSeconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s CPU, `
          + `${requests.all} requests, ${peakMiB.toFixed(0)} MiB`);
        if (objects === 20) continue;
        const kept = found.get(id) ?? { id, name, sizes: {} };
        kept.sizes[objects] = { ...kept.sizes[objects], [step]: sample };
        found.set(id, kept);
      }
    }
  }
  return [...found.values()];
}

/** What a tool that failed has left would be in the way of the next. */
function clean() {
  const quietly = ['--ignore-not-found', '--wait=true'];
  kubectl('delete', 'configmaps', `--namespace=${namespace}`, '--selector=app.kubernetes.io/part-of=growth', ...quietly);
  kubectl('delete', 'secrets', '--namespace=default', '--selector=owner=helm,name=growth', ...quietly);
}

function kubectl(...args) {
  execFileSync(peers.kubectl.path, args, { env: { ...process.env, KUBECONFIG: info.kubeconfig }, stdio: 'ignore' });
}

function whole(option, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option} takes whole numbers from 1`);
  return number;
}

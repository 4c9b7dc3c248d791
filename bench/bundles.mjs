/**
 * How long rendering a bundle takes, and how much memory: the command as its users start it, from the start of the process to its end, for
 * each bundle of the folder that BOXCUTTER_BUNDLES names; and what applying the largest costs, on a control plane of its own. Prints tables
 * and writes them into docs/bundle-rendering.md and docs/performance.md. The exit code is 1 when a goal is missed.
 *
 *   BOXCUTTER_BUNDLES=folder npm run bench:bundles
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../tools/build.mjs';
import { beginRun } from '../tools/run/run.mjs';
import { root, setup } from '../tools/setup.mjs';
import { machineText, markdownTable, takenOn, writeBetween } from './between.mjs';
import { minutesSoFar, tellGoals } from './goals.mjs';

const ROUNDS = 5;
const folder = process.env['BOXCUTTER_BUNDLES'];
if (folder === undefined) {
  console.error('bench: BOXCUTTER_BUNDLES names no folder of bundles.');
  process.exit(2);
}

beginRun();
await setup();
await build();
const { applyBundles } = await import('./bundles/apply.mjs');
const scratch = mkdtempSync(join(tmpdir(), 'boxcutter-bench-'));
const probe = join(scratch, 'probe.cjs');
const figures = join(scratch, 'figures');
const report = `require('node:fs').writeFileSync(${JSON.stringify(figures)}, JSON.stringify(process.resourceUsage()))`;
writeFileSync(probe, `process.on('exit', () => ${report});`);

const bundles = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory()).sort();
const rows = [];
for (const name of bundles) {
  const rounds = Array.from({ length: ROUNDS }, () => render(join(folder, name)));
  if (rounds.some(({ status }) => status !== 0)) {
    console.log(`${name} is left out: it is not rendered with the options of this benchmark.`);
    continue;
  }
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  rows.push([
    name,
    mib(sizeOf(join(folder, name, 'manifests'))),
    String(rounds[0].objects),
    `${Math.round(median(rounds.map(({ ms }) => ms)))} ms`,
    `${Math.round(Math.max(...rounds.map(({ kib }) => kib)) / 1024)} MiB`,
  ]);
}
const rendering = markdownTable(['bundle', 'manifests', 'objects', 'time', 'memory'], rows);
console.log(rendering);
const sized = bundles.filter((name) => rows.some(([row]) => row === name)).map((name) => {
  const path = join(folder, name);
  return { name, path, bytes: sizeOf(join(path, 'manifests')) };
});
const { kubernetes, table, goals } = await applyBundles(sized, command, scratch);
rmSync(scratch, { recursive: true });
console.log(`\n${table}\n`);
const told = machineText(takenOn(kubernetes));
const between = (text, page) => writeBetween('<!-- bundles: written by bench/bundles.mjs -->', '<!-- end of bundles -->', text, page);
between(`${told}\nmedian of ${ROUNDS} runs each, and the highest memory.\n\n${rendering}`, join(root, 'docs', 'bundle-rendering.md'));
between(`${told}\none run each, ${minutesSoFar()} minutes in all.\n\n${table}`);
tellGoals(goals);

/** Runs the command; what it used is that of the process and all its threads. */
function command(words, env) {
  const started = performance.now();
  const args = ['--require', probe, join(root, 'dist', 'bin', 'boxcutter.js'), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { maxBuffer: 1 << 28, encoding: 'utf8', env });
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(figures, 'utf8'));
  return { status, stdout, stderr, ms: performance.now() - started, kib: maxRSS, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
}

function render(path) {
  const watch = ['--set', 'watchNamespace=operators'];
  const run = (more) =>
    command(['bundle', 'render', path, '-n', 'operators', '--objects', '-o', 'json', ...more], process.env);
  // Only those that cannot watch everything ask which namespace to watch.
  const first = run([]);
  const { status, stdout, ms, kib } = first.status === 0 ? first : run(watch);
  return { status, ms, kib, objects: status === 0 ? JSON.parse(stdout).items.length : 0 };
}

function sizeOf(path) {
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

function mib(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

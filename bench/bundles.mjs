/**
 * How long rendering a bundle takes, and how much memory: the command as its users start it, from the start of the process to its end, for
 * each bundle of the folder that BOXCUTTER_BUNDLES names. Prints a table in Markdown; docs/bundle-rendering.md holds one.
 *
 *   BOXCUTTER_BUNDLES=folder npm run bench:bundles
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../tools/build.mjs';
import { beginRun } from '../tools/run/run.mjs';
import { root } from '../tools/setup.mjs';

const ROUNDS = 5;
const folder = process.env['BOXCUTTER_BUNDLES'];
if (folder === undefined) {
  console.error('bench: BOXCUTTER_BUNDLES names no folder of bundles.');
  process.exit(2);
}

beginRun();
await build();
const scratch = mkdtempSync(join(tmpdir(), 'boxcutter-bench-'));
const probe = join(scratch, 'probe.cjs');
const figures = join(scratch, 'figures');
const report = `require('node:fs').writeFileSync(${JSON.stringify(figures)}, String(process.resourceUsage().maxRSS))`;
writeFileSync(probe, `process.on('exit', () => ${report});`);

const bundles = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
const rows = [];
for (const name of bundles) {
  const rounds = Array.from({ length: ROUNDS }, () => render(join(folder, name)));
  if (rounds.some(({ status }) => status !== 0)) continue;
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  rows.push([
    name,
    mib(sizeOf(join(folder, name, 'manifests'))),
    rounds[0].objects,
    `${Math.round(median(rounds.map(({ ms }) => ms)))} ms`,
    `${Math.round(Math.max(...rounds.map(({ kib }) => kib)) / 1024)} MiB`,
  ]);
}
rmSync(scratch, { recursive: true });
console.log([
  '| bundle | manifests | objects | time | memory |',
  '|---|---|---|---|---|',
  ...rows.map((row) => `| ${row.join(' | ')} |`),
].join('\n'));

function render(path) {
  const watch = ['--set', 'watchNamespace=operators'];
  const run = (more) => {
    const started = performance.now();
    const words = [
      join(root, 'dist', 'bin', 'boxcutter.js'),
      'bundle',
      'render',
      path,
      '-n',
      'operators',
      '--objects',
      '-o',
      'json',
      ...more,
    ];
    const { status, stdout } = spawnSync(process.execPath, ['--require', probe, ...words], { maxBuffer: 1 << 28, encoding: 'utf8' });
    return { status, stdout, ms: performance.now() - started, kib: Number(readFileSync(figures, 'utf8')) };
  };
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

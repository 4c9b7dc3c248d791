/**
 * Where the time of a command goes: `npm run profile -- apply ./manifests --name shop` runs the built command under V8's profiler, with its
 * output as ever, and then prints where time was spent, itself and with what it called. Sampling makes the command slower: compare shares.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summary } from './profile/summary.mjs';
import { root } from './setup.mjs';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-profile-'));
try {
  const profiler = ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', folder];
  const command = [join(root, 'dist', 'bin', 'boxcutter.js'), ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, [...profiler, ...command], { stdio: 'inherit' });
  for (const file of readdirSync(folder)) console.log(summary(JSON.parse(readFileSync(join(folder, file), 'utf8'))).join('\n'));
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

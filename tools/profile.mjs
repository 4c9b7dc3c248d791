/**
 * Where the time of a command goes: `npm run profile -- apply ./manifests --name shop` runs the command under V8's profiler, with its
 * output as ever, and then prints where time was spent, itself and with what it called. It is bundled as the build does, but with the
 * names of the sources. Sampling makes the command slower: compare shares.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleCommand } from './bundle.mjs';
import { summary } from './profile/summary.mjs';
import { root } from './setup.mjs';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-profile-'));
try {
  // Below the repository, where the command finds its own version.
  const bin = join(root, 'node_modules', '.cache', 'cdk8s-boxcutter', 'profile');
  rmSync(bin, { recursive: true, force: true });
  await bundleCommand(bin, folder, { readable: true });
  const profiler = ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', folder];
  const command = [join(bin, 'boxcutter.js'), ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, [...profiler, ...command], { stdio: 'inherit' });
  const profiles = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  for (const file of profiles) console.log(summary(JSON.parse(readFileSync(join(folder, file), 'utf8'))).join('\n'));
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

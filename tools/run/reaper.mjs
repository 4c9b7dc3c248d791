/**
 * `node tools/run/reaper.mjs FOLDER`: waits until the other end of its standard input is gone, then ends every process of the run that
 * FOLDER names and removes FOLDER. Started by run.mjs, outside of the run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MARKER, clustersOf } from './run.mjs';

/** Milliseconds that a process has to end by itself. */
const PATIENCE = 2_000;

const [folder = ''] = process.argv.slice(2);
if (!basename(folder).startsWith('boxcutter-run-') || dirname(folder) === folder) throw new Error(`${folder} is the folder of no run`);
// A terminal that is closed sends SIGHUP to everything in it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.on('error', () => undefined);
process.stdin.once('close', () => void reap());
process.stdin.once('end', () => process.stdin.destroy());

async function reap() {
  const deadline = Date.now() + PATIENCE;
  // A process may start another one while it is being ended: look until there is none.
  for (let left = processes(); left.length > 0; left = processes()) {
    const signal = Date.now() > deadline ? 'SIGKILL' : 'SIGTERM';
    for (const pid of left) end(pid, signal);
    await sleep(50);
  }
  takeDown(clustersOf(folder));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** The programs of its clusters have ended; what they have left elsewhere goes, too. */
function takeDown(clusters) {
  if (!existsSync(clusters)) return;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const script = fileURLToPath(new URL('take-down.ts', import.meta.url));
  spawnSync(process.execPath, [
    join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'),
    script,
    clusters,
  ], { stdio: 'ignore', timeout: 30_000 });
}

function end(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** The processes of this user whose environment has the marker of the run. */
function processes() {
  const mark = `${MARKER}=${folder}`;
  return (process.platform === 'linux' ? fromProc(mark) : fromPs(mark)).filter((pid) => pid !== process.pid);
}

function fromProc(mark) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
    } catch {
      return false; // It is gone, or another user's.
    }
  }).map(Number);
}

function fromPs(mark) {
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return stdout.split('\n').filter((line) => ` ${line} `.includes(` ${mark} `)).map((line) => Number.parseInt(line, 10));
}

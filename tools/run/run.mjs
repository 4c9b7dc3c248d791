/**
 * A run: what tests and tools start and write goes when they end, however they end.
 *
 * A run has a folder, which is the folder for temporary files of everything in it, and a marker in the environment, which every process
 * inherits. A reaper holds the other end of a pipe of the process that began the run. When that process ends, by itself, by Ctrl-C or
 * by SIGKILL, the reaper ends every process with the marker and removes the folder.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names the folder of the run, and so the run. */
export const MARKER = 'BOXCUTTER_RUN';
const TEMPORARY = ['TMPDIR', 'TEMP', 'TMP'];

/** Begins a run that ends with this process, unless this process is in one. Gives its folder. */
export function beginRun() {
  const current = process.env[MARKER];
  if (current !== undefined && existsSync(current)) return current;
  const before = { ...process.env };
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'boxcutter-run-'));
  const reaper = fileURLToPath(new URL('reaper.mjs', import.meta.url));
  const child = spawn(process.execPath, [reaper, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'], env: before });
  child.unref();
  child.stdin.unref();
  process.env[MARKER] = folder;
  for (const name of TEMPORARY) process.env[name] = folder;
  if (process.env.npm_lifecycle_event !== undefined) endWithNpm();
  return folder;
}

/** The folder for temporary files that all runs of this user share. */
export function sharedTemporaryFolder() {
  const current = process.env[MARKER];
  return current === undefined ? tmpdir() : dirname(current);
}

/** Where the clusters of a run are kept. */
export function clustersOf(folder) {
  return join(folder, 'clusters');
}

/** What is started in `work` does not belong to the run: a control plane that is to stay. */
export async function outsideOfRun(work) {
  const names = [MARKER, ...TEMPORARY];
  const inside = names.map((name) => [name, process.env[name]]);
  for (const name of names) delete process.env[name];
  try {
    return await work();
  } finally {
    for (const [name, value] of inside) if (value !== undefined) process.env[name] = value;
  }
}

/** npm that is killed does not take along what it has started. */
function endWithNpm() {
  const chain = parents();
  setInterval(() => {
    if (chain.some(([pid, parent]) => parentOf(pid) !== parent)) process.exit(1);
  }, 500).unref();
}

/** This process and those above it up to npm, each with its parent; this one alone where the system does not say. */
function parents() {
  const chain = [[process.pid, process.ppid]];
  for (let [, pid] = chain[0]; pid > 1 && !isNpm(pid); [, pid] = chain.at(-1)) {
    const parent = parentOf(pid);
    if (parent === undefined) break;
    chain.push([pid, parent]);
  }
  return chain;
}

function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** npm sets the title of its process. */
function isNpm(pid) {
  return read(`/proc/${pid}/cmdline`)?.startsWith('npm') ?? true;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

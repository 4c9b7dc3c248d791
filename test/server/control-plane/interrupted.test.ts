/**
 * What tests and tools start goes with them, however they end: with Ctrl-C, with a signal, or killed together with nobody.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { clusterPlaces } from '../../../lib/control-plane/places';
import { processIdentity } from '../../../lib/control-plane/run/processes';
import { readState } from '../../../lib/control-plane/state';

const root = join(__dirname, '..', '..', '..');
const tools = JSON.stringify(pathToFileURL(join(root, 'tools', 'run', 'run.mjs')).href);
const temporary = mkdtempSync(join(tmpdir(), 'boxcutter-interrupted-'));

/** Starts a process that does not heed SIGTERM and would live for ever, leaves a folder behind, and says what there is. */
const stubborn = `
import { beginRun } from ${tools};
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
const folder = beginRun();
mkdtempSync(tmpdir() + '/left-');
const words = ['-e', 'process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1e6)'];
const child = spawn(process.execPath, words, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
child.stdout.once('data', () => console.log(JSON.stringify({ folder, pids: [process.pid, child.pid] })));
setInterval(() => {}, 1e6);
`;

/** The same with a control plane. */
const controlPlane = `
import { up } from ${JSON.stringify(join(root, 'lib', 'control-plane'))};
const main = async () => {
  const { beginRun, clustersOf } = await import(${tools});
  const folder = beginRun();
  const { processes } = await up({ name: 'left', directory: clustersOf(folder), withController: false });
  console.log(JSON.stringify({ folder, pids: [process.pid, ...processes.map(({ pid }) => pid)] }));
  setInterval(() => {}, 1e6);
};
void main();
`;

const testing = JSON.stringify(join(root, 'dist', 'lib', 'testing'));

/** What a user's test does: a control plane of its own, and a proxy before it, from the package as it is installed. */
const usersTest = `
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { startFaultProxy, up } = require(${testing});
const main = async () => {
  const directory = join(__dirname, 'clusters');
  const { kubeconfig } = await up({ name: 'theirs', directory, withController: false });
  const { kubeconfig: proxied } = await startFaultProxy({ target: kubeconfig });
  // The programs of the cluster, and what watches over them.
  const children = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ').map(Number);
  console.log(JSON.stringify({ folder: join(directory, 'theirs'), pids: [process.pid, ...children], proxied }));
  setInterval(() => {}, 1e6);
};
void main();
`;

/** Says where the cluster will be as soon as its programs are being started. */
const startingTest = `
const { join } = require('node:path');
const { up } = require(${testing});
const directory = join(__dirname, 'clusters');
const said = JSON.stringify({ folder: join(directory, 'theirs'), pids: [process.pid] });
void up({ name: 'theirs', directory, withController: false, onProgress: (line) => line.startsWith('starting') && console.log(said) });
`;

interface Started {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly pids: readonly number[];
  /** A file for the time in which it runs. */
  readonly proxied?: string;
}

/** Starts a program that begins a run of its own, and waits until it says what belongs to it. */
async function start(command: string, words: readonly string[], cwd: string): Promise<Started> {
  const { BOXCUTTER_RUN: _outer, ...env } = process.env;
  const child = spawn(command, words, { cwd, env: { ...env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /^\{.*\}$/m.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`it ended: ${said}`)));
  });
  return { child, ...(JSON.parse(line) as Omit<Started, 'child'>) };
}

function project(name: string, file: string, content: string): string {
  const folder = join(temporary, name);
  mkdirSync(folder);
  writeFileSync(join(folder, file), content);
  return folder;
}

async function expectNothingLeft({ folder, pids }: Started, within: number): Promise<void> {
  const left = (): readonly number[] => pids.filter((pid) => processIdentity(pid) !== undefined);
  for (const deadline = Date.now() + within; Date.now() < deadline && (left().length > 0 || existsSync(folder)); ) await sleep(20);
  expect(left()).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(temporary).filter((name) => name.startsWith('boxcutter-run-'))).toEqual([]);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const;

test.each(signals)('%s of what began a run ends its processes and removes its files', async (signal) => {
  const folder = project(signal.toLowerCase(), 'begin.mjs', stubborn);
  const started = await start(process.execPath, ['begin.mjs'], folder);
  expect(started.pids).toHaveLength(2);
  started.child.kill(signal);
  await expectNothingLeft(started, 10_000);
});

test('npm that is killed takes along what its script has started', async () => {
  const folder = project('npm', 'begin.mjs', stubborn);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({
    name: 'left',
    private: true,
    scripts: { begin: 'echo begun && node begin.mjs' },
  }));
  const started = await start('npm', ['run', '--silent', 'begin'], folder);
  started.child.kill('SIGKILL');
  await expectNothingLeft(started, 10_000);
});

test('a control plane goes with the process that was killed while it used it', async () => {
  const folder = project('cluster', 'begin.ts', controlPlane);
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const started = await start(process.execPath, [tsx, 'begin.ts'], folder);
  expect(started.pids).toHaveLength(3);
  const [own = 0] = started.pids;
  process.kill(own, 'SIGKILL');
  await expectNothingLeft(started, 15_000);
});

test("a control plane and a proxy go with a user's test that was killed: programs, data, temporary files", async () => {
  const folder = project('testing', 'test.cjs', usersTest);
  const started = await start(process.execPath, ['test.cjs'], folder);
  // The test, etcd, the API server and the watchdog.
  expect([started.pids.length, existsSync(started.proxied ?? '')]).toEqual([4, true]);
  started.child.kill('SIGKILL');
  await expectNothingLeft(started, 15_000);
  expect(existsSync(dirname(started.proxied ?? ''))).toBe(false);
});

test('so it does when the test is killed while its control plane is starting', async () => {
  const folder = project('starting', 'test.cjs', startingTest);
  const started = await start(process.execPath, ['test.cjs'], folder);
  const places = clusterPlaces('theirs', dirname(started.folder));
  const pids = (): readonly number[] => (readState(places)?.processes ?? []).map(({ pid }) => pid);
  while (pids().length === 0) await sleep(5);
  started.child.kill('SIGKILL');
  const programs = pids();
  await expectNothingLeft({ ...started, pids: [...started.pids, ...programs] }, 15_000);
  while (existsSync(places.lock)) await sleep(5);
});

/**
 * `npm run demo`: the product on a control plane of its own, from synthesis to teardown. Each step shows the command as a user
 * types it and its real output, and has an outcome that is expected of it; any other ends the demo with exit code 1.
 *
 * Needs nothing before it: sets the clone up and builds it. Cleans up, also after a failure, after Ctrl-C and when it is killed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { styleText } from 'node:util';
import { build } from './build.mjs';
import { beginRun } from './run/run.mjs';
import { root, setup } from './setup.mjs';

beginRun();

const CLUSTER = 'demo';
const example = join(root, 'examples', 'typed-package');
const began = Date.now();
const timings = [];
const style = (format, text) => (process.stdout.isTTY ? styleText(format, text) : text);
const work = mkdtempSync(join(tmpdir(), 'boxcutter-demo-'));
const environment = { ...process.env, PATH: `${join(work, 'bin')}${delimiter}${process.env.PATH}` };

/** Manifests of two other people on the same cluster. */
const rival = `apiVersion: v1
kind: ServiceAccount
metadata: { name: rival }
---
apiVersion: v1
kind: Service
metadata: { name: SERVICE }
spec: { ports: [{ port: 8080 }] }
`;
const customer = `apiVersion: v1
kind: ConfigMap
metadata: { name: orders }
data: { "4711": three boxes }
`;

const running = new Set();
process.on('SIGINT', () => running.forEach((child) => child.kill('SIGINT')));
let failure;
try {
  await setup();
  await build();
  prepareFiles();
  await removeLeftovers();
  await play();
} catch (error) {
  failure = error;
} finally {
  await cleanUp();
}
summary();

async function play() {
  // Needs no cluster, so it runs while that starts, and is shown when its turn comes.
  const synthesis = run('boxcutter synth', { held: true });
  const up = `boxcutter cluster up --name ${CLUSTER}`;
  const { stdout } = await step('A Kubernetes control plane on this machine, for this demo alone', up, { says: /is up at https/ });
  environment.KUBECONFIG = /export KUBECONFIG=(.*)/.exec(stdout)[1];
  say(`$ export KUBECONFIG="${environment.KUBECONFIG}"`);
  say('$ cd examples/typed-package');

  await step('The package, compiled into revision 1', 'boxcutter synth', { says: /greeter, version 1\.0\.0/, begun: synthesis });
  await step('Applied, phase by phase; each waits until the one before is ready', 'boxcutter apply dist', {
    says: /revision 1 \(version 1\.0\.0\): complete/,
  });
  await step('What is there now', 'boxcutter list', { says: /greeter +default +1\.0\.0 +1 +complete/ });
  await step(undefined, 'boxcutter status greeter', { says: /greeter revision 1, version 1\.0\.0: healthy/ });
  await step('The same again: nothing has changed, so nothing is written', 'boxcutter apply dist', {
    says: /unchanged\n8 unchanged; 0 writes/,
  });

  await step('The next version', 'VERSION=1.1.0 boxcutter synth', { says: /version 1\.1\.0/ });
  await step('Upgraded: one object more, one changed, one gone; the others are not touched', 'boxcutter apply dist', {
    says: /1 created, 1 updated, 6 unchanged, 1 deleted/,
  });
  const status = run('boxcutter status greeter -o json', { silent: true });
  await step(undefined, 'boxcutter history greeter', { says: /2 +1\.1\.0 +current[^]*1 +1\.0\.0 +superseded/ });

  const { stdout: json } = await status;
  const service = JSON.parse(json).phases.flatMap(({ objects }) => objects).find(({ kind }) => kind === 'Service').name;
  writeFileSync(join(work, 'rival.yaml'), rival.replace('SERVICE', service));
  const inGreeter = '--namespace greeter-system --state-namespace default';
  await step(
    'Another extension brings a Service of the same name: refused, and not one object is written',
    `boxcutter apply rival.yaml ${inGreeter}`,
    { cwd: work, exit: 4, says: /none of its objects was written[^]*it is controlled by extension "greeter"/ },
  );
  await step('A customer keeps data in the namespace of the package', `boxcutter apply orders.yaml ${inGreeter}`, {
    cwd: work, says: /complete/,
  });
  await step('So the package cannot be deleted unasked: its namespace would take the data with it', 'boxcutter delete greeter', {
    exit: 6,
    says: /Namespace greeter-system: 1 ConfigMap/,
  });
  await step('The customer moves out', 'boxcutter delete orders', { says: /orders: deleted/ });
  await step('And the package is taken down, in reverse order', 'boxcutter delete greeter', { says: /greeter: deleted/ });
  await step(undefined, 'boxcutter list', { says: /No extension/ });
}

/** The cluster of a demo that was killed would show its past. */
async function removeLeftovers() {
  const { stdout } = await run(`boxcutter cluster status --name ${CLUSTER} -o json`, { silent: true });
  if (JSON.parse(stdout).state === 'absent') return;
  say(`There is a cluster "${CLUSTER}" of an earlier demo; it is taken down first.`);
  await run(`boxcutter cluster down --name ${CLUSTER}`, { silent: true });
}

function prepareFiles() {
  mkdirSync(join(work, 'bin'));
  symlinkSync(join(root, 'dist', 'bin', 'boxcutter.js'), join(work, 'bin', 'boxcutter'));
  writeFileSync(join(work, 'orders.yaml'), customer);
}

/** Shows and runs one command, or one that has `begun` and held its output back. Exit code and output must be as expected. */
async function step(title, command, { exit = 0, says, cwd, begun } = {}) {
  if (title !== undefined) say(`\n${style('bold', `── ${title}`)}`);
  say(`${style('cyan', '$')} ${style('bold', command)}`);
  const result = await (begun ?? run(command, { cwd }));
  const { code, output, milliseconds } = result;
  if (begun !== undefined) process.stdout.write(output);
  timings.push({ command, milliseconds, code, expected: code === exit });
  if (code !== 0) say(style('dim', `exit code ${code}`));
  if (code !== exit) throw new Error(`"${command}" ended with exit code ${code}, and ${exit} was expected.`);
  if (says !== undefined && !says.test(output)) throw new Error(`"${command}" did not say what was expected: ${says}`);
  return result;
}

/** Standard error is handed through, so that a terminal shows the live tree. What is held is shown later, or, if silent, never. */
function run(command, { silent = false, held = silent, cwd = example } = {}) {
  const started = performance.now();
  const child = spawn(command, {
    shell: true,
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', silent ? 'ignore' : process.stderr.isTTY && !held ? 'inherit' : 'pipe'],
  });
  running.add(child);
  let stdout = '';
  let output = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    output += chunk;
    if (!held) process.stdout.write(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
    if (!held) process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 130, stdout, output, milliseconds: performance.now() - started });
    });
  });
}

async function cleanUp() {
  try {
    if (environment.KUBECONFIG !== undefined && failure === undefined) {
      await step('Away with the cluster', `boxcutter cluster down --name ${CLUSTER}`, { cwd: work, says: /is down/ });
    }
    else await run(`boxcutter cluster down --name ${CLUSTER}`, { silent: true, cwd: work });
  } catch (error) {
    failure ??= error;
  }
  rmSync(work, { recursive: true, force: true });
}

function summary() {
  const width = Math.max(...timings.map(({ command }) => command.length), 20);
  say(`\n${style('bold', '── Summary')}`);
  for (const { command, milliseconds, code, expected } of timings) {
    const time = `${(milliseconds / 1000).toFixed(2)} s`.padStart(8);
    const remark = code === 0 && expected ? '' : `  exit code ${code}, ${expected ? 'as it should be' : 'unexpected'}`;
    say(`${command.padEnd(width)}  ${time}${remark}`);
  }
  say(`${'everything'.padEnd(width)}  ${`${((Date.now() - began) / 1000).toFixed(2)} s`.padStart(8)}`);
  if (failure === undefined) {
    say(`\nThe example is in ${relative(process.cwd(), example) || '.'}. A project of your own: boxcutter init my-operator`);
    return;
  }
  process.exitCode = 1;
  console.error(`\ndemo: ${failure.message}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

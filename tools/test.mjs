/**
 * The tests: sets the clone up, builds what the tests start as processes, and runs jest. Arguments go to jest:
 * `npm test -- --selectProjects unit`, `npm test -- -t 'a scenario'`. What the tests start and write goes when this ends (run/run.mjs).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from './build.mjs';
import { provideToolsOfTests } from './go-tools.mjs';
import { beginRun } from './run/run.mjs';
import { root, setup } from './setup.mjs';

const args = process.argv.slice(2);
try {
  await setup();
  beginRun();
  if (mayUseServer(args)) await build();
  await provideToolsOfTests();
  const jest = spawn(process.execPath, [
    // The tools that tests load are ES modules, and in Node 20 that is an experiment.
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
    ...(hasWorkers(args) ? [] : ['--maxWorkers=100%']),
    // A process that a test has left behind keeps a pipe of jest open; it ends with the run, which ends when jest does.
    '--forceExit',
    ...args,
  ], { cwd: root, stdio: 'inherit' });
  const [status] = await once(jest, 'close');
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`test: ${error.message}`);
  process.exitCode = 1;
}

/** jest itself leaves a core to the process that collects what comes of the tests, which has little to do. */
function hasWorkers(given) {
  return given.some((arg) => /^(?:-w\d*|-i|--maxWorkers(?:=.*)?|--runInBand)$/.test(arg));
}

/** The other tests start no process of ours. */
function mayUseServer(given) {
  const at = given.indexOf('--selectProjects');
  if (at === -1) return true;
  const end = given.findIndex((arg, index) => index > at && arg.startsWith('-'));
  return given.slice(at + 1, end === -1 ? undefined : end).includes('server');
}

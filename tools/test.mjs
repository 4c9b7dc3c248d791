/**
 * The tests: sets the clone up, builds what the tests start as a process, and runs jest. Arguments go to jest:
 * `npm test -- --selectProjects unit`, `npm test -- -t 'a scenario'`. What the tests start and write goes when this ends (run/run.mjs).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from './build.mjs';
import { beginRun } from './run/run.mjs';
import { root, setup } from './setup.mjs';

const args = process.argv.slice(2);
try {
  await setup();
  beginRun();
  if (!onlyUnitTests(args)) await build();
  // jest needs the flag for `await import()` of packages that are ES modules only.
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = spawn(process.execPath, [
    ...flags,
    join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
    ...args,
  ], { cwd: root, stdio: 'inherit' });
  const [status] = await once(jest, 'close');
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`test: ${error.message}`);
  process.exitCode = 1;
}

/** Unit tests start no process of ours. */
function onlyUnitTests(given) {
  const at = given.indexOf('--selectProjects');
  return at !== -1 && given.slice(at + 1).filter((arg) => !arg.startsWith('-')).join() === 'unit';
}

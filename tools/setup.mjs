/**
 * Makes a clone ready for work: checks Node and installs the dependencies of the lock file.
 * Silent when there is nothing to do. Several at once are fine: one installs, the others wait for it.
 *
 * Plain Node without dependencies, because it runs before there are any.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Throws an Error whose message is for the user. */
export async function setup() {
  requireNode(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node);
  if (installed()) return;
  await withLock('setup', root, () => {
    if (installed()) return;
    console.log('setup: installing the dependencies of package-lock.json (npm ci) …');
    const started = Date.now();
    const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
    if (result.error) throw new Error(`npm cannot be started: ${result.error.message}`);
    if (result.status !== 0) throw new Error('npm ci failed; what it says is above.');
    console.log(`setup: done in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  });
}

function requireNode(range) {
  const wanted = range.replace(/^>=/, '').split('.').map(Number);
  const found = process.versions.node.split('.').map(Number);
  for (const [index, number] of wanted.entries()) {
    if (found[index] > number) return;
    if (found[index] < number) throw new Error(`Node ${wanted.join('.')} or newer is needed; this is Node ${process.versions.node}.`);
  }
}

/**
 * Whether node_modules holds what the lock file asks for. Compares with the list that npm itself leaves in node_modules, by
 * content, so that an install by hand counts and a changed branch is noticed. Optional packages may be of other platforms.
 */
function installed() {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(list, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    if (found === undefined) return entry.optional === true || entry.peer === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await setup();
  } catch (error) {
    console.error(`setup: ${error.message}`);
    process.exitCode = 1;
  }
}

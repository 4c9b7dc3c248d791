/**
 * Makes a clone ready for work: checks Node and installs the dependencies of the lock file.
 * Silent when there is nothing to do. Several at once are fine: one installs, the others wait for it.
 *
 * Plain Node without dependencies, because it runs before there are any.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install } from './install.mjs';
import { withLock } from './lock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Throws an Error whose message is for the user. */
export async function setup() {
  requireNode(readJson('package.json').engines.node);
  if (installed()) return;
  await withLock('setup', root, async () => {
    if (installed()) return;
    requireMatchingLockFile();
    console.log('setup: installing the dependencies of package-lock.json …');
    const started = Date.now();
    // Not `npm ci`: it refuses a lock file that was written where the registry lacks the optional binaries of other platforms.
    // Like it, this installs the versions of the lock file and changes neither that nor package.json.
    await install(root, ['--no-save', '--no-audit', '--no-fund'], { expected: everywhere() });
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

/** What package.json asks for must be what the lock file was made for, else npm would quietly choose versions. */
function requireMatchingLockFile() {
  const manifest = readJson('package.json');
  const locked = readJson('package-lock.json').packages[''];
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
    const sorted = (entries = {}) => JSON.stringify(Object.entries(entries).sort());
    if (sorted(manifest[kind]) !== sorted(locked[kind])) {
      throw new Error(`package-lock.json does not fit package.json (${kind}); run npm install and commit both.`);
    }
  }
}

/** Folders of packages that every platform has. */
function everywhere() {
  return Object.entries(readJson('package-lock.json').packages)
    .flatMap(([path, { optional, peer }]) => (path === '' || optional === true || peer === true ? [] : [path]));
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/**
 * Whether node_modules holds what the lock file asks for. Compares with the list that npm itself leaves in node_modules, by
 * content, so that an install by hand counts and a changed branch is noticed. Optional packages may be of other platforms.
 */
function installed() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const wanted = readJson('package-lock.json').packages;
  const present = readJson('node_modules/.package-lock.json').packages;
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

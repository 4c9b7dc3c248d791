/**
 * Builds dist/: the library with tsc (CommonJS and types), and what is bundled with esbuild (bundle.mjs).
 *
 * Does nothing when no source has changed since the last build. The new dist/ takes the place of the old one when it is
 * complete, so that a failed build leaves a working one.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleCommand, bundleProvider } from './bundle.mjs';
import { withLock } from './lock.mjs';
import { root, setup } from './setup.mjs';

const sourceFolders = ['lib', 'constructs', 'imports'];
const otherInputs = [
  'tsconfig.json', 'package.json', 'package-lock.json', 'tools/build.mjs', 'tools/bundle.mjs', 'tools/bundle/script.mjs',
];

const cache = join(root, 'node_modules', '.cache', 'cdk8s-boxcutter');
const stamp = join(cache, 'build.sha256');
const dist = join(root, 'dist');
const fresh = join(cache, 'dist');

/** Throws an Error whose message is for the user. */
export async function build() {
  if (upToDate()) return;
  await withLock('build', root, async () => {
    if (upToDate()) return;
    const started = Date.now();
    const digest = sourceDigest();
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    compile();
    await removeComments();
    copyAssets();
    await bundleProvider(fresh);
    await bundleCommand(join(fresh, 'bin'), cache);
    rmSync(stamp, { force: true });
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
    writeFileSync(stamp, digest);
    console.log(`build: the library and the command in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  });
}

function upToDate() {
  return existsSync(dist) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceDigest();
}

function sourceDigest() {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...sourceFolders.flatMap(filesBelow), ...otherInputs]) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function compile() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json', '--outDir', fresh], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) throw new Error('tsc found errors (above); dist/ is as it was.');
}

/** Types keep what they say of themselves; of code that runs it would only be weight. */
async function removeComments() {
  const { transform } = await import('esbuild');
  const names = readdirSync(fresh, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  await Promise.all(names.map(async (name) => {
    const file = join(fresh, name);
    const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'js', target: 'node20', charset: 'utf8' });
    writeFileSync(file, code);
  }));
}

/** Data that the sources read at run time lies beside them, and so beside what is compiled from them. */
function copyAssets() {
  for (const file of sourceFolders.flatMap(filesBelow)) {
    if (file.endsWith('.ts')) continue;
    mkdirSync(dirname(join(fresh, file)), { recursive: true });
    cpSync(join(root, file), join(fresh, file));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await setup();
    await build();
  } catch (error) {
    console.error(`build: ${error.message}`);
    process.exitCode = 1;
  }
}

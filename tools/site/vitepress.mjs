/**
 * VitePress: installed by the lock file of this folder into the user's cache, and run. Its rollup is that of WebAssembly: so the
 * lock file fits every platform.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { install } from '../install.mjs';
import { withLock } from '../lock.mjs';

const here = import.meta.dirname;
/** Milliseconds after which VitePress hangs. */
const PATIENCE = 5 * 60_000;

/** The folder that VitePress is installed in, by the lock file. */
export async function provideVitePress() {
  const inputs = ['package.json', 'package-lock.json', '.npmrc'];
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs) hash.update(readFileSync(join(here, file)));
  const { BOXCUTTER_CACHE, XDG_CACHE_HOME } = process.env;
  const cache = BOXCUTTER_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'boxcutter');
  const folder = join(cache, 'site', hash.digest('hex').slice(0, 12));
  const done = join(folder, 'installed');
  await withLock('site', folder, async () => {
    if (existsSync(done)) return;
    mkdirSync(folder, { recursive: true });
    for (const file of inputs) copyFileSync(join(here, file), join(folder, file));
    console.log('site: installing VitePress into the cache …');
    await install(folder, ['--no-save', '--no-audit', '--no-fund']);
    writeFileSync(done, '');
  });
  return folder;
}

/**
 * Builds the site from the pages in a folder, which has to be below that of the programs.
 * @throws Error with the reason in one line
 */
export async function vitePress(programs, work) {
  const args = [join(programs, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', work];
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`VitePress fails: ${reasonIn(output.replaceAll(`${work}/`, ''))}`);
}

/** The line of its output that tells most. */
function reasonIn(output) {
  const lines = output.replace(/\u001b\[[\d;]*m/g, '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const telling = lines.filter((line) => /dead link|error|\[vitepress\]/i.test(line) && !/^(?:build error:$|at )/.test(line));
  return (telling[0] ?? lines.at(-1) ?? 'no reason given').slice(0, 300);
}

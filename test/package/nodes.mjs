/**
 * The built command on newer versions of Node than the one that runs this: it works, and writes nothing to standard error (V8 does when it
 * is given a flag that it does not know). Needs dist/ and the npm registry, which has the programs as packages.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const program = join(root, 'dist/bin/boxcutter.js');
const majors = [22, 24, 26];
const commands = [['--version'], ['render', 'examples/plain-manifests/manifests', '--name', 'shop', '--namespace', 'shop']];

const work = mkdtempSync(join(tmpdir(), 'boxcutter-nodes-'));
try {
  const versions = majors.map((major) => {
    const node = provide(major);
    const env = { PATH: process.env.PATH, HOME: work, XDG_CACHE_HOME: join(work, `cache-${major}`) };
    // The second time with the compiled code that the first has left.
    for (const args of [...commands, ...commands]) {
      const { status, stdout, stderr } = spawnSync(node, [program, ...args], { cwd: root, env, encoding: 'utf8' });
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' }, `Node ${major}: boxcutter ${args.join(' ')}`);
      assert.notEqual(stdout, '');
    }
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  });
  console.log(`the command works on Node ${versions.join(', ')}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The path of the program, from the package with the one for this machine. */
function provide(major) {
  const folder = join(work, `node-${major}`);
  mkdirSync(folder);
  const name = `node-${process.platform}-${process.arch}`;
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error', '--prefix', folder];
  execFileSync('npm', ['install', ...options, `${name}@${major}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  const path = join(folder, 'node_modules', name, 'bin/node');
  assert.ok(existsSync(path), `${name}@${major} has no bin/node`);
  return path;
}

/**
 * The first success that README promises, as a user types it: the lines of its block are run one after the other, with the packed package
 * in the place of the published one, and timed. Packages and the programs of the control plane are in their caches beforehand.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Seconds that the heading of README promises, "two minutes", and those after which it is wrong even on a machine that is busy. */
const PROMISED = 120;
const TOO_LONG = 2 * PROMISED;

/**
 * Gives the seconds that it took, and lines that tell where they went. Fails when it took much longer than README promises.
 *
 * @param root of the repository; dist/ is there
 * @param work a folder for the project and the global installation
 * @param tarball of the package
 */
export function firstSuccess(root, work, tarball) {
  const name = `first-success-${process.pid}`;
  const global = join(work, 'global');
  const env = { ...process.env, NO_COLOR: '1', PATH: `${join(global, 'bin')}${delimiter}${process.env.PATH}` };
  const state = { folder: join(work, 'first-success'), env, said: '' };
  mkdirSync(state.folder);
  const program = join(root, 'dist/bin/boxcutter.js');
  const cluster = (...words) => execFileSync(process.execPath, [program, 'cluster', ...words, '--name', name], { stdio: 'pipe' });
  // The first time it builds the programs; README says so, and does not count it.
  cluster('up');
  cluster('down');
  const adapted = (line) => line
    .replace('install -g cdk8s-boxcutter', `install -g --prefix ${global} --prefer-offline ${tarball}`)
    .replace(/^(boxcutter init \S+)/, `$1 --package ${tarball}`)
    .replace(/cluster up$/, `cluster up --name ${name}`);
  try {
    const times = linesOfReadme(root).map((line) => ({ line, seconds: timed(() => carryOut(adapted(line), state)) }));
    const seconds = times.reduce((sum, each) => sum + each.seconds, 0);
    assert.match(state.said, /^my-operator revision 1, .*: healthy$/m, 'what the last line prints');
    const lines = times.map((each) => `${each.seconds.toFixed(1).padStart(5)} s  ${each.line}`);
    const took = `the first success took ${seconds.toFixed(0)} s, and README promises ${PROMISED} s`;
    assert.ok(seconds <= TOO_LONG, `${took}:\n${lines.join('\n')}`);
    return { seconds, promised: PROMISED, lines };
  } finally {
    cluster('down');
  }
}

/** What README has its reader type, without the comments. */
function linesOfReadme(root) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, block = ''] = /^## First success in two minutes\n+```console\n([^]*?)^```$/m.exec(readme) ?? [];
  const lines = block.split('\n').filter((line) => line.startsWith('$ ')).map((line) => line.slice(2).replace(/ +#.*$/, ''));
  assert.ok(lines.length > 4, 'README has no block of a first success');
  return lines;
}

function carryOut(line, state) {
  const [, folder] = /^cd (\S+)$/.exec(line) ?? [];
  if (folder !== undefined) {
    state.folder = join(state.folder, folder);
    return;
  }
  if (line.startsWith('export KUBECONFIG=')) {
    const [, kubeconfig] = /export KUBECONFIG=(\S+)/.exec(state.said) ?? [];
    assert.ok(kubeconfig, `the line above does not say what KUBECONFIG is:\n${state.said}`);
    state.env.KUBECONFIG = kubeconfig;
    return;
  }
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: state.folder, env: state.env, encoding: 'utf8' });
  assert.equal(status, 0, `${line} ended with ${status}:\n${stdout}${stderr}`);
  state.said = stdout;
}

/** Seconds that it takes. */
function timed(work) {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

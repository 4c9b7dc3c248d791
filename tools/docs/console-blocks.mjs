/**
 * The ```console run blocks of a page: each line that begins with `$ ` is run, one after the other, in the folder that `cd` chose last;
 * what it prints takes the place of what stood below it. The blocks of a page share a local cluster, which is gone afterwards.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** Who runs this, in what the command prints; a page names no real machine. */
const me = `${userInfo().username}@${hostname()}`;
const ANN = 'ann@laptop';

/** The text of a page with the output of its blocks as it is now. */
export function withOutput(text, { root, command }) {
  const work = mkdtempSync(join(tmpdir(), 'boxcutter-docs-'));
  mkdirSync(join(work, 'bin'));
  symlinkSync(command, join(work, 'bin', 'boxcutter'));
  cpSync(join(root, 'examples'), join(work, 'examples'), { recursive: true, filter: (path) => !/\/dist$/.test(path) });
  cpSync(join(root, 'docs', 'cookbook'), join(work, 'docs', 'cookbook'), { recursive: true });
  // The examples find what they need as they do in this repository.
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));
  for (const name of ['package.json', 'dist']) symlinkSync(join(root, name), join(work, name));
  const environment = { ...process.env, PATH: `${join(work, 'bin')}${delimiter}${process.env.PATH}`, NO_COLOR: '1', KUBECONFIG: '' };
  const name = `docs-${process.pid}`;
  const cluster = (...words) => spawnSync(process.execPath, [command, 'cluster', ...words, '--name', name], { encoding: 'utf8' });
  let folder = work;
  const carryOut = (line) => {
    const change = /^cd (\S+)$/.exec(line);
    if (change !== null) {
      folder = resolve(folder, change[1]);
      return '';
    }
    // On a terminal both streams show; here they are one, in the order in which they were written.
    const { stdout } = spawnSync('bash', ['-c', `(${line}) 2>&1`], { cwd: folder, env: environment, encoding: 'utf8' });
    const plain = stdout.replaceAll(`${work}/`, '').replaceAll(me, ANN)
      // The column is as wide as the name that stands in it now.
      .replace(/\bBY +(?=CONTENT)/g, `BY${' '.repeat(ANN.length)}`);
    const said = plain.split('\n').filter((each) => !each.startsWith('npm warn')).join('\n').trimEnd();
    return said === '' ? '' : `${said}\n`;
  };
  try {
    const { status, stderr } = cluster('up');
    if (status !== 0) throw new Error(stderr);
    environment.KUBECONFIG = JSON.parse(cluster('status', '-o', 'json').stdout).kubeconfig;
    return text.replace(/(^```console run\n)([^]*?)(^```$)/gm, (_, open, content, close) => {
      const lines = content.split('\n').filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
      return `${open}${lines.map((line) => `$ ${line}\n${carryOut(line.replace(/ +#.*$/, ''))}`).join('')}${close}`;
    });
  } finally {
    cluster('down');
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * How two forms of a page differ in what its commands print, as lines; none when they say the same. Others each time are: times, numbers of
 * requests (but for none), generated names of Pods, on what an object waits, whether it was ready when it was first reported, and the order
 * within a phase.
 */
export function differencesOf(before, after) {
  const [old, now] = [before, after].map((text) => text.split('\n').map(settled).filter((line) => line !== undefined));
  const lost = old.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  const gained = now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`);
  return [...lost, ...gained];
}

function settled(line) {
  if (/, waiting: |: waiting: /.test(line)) return undefined;
  return line
    .replace(/\b\d+(?:\.\d+)? (?:s|ms|min)\b/g, 'TIME')
    // The column AGE.
    .replace(/(?<= )\d+[smh](?=$| )/g, 'AGE')
    .replace(/\b[1-9]\d* (write|read|dry run)s?\b/g, 'SOME $1s')
    .replace(/^( +\S+ \S+): (?:created|updated|ready)$/, '$1: DONE')
    .replace(/(-[0-9a-z]{8,10})-[0-9a-z]{5}\b/g, '$1-POD')
    .replace(/ {2,}/g, '  ');
}

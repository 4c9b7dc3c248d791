/**
 * Documentation that is made from what the command really prints.
 *
 *   node tools/docs.mjs            writes docs/commands.md, and the output in every ```console run block anew
 *   node tools/docs.mjs --check    fails when docs/commands.md is not what --help says
 *
 * In a `console run` block each line that begins with `$ ` is run, one after the other, in the folder that `cd` chose last;
 * what it prints takes the place of what stood below it. The blocks of a file share a local cluster, which is gone afterwards.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { build } from './build.mjs';
import { root, setup } from './setup.mjs';

const bundle = join(root, 'dist', 'bin', 'boxcutter.js');
const commandsFile = join(root, 'docs', 'commands.md');
const filesWithOutput = ['README.md'];

try {
  if (process.argv.includes('--check')) {
    if (readFileSync(commandsFile, 'utf8') !== commandReference()) throw new Error('docs/commands.md is not what --help says; run: node tools/docs.mjs');
  } else {
    await setup();
    await build();
    writeFileSync(commandsFile, commandReference());
    for (const file of filesWithOutput) refresh(join(root, file));
  }
} catch (error) {
  console.error(`docs: ${error.message}`);
  process.exitCode = 1;
}

function commandReference() {
  const overview = help();
  const names = [...overview.matchAll(/^ {2}boxcutter (\w+)/gm)].map(([, name]) => name).filter((name) => name !== 'completion');
  const sections = names.flatMap((name) => [name, ...(name === 'cluster' ? ['cluster up', 'cluster down', 'cluster status', 'cluster kubeconfig'] : [])]);
  return `# Commands

What \`boxcutter --help\` and the help of each command say. Made by \`node tools/docs.mjs\`; do not edit.

- [boxcutter](#boxcutter)
${sections.map((name) => `- [boxcutter ${name}](#boxcutter-${name.replaceAll(' ', '-')})`).join('\n')}

Exit codes: [exit-codes.md](exit-codes.md). Documents of \`-o json\`: [output.md](output.md). Errors: [errors.md](errors.md).

## boxcutter

${block(overview)}

${sections.map((name) => `## boxcutter ${name}\n\n${block(help(...name.split(' ')))}`).join('\n\n')}

## Completion

\`\`\`console
$ boxcutter completion >> ~/.bashrc    # for bash
$ boxcutter completion >> ~/.zshrc     # for zsh
\`\`\`
`;
}

function help(...words) {
  const { stdout, status, stderr } = spawnSync(process.execPath, [bundle, ...words, '--help'], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function block(text) {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}

/** Runs what is in the blocks of a file, and writes what comes out. */
function refresh(file) {
  const work = mkdtempSync(join(tmpdir(), 'boxcutter-docs-'));
  mkdirSync(join(work, 'bin'));
  symlinkSync(bundle, join(work, 'bin', 'boxcutter'));
  cpSync(join(root, 'examples'), join(work, 'examples'), { recursive: true, filter: (path) => !/\/dist$/.test(path) });
  // The examples find what they need as they do in this repository.
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));
  for (const name of ['package.json', 'dist']) symlinkSync(join(root, name), join(work, name));
  const environment = { ...process.env, PATH: `${join(work, 'bin')}${delimiter}${process.env.PATH}`, NO_COLOR: '1', KUBECONFIG: '' };
  const cluster = (...words) => spawnSync(process.execPath, [bundle, 'cluster', ...words, '--name', 'docs'], { encoding: 'utf8' });
  let folder = work;
  const carryOut = (command) => {
    const change = /^cd (\S+)$/.exec(command);
    if (change !== null) {
      folder = resolve(folder, change[1]);
      return '';
    }
    // On a terminal both streams show; here they are one, in the order in which they were written.
    const { stdout } = spawnSync('bash', ['-c', `(${command}) 2>&1`], { cwd: folder, env: environment, encoding: 'utf8' });
    const said = stdout.replaceAll(`${work}/`, '').split('\n').filter((line) => !line.startsWith('npm warn')).join('\n').trimEnd();
    return said === '' ? '' : `${said}\n`;
  };
  try {
    const { status, stderr } = cluster('up');
    if (status !== 0) throw new Error(stderr);
    environment.KUBECONFIG = JSON.parse(cluster('status', '-o', 'json').stdout).kubeconfig;
    const text = readFileSync(file, 'utf8').replace(/(^```console run\n)([^]*?)(^```$)/gm, (_, open, content, close) => {
      const commands = content.split('\n').filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
      return `${open}${commands.map((command) => `$ ${command}\n${carryOut(command.replace(/ +#.*$/, ''))}`).join('')}${close}`;
    });
    writeFileSync(file, text);
  } finally {
    cluster('down');
    rmSync(work, { recursive: true, force: true });
  }
}

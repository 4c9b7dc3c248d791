/**
 * Documentation that is made from what the command really prints.
 *
 *   node tools/docs.mjs            writes docs/commands.md, the tables of docs/output.md, and the output in every
 *                                  ```console run block anew
 *   node tools/docs.mjs --tables   writes the first two only, from the built command
 *   node tools/docs.mjs --check    fails when the first two are not up to date
 *
 * In a `console run` block each line that begins with `$ ` is run, one after the other, in the folder that `cd` chose last;
 * what it prints takes the place of what stood below it. The blocks of a file share a local cluster, which is gone afterwards.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { build } from './build.mjs';
import { root, setup } from './setup.mjs';

const bundle = join(root, 'dist', 'bin', 'boxcutter.js');
const commandsFile = join(root, 'docs', 'commands.md');
const outputFile = join(root, 'docs', 'output.md');
const filesWithOutput = ['README.md'];

try {
  if (process.argv.includes('--check')) {
    for (const [file, text] of generated()) {
      if (readFileSync(file, 'utf8') !== text) throw new Error(`${basename(file)} is not up to date; run: node tools/docs.mjs`);
    }
  } else if (process.argv.includes('--tables')) {
    for (const [file, text] of generated()) writeFileSync(file, text);
  } else {
    await setup();
    await build();
    for (const [file, text] of generated()) writeFileSync(file, text);
    for (const file of filesWithOutput) refresh(join(root, file));
  }
} catch (error) {
  console.error(`docs: ${error.message}`);
  process.exitCode = 1;
}

function generated() {
  return [[commandsFile, commandReference()], [outputFile, withFields(readFileSync(outputFile, 'utf8'))]];
}

/** The part of docs/output.md that follows from the schemas. */
function withFields(text) {
  const marker = 'Made from the schemas by `node tools/docs.mjs`.\n';
  const first = ['outcome', 'plan', 'status', 'explain', 'list', 'history', 'recover', 'pause', 'keep', 'synth', 'cluster', 'clusters'];
  const folder = join(root, 'docs', 'schemas');
  const schemas = new Map(readdirSync(folder).map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))]));
  const order = [...first, ...[...schemas.keys()].filter((name) => !first.includes(name) && name !== 'error').sort(), 'error'];
  const table = (schema) => `| field | type | meaning |\n|---|---|---|\n${fieldRows(schema).join('\n')}\n`;
  const sections = order.map((name) => `\n### ${name}\n\n${schemas.get(name).title}. \`?\` marks fields that may be absent.\n\n${table(schemas.get(name))}`);
  const object = `\n### object\n\nIn \`outcome\` and \`status\`.\n\n${table(schemas.get('outcome').definitions.object)}`;
  return `${text.slice(0, text.indexOf(marker) + marker.length)}${sections.join('')}${object}`;
}

function fieldRows({ properties, required }, prefix = '') {
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const row = `| \`${name}\`${required.includes(key) ? '' : ' ?'} | ${typeName(field)} | ${field.description ?? ''} |`;
    const inner = field.items ?? field;
    return [row, ...(inner.properties === undefined ? [] : fieldRows(inner, `${name}${field.items === undefined ? '' : '[]'}.`))];
  });
}

function typeName({ type, const: constant, enum: values, format, items, $ref }) {
  if ($ref !== undefined) return '[object](#object)';
  if (constant !== undefined) return `\`"${constant}"\``;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'array') return items.$ref === undefined ? `list of ${items.type === 'object' ? 'objects' : 'texts'}` : 'list of [objects](#object)';
  return { string: format === 'date-time' ? 'time' : 'text', boolean: 'true or false' }[type] ?? type ?? 'any value';
}

function commandReference() {
  const overview = help();
  const names = [...overview.matchAll(/^ {2}boxcutter (\w+)( <command>)?/gm)].filter(([, name]) => name !== 'completion');
  const below = (name) => [...help(name).matchAll(new RegExp(`^ {2}boxcutter ${name} ([\\w-]+)`, 'gm'))].map(([, word]) => `${name} ${word}`);
  const sections = names.flatMap(([, name, isGroup]) => (isGroup ? [name, ...new Set(below(name))] : [name]));
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

/**
 * Documentation that is made from what the command really prints.
 *
 *   node tools/docs.mjs            writes docs/commands.md, the tables of docs/output.md, and the output in every
 *                                  ```console run block anew
 *   node tools/docs.mjs --tables   writes the first two only, from the built command
 *   node tools/docs.mjs --check    fails when the first two are not up to date
 *   node tools/docs.mjs --check-output   runs the blocks, and fails when they print something else than what stands there
 *
 * What is run, and what is compared: docs/console-blocks.mjs.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from './build.mjs';
import { differencesOf, withOutput } from './docs/console-blocks.mjs';
import { beginRun } from './run/run.mjs';
import { root, setup } from './setup.mjs';

const bundle = join(root, 'dist', 'bin', 'boxcutter.js');
const commandsFile = join(root, 'docs', 'commands.md');
const outputFile = join(root, 'docs', 'output.md');
const filesWithOutput = ['README.md', 'docs/cookbook.md'];

try {
  if (process.argv.includes('--check-output')) {
    beginRun();
    await setup();
    await build();
    for (const name of filesWithOutput) checkOutput(name);
  } else if (process.argv.includes('--check')) {
    for (const [file, text] of generated()) {
      if (readFileSync(file, 'utf8') !== text) throw new Error(`${basename(file)} is not up to date; run: node tools/docs.mjs`);
    }
  } else if (process.argv.includes('--tables')) {
    for (const [file, text] of generated()) writeFileSync(file, text);
  } else {
    beginRun();
    await setup();
    await build();
    for (const [file, text] of generated()) writeFileSync(file, text);
    for (const name of filesWithOutput) {
      const file = join(root, name);
      writeFileSync(file, withOutput(readFileSync(file, 'utf8'), { root, command: bundle }));
    }
  }
} catch (error) {
  console.error(`docs: ${error.message}`);
  process.exitCode = 1;
}

function checkOutput(name) {
  const text = readFileSync(join(root, name), 'utf8');
  const differences = differencesOf(text, withOutput(text, { root, command: bundle }));
  if (differences.length === 0) return console.log(`${name} shows what the commands print`);
  throw new Error(`${name} shows what the commands do not print; run: node tools/docs.mjs\n${differences.join('\n')}`);
}

function generated() {
  return [[commandsFile, commandReference()], [outputFile, withFields(readFileSync(outputFile, 'utf8'))]];
}

/** The part of docs/output.md that follows from the schemas. */
function withFields(text) {
  const marker = 'Made from the schemas by `node tools/docs.mjs`.\n';
  const first = ['outcome', 'plan', 'status', 'explain', 'list', 'history', 'recover', 'pause', 'keep', 'synth', 'cluster', 'clusters'];
  const folder = join(root, 'docs', 'schemas');
  const schemas = new Map(readdirSync(folder).map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  ]));
  const order = [...first, ...[...schemas.keys()].filter((name) => !first.includes(name) && name !== 'error').sort(), 'error'];
  const table = (schema) => `| field | type | meaning |\n|---|---|---|\n${fieldRows(schema).join('\n')}\n`;
  const sections = order.map((name) => {
    const schema = schemas.get(name);
    return `\n### ${name}\n\n${schema.title}. \`?\` marks fields that may be absent.\n\n${table(schema)}`;
  });
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
  if ($ref !== undefined) return $ref === '#' ? '[outcome](#outcome)' : '[object](#object)';
  if (constant !== undefined) return `\`"${constant}"\``;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'array') {
    return items.$ref === undefined ? `list of ${items.type === 'object' ? 'objects' : 'texts'}` : 'list of [objects](#object)';
  }
  return { string: format === 'date-time' ? 'time' : 'text', boolean: 'true or false' }[type] ?? type ?? 'any value';
}

function commandReference() {
  const overview = help();
  const names = [...overview.matchAll(/^ {2}boxcutter (\w+)( <command>)?/gm)].filter(([, name]) => name !== 'completion');
  const below = (name) => [...help(name)
    .matchAll(new RegExp(`^ {2}boxcutter ${name} ([\\w-]+)`, 'gm'))].map(([, word]) => `${name} ${word}`);
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
$ boxcutter completion bash >> ~/.bashrc
$ boxcutter completion zsh >> ~/.zshrc
$ boxcutter completion fish > ~/.config/fish/completions/boxcutter.fish
\`\`\`
`;
}

function help(...words) {
  const { stdout, status, stderr } = spawnSync(process.execPath, [bundle, ...words, '--help'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function block(text) {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}

/**
 * Documentation that is made from what the command really prints.
 *
 *   node tools/docs.mjs            writes docs/commands, the tables of docs/output.md, pictures, and the output in every
 *                                  ```console run block anew
 *   node tools/docs.mjs --tables   writes all but the last, from the built command
 *   node tools/docs.mjs --check    fails when one of these is not up to date
 *   node tools/docs.mjs --check-output   runs the blocks, and fails when they print something else than what stands there
 *
 * What is run, and what is compared: docs/console-blocks.mjs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build } from './build.mjs';
import { commandPages, strayPages } from './docs/commands.mjs';
import { differencesOf, withOutput } from './docs/console-blocks.mjs';
import { beginRun } from './run/run.mjs';
import { root, setup } from './setup.mjs';

const bundle = join(root, 'dist', 'bin', 'boxcutter.js');
const commandsFolder = join(root, 'docs', 'commands');
const pictures = join(root, 'docs', 'pictures');
const outputFile = join(root, 'docs', 'output.md');
const filesWithOutput = ['README.md', 'docs/cookbook.md'];

try {
  if (process.argv.includes('--check-output')) {
    beginRun();
    await setup();
    await build();
    for (const name of filesWithOutput) checkOutput(name);
  } else if (process.argv.includes('--check')) {
    const stale = generated().filter(([file, text]) => contentOf(file) !== text);
    const names = stale.map(([file]) => relative(root, file)).join(', ');
    if (stale.length > 0) throw new Error(`not up to date: ${names}; run: node tools/docs.mjs`);
  } else if (process.argv.includes('--tables')) {
    writeGenerated();
  } else {
    beginRun();
    await setup();
    await build();
    writeGenerated();
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

/** Files with what should be in them; without a text they should not be. */
function generated() {
  const pages = commandPages(commandsFolder, help);
  return [
    ...[...pages].map(([file, text]) => [join(commandsFolder, file), text]),
    ...strayPages(commandsFolder, pages).map((file) => [join(commandsFolder, file), undefined]),
    [outputFile, withFields(readFileSync(outputFile, 'utf8'))],
    [join(pictures, 'catalog-graph.svg'), printed('catalog', 'graph', join(pictures, 'shop-catalog.yaml'), '-o', 'svg')],
  ];
}

function writeGenerated() {
  mkdirSync(commandsFolder, { recursive: true });
  for (const [file, text] of generated()) {
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
}

function contentOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The part of docs/output.md that follows from the schemas. */
function withFields(text) {
  const marker = 'Made from the schemas by `node tools/docs.mjs`.\n';
  const first = ['outcome', 'plan', 'status', 'explain', 'list', 'history', 'recover', 'pause', 'keep', 'synth', 'cluster', 'clusters'];
  const folder = join(root, 'docs', 'schemas');
  const schemas = new Map(readdirSync(folder).filter((file) => file.endsWith('.json')).map((file) => [
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

function help(...words) {
  return printed(...words, '--help');
}

function printed(...words) {
  const { stdout, status, stderr } = spawnSync(process.execPath, [bundle, ...words], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

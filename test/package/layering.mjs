/** Proves that the layering rule bites: lints files that do not exist, each with one import, and looks at what is said. */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { goneCircles, searched } from '../../tools/circles.mjs';
import { layering, layers, standingCircles } from '../../tools/layers.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: layering });

async function complaints(file, code) {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  assert.ok(result, `${file} is not linted`);
  return result.messages.map((message) => `${message.ruleId}: ${message.message}`);
}

const forbidden = [
  ['lib/engine/imagined.ts', "import { userAgent } from '../version';\nuserAgent();", 'no-restricted-paths'],
  ['lib/engine/imagined.ts', "import type { SchemaSource } from '../schema';\nexport type X = SchemaSource;", 'no-restricted-paths'],
  ['lib/api/imagined.ts', "import type { Cluster } from '../engine/ports';\nexport type X = Cluster;", 'no-restricted-paths'],
  ['lib/index.ts', "export * from './engine/ports';", 'no-restricted-paths'],
  ['lib/revision/imagined.ts', "export const late = () => import('../engine/ports.js');", 'no-restricted-paths'],
  ['constructs/imagined.ts', "import type { Cluster } from '../lib/engine/ports';\nexport type X = Cluster;", 'no-restricted-paths'],
  ['lib/state/imagined.ts', "import * as client from '@kubernetes/client-node';\nexport { client };", 'no-restricted-imports'],
  ['lib/kube/timing.ts', "import type { KubeCluster } from './index';\nexport type X = KubeCluster;", 'no-circles'],
  ['test/fuzz/random.ts', "import './kinds';", 'no-circles'],
  ['bench/scale/options.ts', "import './install';", 'no-circles'],
  ['tools/lock.mjs', "import './setup.mjs';", 'no-circles'],
  ['examples/engine-library/installer.ts', "import './installer';", 'no-circles'],
  ['lib/revision/imagined.ts', "import { App } from 'cdk8s';\nexport { App };", 'no-restricted-imports'],
];
const allowed = [
  ['lib/engine/imagined.ts', "import type { KubeObject } from '../api';\nexport type X = KubeObject;"],
  ['lib/kube/imagined.ts', "import type { Cluster } from '../engine/ports';\nexport type X = Cluster;"],
  ['lib/cli/imagined.ts', "import type { Cluster } from '../engine/ports';\nimport yargs from 'yargs';\nexport { yargs, type Cluster };"],
  ['constructs/imagined.ts', "import { App } from 'cdk8s';\nimport type { Finding } from '../lib/issue';\nexport { App, type Finding };"],
];

for (const [file, code, rule] of forbidden) {
  const said = await complaints(file, code);
  assert.ok(said.some((line) => line.includes(rule)), `${file} was allowed to contain\n${code}\nsaid: ${said.join('\n')}`);
}
for (const [file, code] of allowed) assert.deepEqual(await complaints(file, code), [], file);

// A table that allows A to import B and B to import A would be no layering.
for (const [name, mayImport] of Object.entries(layers)) {
  for (const other of mayImport) assert.ok(!layers[other]?.includes(name), `${name} and ${other} may import each other`);
}
// A list that keeps what is gone would let it come back.
assert.deepEqual(goneCircles(standingCircles), [], 'circles that no longer stand; take them out of tools/layers.mjs');
// A folder without a place would be free to import what it likes.
const folders = readdirSync(join(root, 'lib')).map((name) => name.replace(/\.ts$/, ''));
assert.deepEqual(folders.filter((name) => !(name in layers)), [], 'folders of lib/ without a place in tools/layers.mjs');

const named = [...new Set(Object.entries(layers).flatMap(([name, mayImport]) => [name, ...mayImport]))];
assert.deepEqual(named.filter((name) => !folders.includes(name)), [], 'tools/layers.mjs names folders that lib/ does not have');

// A folder of more files is several rooms without walls.
const MAX_FILES = 20;
const crowded = searched
  .flatMap((top) => ['.', ...readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })].map((name) => join(top, name)))
  .filter((name) => !/(^|\/)node_modules\//.test(name) && statSync(join(root, name)).isDirectory())
  .map((name) => ({ name, files: readdirSync(join(root, name)).filter((file) => /\.(ts|mjs)$/.test(file)).length }))
  .filter(({ files }) => files > MAX_FILES);
assert.deepEqual(crowded, [], `folders of more than ${MAX_FILES} files`);

console.log(`${forbidden.length} forbidden imports refused, ${allowed.length} allowed ones accepted`);

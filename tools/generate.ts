import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

/*
 * Regenerates what is generated and committed: `npm run generate`, or by name `npm run generate -- schemas`.
 * Each generator is a program of its own in tools/generate; what follows its name is handed to it.
 */
const GENERATORS: Readonly<Record<string, string>> = {
  api: 'TypeScript types, CRD files and reference pages of our API, from lib/kinds',
  schemas: 'schema packs of the Kubernetes versions, from real API servers (needs Go; takes minutes; only by name)',
  releases: 'sums of the releases of the control plane, from their publishers (only by name)',
};
const WITHOUT_ASKING = ['api'];

function run(name: string, args: readonly string[]): number {
  const script = path.join(__dirname, 'generate', `${name}.ts`);
  const tsx = path.join(path.dirname(require.resolve('tsx/package.json')), 'dist', 'cli.mjs');
  return spawnSync(process.execPath, [tsx, script, ...args], { stdio: 'inherit' }).status ?? 1;
}

function main([name, ...args]: readonly string[]): number {
  if (name === undefined) return WITHOUT_ASKING.reduce((status, each) => status || run(each, []), 0);
  if (name in GENERATORS) return run(name, args);
  const known = Object.entries(GENERATORS).map(([each, what]) => `  ${each.padEnd(8)} ${what}`);
  console.error(`There is no generator "${name}". There are:\n${known.join('\n')}`);
  return 2;
}

process.exitCode = main(process.argv.slice(2));

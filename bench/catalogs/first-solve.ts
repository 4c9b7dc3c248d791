/**
 * How long the first resolve with dependencies takes in a process that has just started: nothing of the solver has run before, and
 * nothing of it is optimised.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { solve } from '../../lib/catalog';
import { largeCatalog, packageName } from './large-catalog';

/** Milliseconds, the median of as many processes. */
export function firstSolve(packages: number, rounds: number): number {
  const tsx = join(__dirname, '..', '..', 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const once = (): number => Number(execFileSync(process.execPath, [tsx, __filename, String(packages)], { encoding: 'utf8' }));
  const times = Array.from({ length: rounds }, once);
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

if (require.main === module) {
  const catalog = largeCatalog({ packages: Number(process.argv[2]), bundlesEach: 20 }, true);
  const started = performance.now();
  solve({ catalogs: [{ name: 'large', priority: 0, labels: {}, catalog }], installed: [], wanted: [{ packageName: packageName(0) }] });
  console.log(performance.now() - started);
}

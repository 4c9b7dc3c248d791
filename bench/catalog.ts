/**
 * The benchmark of catalogs: `npm run bench:catalog`.
 *
 *   npm run bench:catalog -- [--packages 1,10,100,300,1000] [--yaml-packages 1,10,100,220] [--rounds 5] [--only load,resolve]
 *
 * Reading and validating generated catalogs, from one package to a thousand, and the real ones of the folder that BOXCUTTER_CATALOGS names,
 * by the built command as users run it; and choosing from a catalog that is loaded. Prints tables in Markdown, for docs/performance.md.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCommand, type Used } from './catalogs/command';
import { resolveRows } from './catalogs/resolve';
import { type Form, writeCatalog } from './catalogs/written-catalog';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'packages': { type: 'string', default: '1,10,100,300,1000' },
      'yaml-packages': { type: 'string', default: '1,10,100,220' },
      'rounds': { type: 'string', default: '5' },
      'only': { type: 'string', default: 'load,resolve' },
    },
  });
  const parts = values.only.split(',');
  const rounds = Number(values.rounds);
  const { beginRun } = await import('../tools/run/run.mjs');
  beginRun();
  if (parts.includes('load')) {
    const json = await generatedRows(values.packages, 'json', rounds);
    const yaml = await generatedRows(values['yaml-packages'], 'yaml', rounds);
    print(['catalog', 'size', 'CPU', 'time', 'memory'], [...json, ...yaml, ...realRows(rounds)]);
  }
  if (parts.includes('resolve')) {
    const rows = resolveRows(values.packages.split(',').map(Number), 2 * rounds + 1).map((row) => [
      String(row.packages), String(row.bundles), ...[row.resolve, row.solve, row.solveInstalled, row.explain].map(milliseconds),
    ]);
    print(['packages', 'bundles', 'resolve', 'with dependencies', 'a tenth installed', 'no solution, explained'], rows);
  }
}

async function generatedRows(sizes: string, form: Form, rounds: number): Promise<readonly (readonly string[])[]> {
  const rows = [];
  for (const packages of sizes.split(',').map(Number)) {
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-catalog-'));
    try {
      const bytes = await writeCatalog(folder, packages, form);
      rows.push(row(`${packages} packages, ${form.toUpperCase()}`, bytes, measureCommand(['catalog', 'validate', folder], rounds)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}

function realRows(rounds: number): readonly (readonly string[])[] {
  const folder = process.env['BOXCUTTER_CATALOGS'];
  if (folder === undefined || !existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
  return names.map((name) => {
    const path = join(folder, name);
    return row(name, sizeOf(path), measureCommand(['catalog', 'validate', path], rounds));
  });
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => statSync(join(folder, path)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

function row(name: string, bytes: number, { cpuSeconds, wallSeconds, peakMiB }: Used): readonly string[] {
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return [name, size, `${cpuSeconds.toFixed(2)} s`, `${wallSeconds.toFixed(2)} s`, `${Math.round(peakMiB)} MiB`];
}

function milliseconds(time: number): string {
  return `${time.toFixed(time < 10 ? 1 : 0)} ms`;
}

function print(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  console.log([line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line), ''].join('\n'));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

/**
 * The benchmark of catalogs: `npm run bench:catalog`.
 *
 *   npm run bench:catalog -- [--packages 1,10,100,300,1000] [--yaml-packages 1,10,100,220] [--rounds 5]
 *                            [--only load,resolve,install,look,serve] [--report]
 *
 * Reading and validating generated catalogs, from one package to a thousand, and the real ones of the folder that BOXCUTTER_CATALOGS names,
 * by the built command as users run it; choosing from a catalog that is loaded, also in a new process; what `install` from a catalog image
 * needs before the apply, on a control plane of its own; looking into one; and serving one to fifty clients. Prints tables in Markdown;
 * with --report it puts them into docs/performance.md, with machine, date and command.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCommand, type Used } from './catalogs/command';
import { firstSolve } from './catalogs/first-solve';
import { installRows } from './catalogs/install';
import { lookRows, pictureRows } from './catalogs/look';
import { resolveRows } from './catalogs/resolve';
import { canMeasureServing, serveRow } from './catalogs/serve';
import { type Form, writeCatalog } from './catalogs/written-catalog';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'packages': { type: 'string', default: '1,10,100,300,1000' },
      'yaml-packages': { type: 'string', default: '1,10,100,220' },
      'rounds': { type: 'string', default: '5' },
      'only': { type: 'string', default: 'load,resolve,install,look,serve' },
      'report': { type: 'boolean', default: false },
    },
  });
  const parts = values.only.split(',');
  const rounds = Number(values.rounds);
  const sizes = values.packages.split(',').map(Number);
  const { beginRun } = await import('../tools/run/run.mjs');
  beginRun();
  if (parts.includes('load')) {
    const json = await generatedRows(values.packages, 'json', rounds);
    const yaml = await generatedRows(values['yaml-packages'], 'yaml', rounds);
    print(['catalog', 'size', 'CPU', 'time', 'memory'], [...json, ...yaml, ...realRows(rounds)]);
  }
  if (parts.includes('resolve')) {
    const rows = resolveRows(sizes, 2 * rounds + 1).map(({ packages, bundles, ...times }) => {
      const first = firstSolve(packages, rounds);
      const all = [times.resolve, times.solve, first, times.solveInstalled, times.explain];
      return [String(packages), String(bundles), ...all.map(milliseconds)];
    });
    const columns = ['resolve', 'with dependencies', 'the same, first of a process', 'a tenth installed', 'no solution, explained'];
    print(['packages', 'bundles', ...columns], rows);
  }
  if (parts.includes('install')) {
    const rows = (await installRows(sizes, rounds)).map(({ packages, bytes, cold, warm }) => [
      String(packages), `${(bytes / 1e6).toFixed(1)} MB`,
      ...[cold.cpuSeconds, warm.cpuSeconds, warm.wallSeconds].map((time) => `${time.toFixed(2)} s`), `${Math.round(warm.peakMiB)} MiB`,
    ]);
    print(['packages', 'size', '`install --plan`, nothing in the cache, CPU', 'everything in it, CPU', 'time', 'memory'], rows);
  }
  if (parts.includes('look')) {
    const rows = lookRows(sizes, rounds).map(({ packages, bundles, graph, mermaid, page, search, diff }) => (
      [String(packages), String(bundles), ...[graph, mermaid, page, search, diff].map(milliseconds)]
    ));
    print(['packages', 'bundles', 'graph', 'as Mermaid', 'as a page', 'search', 'diff'], rows);
    const pictures = pictureRows([10, 50, 100, 200, 400], rounds).map(({ versions, edges, picture, bytes }) => (
      [String(versions), String(edges), milliseconds(picture), `${Math.round(bytes / 1000)} KB`]
    ));
    print(['versions of a channel', 'edges', 'picture', 'size'], pictures);
  }
  if (parts.includes('serve') && canMeasureServing) {
    const rows: (readonly string[])[] = [];
    for (const packages of sizes) {
      const { bytes, idleMiB, steadyMiB, mostMiB, megabytesPerSecond } = await serveRow(packages);
      const memory = [idleMiB, steadyMiB, mostMiB].map((one) => `${Math.round(one)} MiB`);
      rows.push([String(packages), `${(bytes / 1e6).toFixed(1)} MB`, ...memory, `${Math.round(megabytesPerSecond)} MB/s`]);
    }
    print(['packages', 'size', 'memory, nobody reads', '50 clients read', 'at most', 'sent'], rows);
  }
  if (values.report) await report();
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

const printed: string[] = [];

function print(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line), ''].join('\n');
  printed.push(table);
  console.log(table);
}

/** Into the page, with what has to be known to believe it. */
async function report(): Promise<void> {
  const { writeBetween } = await import('./between.mjs');
  const command = ['npm run bench:catalog --', ...process.argv.slice(2)].join(' ');
  const cpu = `${cpus()[0]?.model.trim() ?? ''}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const head = `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpu}, Node ${process.version}; \`${command}\`.`;
  writeBetween('<!-- catalogs: written by bench/catalog.ts -->', '<!-- end of catalogs -->', [head, '', ...printed].join('\n'));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

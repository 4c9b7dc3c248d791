/**
 * Releases of Helm, taken over: `npm run bench:adoption`.
 *
 *   BOXCUTTER_CHARTS=folder npm run bench:adoption -- [--only name,…] [--helm 'Helm 3'] [--report]
 *
 * Every chart of the folder goes the whole way with Helm 3 and with Helm 4, on a control plane of its own and by the built command:
 * installed by Helm in its older version, adopted, applied as it is, upgraded, given back, upgraded by Helm, uninstalled. Nodes are
 * simulated: Pods are ready, Jobs complete, and nothing runs in them. Prints a table; with --report, what was found goes into
 * bench/results/adoption.json, in place of what was known of the same chart, and all of that into docs/conformance.md. The exit code is 1
 * when a step has failed, or an adoption has changed something.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { down, up } from '../lib/control-plane';
import { type HelmName, HELMS } from '../test/server/adoption/helm-bench';
import { chartsIn } from '../test/server/controllers/provisioners/walk';
import { COMMAND } from './adoption/command';
import { COLUMNS, faultsOf, rowsOf } from './adoption/report';
import { walk, type Walked } from './adoption/walk';

const root = join(__dirname, '..');
const RESULTS = join(root, 'bench', 'results', 'adoption.json');
const [BEGIN, END] = ['<!-- adoption: written by bench/adoption.ts -->', '<!-- end of adoption -->'];

async function main(): Promise<void> {
  const { values: { only, helm, report } } = parseArgs({
    options: { only: { type: 'string' }, helm: { type: 'string' }, report: { type: 'boolean', default: false } },
  });
  const charts = process.env['BOXCUTTER_CHARTS'];
  if (charts === undefined) throw new Error('BOXCUTTER_CHARTS has to name a folder of charts.');
  if (!existsSync(COMMAND)) throw new Error('the command is not built: npm run build');
  const { beginRun } = await import('../tools/run/run.mjs');
  beginRun();
  const directory = mkdtempSync(join(tmpdir(), 'boxcutter-adoption-'));
  const { kubeconfig, auditLog, version } = await up({ name: 'adoption', directory, nodes: 3, onProgress: (line) => console.error(line) });
  try {
    const helms = (Object.keys(HELMS) as HelmName[]).filter((name) => helm === undefined || name === helm);
    const walked: Walked[] = [];
    for (const chart of chartsIn(charts).filter(({ name }) => only === undefined || only.split(',').includes(name))) {
      for (const name of helms) {
        const one = await walk(chart, name, { kubeconfig, auditLog, version, folder: directory });
        walked.push(one);
        for (const { name: step, outcome, options, said } of one.steps) {
          console.log(`${chart.name} ${name}, ${step}: ${[outcome, ...options, said].join(' ')}`);
        }
      }
    }
    const { markdownTable, writeBetween } = await import('./between.mjs');
    console.log(markdownTable(COLUMNS, rowsOf(walked)));
    if (report) {
      const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) as Readonly<Record<string, Walked>> : {};
      const found = Object.fromEntries(walked.map((one) => [`${one.chart} ${one.helm}`, one]));
      const all = Object.fromEntries(Object.entries({ ...known, ...found }).sort(([a], [b]) => (a < b ? -1 : 1)));
      writeFileSync(RESULTS, `${JSON.stringify(all, undefined, 2)}\n`);
      writeBetween(BEGIN, END, markdownTable(COLUMNS, rowsOf(Object.values(all))), join(root, 'docs', 'conformance.md'));
    }
    const faults = walked.flatMap(faultsOf);
    for (const fault of faults) console.error(fault);
    process.exitCode = faults.length > 0 ? 1 : 0;
  } finally {
    await down('adoption', { directory });
    rmSync(directory, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
}).finally(() => process.exit());

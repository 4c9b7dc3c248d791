/**
 * Real content through BundleDeployments: `npm run bench:provisioners`.
 *
 *   BOXCUTTER_BUNDLES=folder BOXCUTTER_CHARTS=folder npm run bench:provisioners -- [--only name,…] [--report]
 *
 * Every bundle and every chart of the folders is installed on a control plane of its own, pivots to its next version where there is one,
 * and is removed. Nodes are simulated: Pods are ready, and nothing runs in them. Prints a table; with --report, what was found goes into
 * bench/results/provisioners.json, in place of what was known of the same content, and all of that into docs/conformance.md. The exit code
 * is 1 when something is left behind. BOXCUTTER_TEST_KUBECONFIG names a control plane to use instead.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { down, up } from '../lib/control-plane';
import type { Content, Step, Walked } from '../test/server/controllers/provisioners/walk';

const root = join(__dirname, '..');
const PATIENCE = { quietMs: 30_000, mostMs: 90_000 };
const RESULTS = join(root, 'bench', 'results', 'provisioners.json');
const [BEGIN, END] = ['<!-- provisioners: written by bench/provisioners.ts -->', '<!-- end of provisioners -->'];

async function main(): Promise<void> {
  const { values: { only, report } } = parseArgs({ options: { only: { type: 'string' }, report: { type: 'boolean', default: false } } });
  const [bundles, charts] = [process.env['BOXCUTTER_BUNDLES'], process.env['BOXCUTTER_CHARTS']];
  if (bundles === undefined || charts === undefined) throw new Error('BOXCUTTER_BUNDLES and BOXCUTTER_CHARTS have to name folders.');
  const { beginRun } = await import('../tools/run/run.mjs');
  beginRun();
  const directory = mkdtempSync(join(tmpdir(), 'boxcutter-provisioners-'));
  const given = process.env['BOXCUTTER_TEST_KUBECONFIG'];
  const onProgress = (line: string): void => console.error(line);
  const kubeconfig = given ?? (await up({ name: 'provisioners', directory, nodes: 3, onProgress })).kubeconfig;
  try {
    const { bundlesIn, chartsIn, walk } = await import('../test/server/controllers/provisioners/walk.js');
    const { ProvisionersBench } = await import('../test/server/controllers/provisioners/bench.js');
    const { helmProgram } = await import('../test/lib/formats/helm/helm.js');
    process.env['HELM'] ??= helmProgram();
    const chosen = (content: Content): boolean => only === undefined || only.split(',').includes(content.name);
    const bench = await ProvisionersBench.open(kubeconfig);
    await bench.start();
    const walked: Walked[] = [];
    for (const content of [...bundlesIn(bundles), ...chartsIn(charts)].filter(chosen)) {
      const result = await walk(bench, content, PATIENCE);
      walked.push(result);
      for (const { version, outcome, ms, said } of result.steps) {
        console.log(`${content.name} ${version} ${outcome} ${Math.round(ms)} ms ${said}`);
      }
      if (result.left !== '') console.log(`${content.name} left: ${result.left}`);
    }
    await bench.close();
    const { markdownTable, writeBetween } = await import('./between.mjs');
    const found = Object.fromEntries(walked.map((one): [string, Rows] => [`${one.content.className} ${one.content.name}`, rowsOf(one)]));
    console.log(markdownTable(COLUMNS, Object.values(found).flat()));
    if (report) {
      const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) as Readonly<Record<string, Rows>> : {};
      const all: Readonly<Record<string, Rows>> = { ...known, ...found };
      const names = Object.keys(all).sort();
      writeFileSync(RESULTS, `${JSON.stringify(Object.fromEntries(names.map((name) => [name, all[name]])), undefined, 2)}\n`);
      writeBetween(BEGIN, END, markdownTable(COLUMNS, names.flatMap((name) => all[name] ?? [])), join(root, 'docs', 'conformance.md'));
    }
    process.exitCode = walked.some(({ left }) => left !== '') ? 1 : 0;
  } finally {
    if (given === undefined) await down('provisioners', { directory });
    rmSync(directory, { recursive: true, force: true });
  }
}

const COLUMNS = ['content', 'provisioner', 'version', 'outcome', 'what it takes, or says'];

type Rows = readonly (readonly string[])[];

function rowsOf({ content: { name, className }, steps, left }: Walked): Rows {
  const rows = steps.map((step, index) => {
    const first = index === 0 ? [name, className.replace('core-rukpak-io-', '')] : ['', ''];
    return [...first, step.version, wordOf(step, steps.slice(0, index)), remarkOf(step)];
  });
  return left === '' ? rows : [...rows, ['', '', '', 'not removed', cell(left)]];
}

function wordOf({ outcome }: Step, before: readonly Step[]): string {
  return outcome === 'installed' && before.some((step) => step.outcome === 'installed') ? 'pivoted' : outcome;
}

function remarkOf({ needed, said }: Step): string {
  return [needed.length === 0 ? '' : `with ${needed.join(', ')}`, cell(said)].filter((part) => part !== '').join('; ');
}

/** Names that are made anew each time say nothing. */
function cell(text: string): string {
  const line = text.replace(/\n/g, ' ').replaceAll('|', '\\|').replace(/\bprov-[\w-]+/g, '…').replace(/\b[\w-]+-[0-9a-z]{30,}\b/g, '…');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
}).finally(() => process.exit());

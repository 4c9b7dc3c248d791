/**
 * The whole matrix of faults: `npm run test:faults`, or a part of it:
 * `npm run test:faults -- --scenario upgrade --fault drop-answer --seed 1 --shard 1/4 --sample 100 --minutes 30 --report`.
 * Brings a control plane up for itself unless one is named with --kubeconfig. docs/reliability.md says what is tested and how.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { down, up, type ClusterInfo } from '../lib/control-plane';
import { messageOf } from '../lib/errors';
import { randomOf, sampleOf, shardOf, shuffled } from '../test/faults/choose';
import { harmNames } from '../test/faults/harms';
import { pointName, repeatCommand, runMatrix, type Cell, type CellResult } from '../test/faults/matrix';
import { reportInto, summaryOf, tableOf } from '../test/faults/report';

const page = join(__dirname, '..', 'docs', 'reliability.md');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scenario: { type: 'string' },
      fault: { type: 'string' },
      point: { type: 'string' },
      seed: { type: 'string' },
      shard: { type: 'string' },
      sample: { type: 'string' },
      minutes: { type: 'string' },
      sites: { type: 'string', default: '3' },
      kubeconfig: { type: 'string' },
      'audit-log': { type: 'string' },
      report: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  if (values.fault !== undefined && !harmNames.includes(values.fault)) {
    throw new Error(`There is no fault "${values.fault}"; there are: ${harmNames.join(', ')}.`);
  }
  const [part = 1, parts = 1] = (values.shard ?? '1/1').split('/').map(Number);
  if (!Number.isInteger(part) || !Number.isInteger(parts) || part < 1 || part > parts) {
    throw new Error(`--shard ${values.shard ?? ''} is not a part like 1/4.`);
  }
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  const choose = (cells: readonly Cell[]): readonly Cell[] => {
    if (cells.length === 0) throw new Error('No request of these scenarios fits.');
    const sample = values.sample === undefined ? cells : sampleOf(cells, seed ?? 1, Number(values.sample));
    return shardOf(seed === undefined ? sample : shuffled(sample, randomOf(seed)), part, parts);
  };
  const { beginRun } = await import('./run/run.mjs');
  beginRun();
  if ((values.kubeconfig === undefined) !== (values['audit-log'] === undefined)) {
    throw new Error('--kubeconfig and --audit-log go together.');
  }
  await withControlPlane(values.kubeconfig, values['audit-log'], async ({ kubeconfig, auditLog }) => {
    const begun = Date.now();
    let total = 0;
    const results = await runMatrix({
      kubeconfig,
      auditLog,
      name: `faults-${process.pid.toString(36)}-${Date.now().toString(36)}`,
      sites: Number(values.sites),
      choose,
      ...(values.minutes === undefined ? {} : { budgetMs: Number(values.minutes) * 60_000 }),
      ...(values.scenario === undefined ? {} : { scenario: values.scenario }),
      ...(values.fault === undefined ? {} : { fault: values.fault }),
      ...(values.point === undefined ? {} : { point: values.point }),
      onCells: (count) => (total = count),
      onReference: ({ scenario, verdict, points }) => console.log(`${scenario.name}: ${points.length} requests, ends: ${verdict}`),
      onResult: (result, done, all) => tell(result, done, all, values.verbose),
    });
    const seconds = (Date.now() - begun) / 1000;
    const mean = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / results.length;
    console.log(`\n${tableOf(results)}\n\n${summaryOf(results, total)}`);
    console.log(`${results.length} runs in ${seconds.toFixed(0)} s, ${mean.toFixed(0)} ms each, ${values.sites} at once.`);
    const wrong = results.filter(({ violations }) => violations.length > 0);
    for (const { cell, violations } of wrong) console.log(`\n${repeatCommand(cell)}\n${violations.map((text) => `  - ${text}`).join('\n')}`);
    if (values.report) writeFileSync(page, reportInto(readFileSync(page, 'utf8'), results, total));
    if (wrong.length > 0) process.exitCode = 1;
  });
}

function tell(
  { cell, reached, ended, repetitions, violations, milliseconds }: CellResult, done: number, total: number, verbose: boolean,
): void {
  const line = `${done}/${total} ${cell.scenario}, ${cell.harm.name} at ${pointName(cell)}: ${reached ? ended : 'not reached'}, ${repetitions} repetitions, ${milliseconds} ms`;
  if (violations.length > 0) console.log(`VIOLATION ${line}\n${violations.map((text) => `  - ${text}`).join('\n')}`);
  else if (verbose || done % 100 === 0) console.log(line);
}

type Cluster = Pick<ClusterInfo, 'kubeconfig' | 'auditLog'>;

/** One of its own, for as long as the work takes, or the one that is named. */
async function withControlPlane(
  kubeconfig: string | undefined, auditLog: string | undefined, work: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  if (kubeconfig !== undefined && auditLog !== undefined) return work({ kubeconfig, auditLog });
  const cluster = await up({ name: `faults-${process.pid}`, onProgress: (line) => console.error(`control plane: ${line}`) });
  try {
    await work(cluster);
  } finally {
    await down(cluster.name);
  }
}

main().catch((error: unknown) => {
  console.error(`faults: ${messageOf(error)}`);
  process.exitCode = 1;
});

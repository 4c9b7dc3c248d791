/**
 * The whole matrix of faults: `npm run test:faults`, or a part of it: `npm run test:faults -- --scenario install,upgrade --fault
 * drop-answer,silence --seed 1 --shard 1/4 --sample 100 --minutes 30 --report`. Brings a control plane up for itself unless one is named
 * with --kubeconfig and --audit-log, and in any case one of its own where programs of the control plane are killed. docs/reliability.md
 * says what is tested and how.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defined } from '../lib/defined';
import { messageOf } from '../lib/errors';
import { pairsOf, randomOf, sampleOf, shardOf, shuffled, variantsLast } from '../test/faults/choose';
import { crashOf } from '../test/faults/crash';
import { crashNames, harmNames } from '../test/faults/harms';
import { harmText, pointName, repeatCommand, runMatrix, type Cell, type CellResult, type MatrixOptions } from '../test/faults/matrix';
import { markersOf, summaryOf, tableOf } from '../test/faults/report';
import { withControlPlane, type Cluster } from './with-control-plane';

const page = join(__dirname, '..', 'docs', 'reliability.md');
/** A line at least so often. */
const SILENCE_MS = 15_000;

function options() {
  const { values } = parseArgs({
    options: {
      'scenario': { type: 'string' },
      'fault': { type: 'string' },
      'point': { type: 'string' },
      'seed': { type: 'string' },
      'shard': { type: 'string' },
      'sample': { type: 'string' },
      'pairs': { type: 'string' },
      'besides': { type: 'string' },
      'crashes': { type: 'string', default: '12' },
      'minutes': { type: 'string' },
      'sites': { type: 'string', default: '3' },
      'kubeconfig': { type: 'string' },
      'audit-log': { type: 'string' },
      'report': { type: 'boolean', default: false },
      'verbose': { type: 'boolean', default: false },
    },
  });
  const { kubeconfig, shard = '1/1' } = values;
  const faults = values.fault?.split(',');
  const unknown = faults?.find((fault) => !harmNames.includes(fault));
  if (unknown !== undefined) throw new Error(`There is no fault "${unknown}"; there are: ${harmNames.join(', ')}.`);
  if ((kubeconfig === undefined) !== (values['audit-log'] === undefined)) throw new Error('--kubeconfig and --audit-log go together.');
  const [part = 1, parts = 1] = shard.split('/').map(Number);
  if (!Number.isInteger(part) || !Number.isInteger(parts) || part < 1 || part > parts) {
    throw new Error(`--shard ${shard} is not a part like 1/4.`);
  }
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  return { ...values, only: values.scenario?.split(','), faults, part, parts, seed };
}

async function main(): Promise<void> {
  const given = options();
  const { faults, seed, part, parts } = given;
  const isAsked = (isCrash: boolean): boolean => faults?.some((fault) => crashNames.includes(fault) === isCrash) ?? true;
  const { beginRun, clustersOf } = await import('./run/run.mjs');
  const clusters = clustersOf(beginRun());
  const begun = performance.now();
  const [cells, results]: [Cell[], CellResult[]] = [[], []];
  let toldAt = begun;
  const common = {
    ...defined({ only: given.only, faults, point: given.point }),
    onCells: (found: readonly Cell[]) => void cells.push(...found),
    onRepeated: (cell: Cell, why: string): void =>
      console.error(`${cell.scenario}, ${harmText(cell)}: set up once more, because ${why}`),
    onResult: (result: CellResult, done: number, total: number): void => {
      const isTold = given.verbose || performance.now() - toldAt > SILENCE_MS;
      if (isTold) toldAt = performance.now();
      tell(result, done, total, isTold);
    },
  };
  const budget = (share: number) => (given.minutes === undefined ? {} : { budgetMs: Number(given.minutes) * 60_000 * share });
  const run = async (more: MatrixOptions): Promise<void> => void results.push(...(await runMatrix(more)));
  if (isAsked(false)) {
    let offered: readonly Cell[] = [];
    common.onCells = (found) => {
      offered = found;
      cells.push(...found);
    };
    const choose = (all: readonly Cell[]): readonly Cell[] => {
      if (all.length === 0) throw new Error('No request of these scenarios fits.');
      if (given.pairs !== undefined) return pairsOf(all, seed ?? 1, Number(given.pairs));
      if (given.besides !== undefined) return all.flatMap((cell) => withSecond(cell, offered, given.besides ?? ''));
      const sample = given.sample === undefined ? all : sampleOf(all, seed ?? 1, Number(given.sample));
      return shardOf(seed === undefined ? sample : variantsLast(shuffled(sample, randomOf(seed))), part, parts);
    };
    const work = async ({ kubeconfig, auditLog }: Pick<Cluster, 'kubeconfig' | 'auditLog'>): Promise<void> => {
      const name = `faults-${process.pid.toString(36)}-${Date.now().toString(36)}`;
      const onReference: MatrixOptions['onReference'] = ({ scenario, verdict, points }) => {
        console.log(`${scenario.name}: ${points.length} requests, ends: ${verdict}`);
      };
      await run({ ...common, ...budget(0.8), kubeconfig, auditLog, name, sites: Number(given.sites), choose, onReference });
    };
    const { kubeconfig, 'audit-log': auditLog } = given;
    await (kubeconfig === undefined || auditLog === undefined
      ? withControlPlane('faults', clusters, work) : work({ kubeconfig, auditLog }));
  }
  if (Number(given.crashes) > 0 && isAsked(true)) {
    const choose = (all: readonly Cell[]): readonly Cell[] => shuffled(all, randomOf(seed ?? 1)).slice(0, Number(given.crashes));
    await withControlPlane('faults', clusters, async ({ kubeconfig, auditLog, name }) => {
      console.log('killing the API server and etcd of a control plane of their own');
      await run({ ...common, ...budget(0.2), kubeconfig, auditLog, name: 'faults', sites: 1, choose, crash: crashOf(name, clusters) });
    });
  }
  await finish(results, cells, (performance.now() - begun) / 1000, given);
}

async function finish(
  results: readonly CellResult[], cells: readonly Cell[], seconds: number, { only, sites, report }: ReturnType<typeof options>,
): Promise<void> {
  const mean = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / results.length;
  console.log(`\n${tableOf(results)}\n\n${summaryOf(results, cells)}`);
  console.log(`${results.length} runs in ${seconds.toFixed(0)} s, ${mean.toFixed(0)} ms each, ${sites} at once.`);
  const wrong = results.filter(({ violations }) => violations.length > 0);
  for (const { cell, violations } of wrong) console.log(`\n${repeatCommand(cell)}\n${listOf(violations)}`);
  if (report) {
    const { writeBetween } = await import('../bench/between.mjs');
    writeBetween(...markersOf(only), `${summaryOf(results, cells)}\n\n${tableOf(results)}`, page);
  }
  if (wrong.length > 0) process.exitCode = 1;
}

/** The second fault, by its name and that of its point. */
function withSecond(cell: Cell, all: readonly Cell[], name: string): readonly Cell[] {
  const second = all.find((other) => other.scenario === cell.scenario && `${other.harm.name} ${pointName(other)}` === name);
  if (second === undefined || second.harm.type !== 'fault') throw new Error(`${cell.scenario} has no such second fault: ${name}`);
  return [{ ...cell, besides: { point: second.point, harm: second.harm } }];
}

function tell(
  { cell, reached, ended, repetitions, violations, milliseconds }: CellResult, done: number, total: number, isTold: boolean,
): void {
  const outcome = reached ? ended : 'not reached';
  const ending = `${outcome}, ${repetitions} repetitions, ${milliseconds} ms`;
  const line = `${done}/${total} ${cell.scenario}, ${harmText(cell)}: ${ending}`;
  if (violations.length > 0) console.log(`VIOLATION ${line}\n${listOf(violations)}`);
  else if (isTold) console.log(line);
}

function listOf(violations: readonly string[]): string {
  return violations.map((text) => `  - ${text}`).join('\n');
}

main().catch((error: unknown) => {
  console.error(`faults: ${messageOf(error)}`);
  process.exitCode = 1;
});

/** The figures, their goals, and the table for docs/performance.md. */
import type { TakenOn } from '../between.mjs';
import type { Installed } from './install';
import type { ScaleOptions } from './options';

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface ScaleResults extends TakenOn {
  readonly schema: 'cdk8s-boxcutter/bench-scale/v1';
  readonly options: Pick<ScaleOptions, 'extensions' | 'objects' | 'namespaces' | 'minutes' | 'edits' | 'noise' | 'preflight'>;
  /** Absent: an earlier run had installed it. */
  readonly install?: Installed;
  readonly restart: {
    readonly seconds: number;
    readonly requests: Readonly<Record<string, number>>;
    /** By the API server's own record; absent when that was rotated meanwhile. */
    readonly audited?: Readonly<Record<string, number>>;
    readonly cpuSeconds: number;
    readonly peakMiB: number;
  };
  readonly steady: {
    readonly minutes: number;
    readonly requests: Readonly<Record<string, number>>;
    readonly audited?: Readonly<Record<string, number>>;
    readonly largestRssMiB: number;
    readonly rssMiB: number;
    readonly cpuSeconds: number;
    readonly loopMs: Quantiles;
  };
  readonly edits: {
    readonly edits: number;
    readonly noise: number;
    readonly sentToDecidedMs: Quantiles;
    readonly answeredToDecidedMs: Quantiles;
    readonly decidingMs: Quantiles;
    readonly answeredToRepairedMs: Quantiles;
    readonly requests: Readonly<Record<string, number>>;
    readonly largestRssMiB: number;
    readonly loopMs: Quantiles;
  };
  readonly peakMiB: number;
  /** How long all of it took. */
  readonly minutes?: number;
  /** What the keeper said beside that: nothing is expected. */
  readonly remarks: readonly string[];
}

export function quantiles(sorted: readonly number[]): Quantiles {
  const at = (part: number): number => round(sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99), max: round(sorted.at(-1) ?? Number.NaN) };
}

export function round(number: number): number {
  return Math.round(number * 100) / 100;
}

function total(requests: Readonly<Record<string, number>>, except: readonly string[] = []): number {
  return Object.entries(requests).reduce((sum, [verb, count]) => sum + (except.includes(verb) ? 0 : count), 0);
}

interface Line {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly reached?: boolean;
}

function lines(results: ScaleResults): readonly Line[] {
  const { install, restart, steady, edits, peakMiB } = results;
  const others = total(steady.requests, ['watch']);
  const ms = ({ p50, p99, max }: Quantiles): string => `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`;
  const perRepair = total(edits.requests, ['watch', 'discovery']) / Math.max(1, edits.edits);
  return [
    ...(install === undefined ? [] : [{
      what: 'install',
      goal: '',
      measured:
        `${install.seconds.toFixed(0)} s, ${install.requestsPerObject.toFixed(2)} requests an object, ` +
        `${install.objectsPerSecond.toFixed(0)} objects a second`,
    }]),
    {
      what: 'restart: until everything is judged',
      goal: 'under 60 s',
      measured: `${restart.seconds.toFixed(1)} s, of these ${restart.cpuSeconds.toFixed(1)} s CPU`,
      reached: restart.seconds < 60,
    },
    {
      what: 'restart: requests',
      goal: 'at most 300',
      measured: `${total(restart.requests)} (${describe(restart.requests)})`,
      reached: total(restart.requests) <= 300,
    },
    {
      what: `steady for ${steady.minutes} min: requests`,
      goal: '0 but watches',
      measured: `${others}, and ${steady.requests['watch'] ?? 0} watches renewed`,
      reached: others === 0,
    },
    {
      what: 'steady: resident memory',
      goal: 'under 400 MiB',
      measured: `${steady.rssMiB.toFixed(0)} MiB at the end, ${steady.largestRssMiB.toFixed(0)} MiB at most`,
      reached: steady.largestRssMiB < 400,
    },
    {
      what: 'peak memory of the process, start included',
      goal: 'under 400 MiB',
      measured: `${peakMiB.toFixed(0)} MiB`,
      reached: peakMiB < 400,
    },
    {
      what: 'steady: CPU',
      goal: '',
      measured: `${steady.cpuSeconds.toFixed(1)} s in ${steady.minutes} min; event loop late by ${ms(steady.loopMs)}`,
    },
    {
      what: 'change answered → decided',
      goal: 'p99 under 20 ms',
      measured: ms(edits.answeredToDecidedMs),
      reached: edits.answeredToDecidedMs.p99 < 20,
    },
    { what: 'change sent → decided', goal: '', measured: ms(edits.sentToDecidedMs) },
    {
      what: 'event received → decided, within the process',
      goal: 'p99 under 5 ms',
      measured: ms(edits.decidingMs),
      reached: edits.decidingMs.p99 < 5,
    },
    { what: 'change answered → repaired and on record', goal: '', measured: ms(edits.answeredToRepairedMs) },
    {
      what: `requests for ${edits.edits} repairs amid ${edits.noise} changes of others`,
      goal: 'at most 4: three, and the content of an extension once',
      measured: `${perRepair.toFixed(2)} for each repair (${describe(edits.requests)}), 0 for the others`,
      reached: perRepair <= 4,
    },
  ];
}

/** What was wanted and not reached, a line each; empty when all of it was. */
export function missedOf(results: ScaleResults): readonly string[] {
  const missed = lines(results).filter(({ reached }) => reached === false);
  return missed.map(({ what, goal, measured }) => `MISSED ${what}: ${measured}; ${goal}`);
}

function describe(requests: Readonly<Record<string, number>>): string {
  return Object.entries(requests).map(([verb, count]) => `${verb} ${count}`).join(', ');
}

export async function table(results: ScaleResults): Promise<string> {
  const { markdownTable } = await import('../between.mjs');
  const text = ({ measured, reached }: Line): string => `${measured}${reached === false ? ' (missed)' : ''}`;
  return markdownTable(['', 'goal', 'measured'], lines(results).map((line) => [line.what, line.goal, text(line)]));
}

/** Writes the table between its markers in docs/performance.md. */
export async function report(results: ScaleResults): Promise<void> {
  const { machineText, writeBetween } = await import('../between.mjs');
  const { extensions, objects, namespaces } = results.options;
  const told = `${machineText(results)}\n`
    + `${extensions} extensions of ${objects} objects (${extensions * objects}) in ${namespaces} namespaces, all on this one machine`
    + `${results.minutes === undefined ? '' : `, ${results.minutes} minutes in all`}.`;
  writeBetween('<!-- scale: written by bench/scale.ts -->', '<!-- end of scale -->', `${told}\n\n${await table(results)}`);
}

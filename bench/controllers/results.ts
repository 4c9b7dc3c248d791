/** The figures, their goals, and the table for docs/performance.md. */
import type { TakenOn } from '../between.mjs';
import type { Quantiles } from '../scale/results';
import type { Cycles } from './cycles';
import type { ByHelm } from './helm';

export interface Results extends TakenOn {
  readonly schema: 'cdk8s-boxcutter/bench-controllers/v2';
  readonly options: { readonly extensions: number; readonly objects: number; readonly kilobytes: number; readonly revisions: number };
  /** Requests are undefined where the audit log was rotated meanwhile. */
  readonly install: {
    readonly seconds: number;
    readonly requests: number | undefined;
    readonly cpuSeconds: number;
    readonly stages: readonly { readonly extensions: number; readonly rssMiB: number }[];
  };
  readonly upgrade: {
    readonly times: number;
    readonly seconds: number;
    readonly requests: number | undefined;
    readonly cpuSeconds: number;
  };
  readonly rest: {
    readonly minutes: number;
    readonly leases: number;
    readonly watches: number;
    readonly others: number;
    readonly rssMiB: number;
    readonly peakMiB: number;
    readonly cpuPercent: number;
  };
  readonly restart: {
    readonly seconds: number;
    readonly requests: number | undefined;
    readonly rssMiB: number;
    readonly cpuSeconds: number;
  };
  readonly single: Quantiles;
  readonly besideBroken: Quantiles;
  readonly cycles?: Cycles;
  readonly helm?: ByHelm;
}

interface Line {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly reached?: boolean;
}

const ms = ({ p50, p99, max }: Quantiles): string => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms`;
const an = (total: number | undefined, count: number): string => (
  total === undefined ? 'unknown (the log was rotated)' : (total / count).toFixed(1)
);

const sampleText = ({ after, rssMiB, openFiles, files }: Cycles['samples'][number]): string => (
  `after ${after}: ${rssMiB.toFixed(0)} MiB, ${openFiles} open files, ${files} on disk`
);

function lines(results: Results): readonly Line[] {
  const { options: { extensions }, install, upgrade, rest, restart, single, besideBroken, cycles, helm } = results;
  const last = cycles?.samples.at(-1);
  const first = cycles?.samples[0];
  return [
    {
      what: 'install all', goal: 'under 10 min', reached: install.seconds < 600,
      measured: `${install.seconds.toFixed(0)} s, ${install.cpuSeconds.toFixed(0)} s CPU; `
        + `${an(install.requests, extensions)} requests an extension`,
    },
    {
      what: 'memory at so many extensions', goal: '',
      measured: install.stages.map((stage) => `${stage.extensions}: ${stage.rssMiB.toFixed(0)} MiB`).join(', '),
    },
    {
      what: `upgrade all, ${upgrade.times} times`, goal: '',
      measured: `${upgrade.seconds.toFixed(0)} s, ${upgrade.cpuSeconds.toFixed(0)} s CPU; `
        + `${an(upgrade.requests, extensions * upgrade.times)} requests an upgrade`,
    },
    {
      what: `at rest for ${rest.minutes} min: requests`, goal: '0 but watches and leases', reached: rest.others === 0,
      measured: `${rest.others}, and ${rest.watches} watches opened, ${rest.leases} for the lease`,
    },
    {
      what: 'at rest: memory', goal: 'under 400 MiB', reached: rest.rssMiB < 400,
      measured: `${rest.rssMiB.toFixed(0)} MiB; ${rest.peakMiB.toFixed(0)} MiB at most since the start`,
    },
    { what: 'at rest: CPU', goal: 'under 2 %', reached: rest.cpuPercent < 2, measured: `${rest.cpuPercent.toFixed(2)} %` },
    {
      what: 'restart, until it is at rest', goal: 'under 60 s', reached: restart.seconds < 60,
      measured: `${restart.seconds.toFixed(1)} s, ${restart.cpuSeconds.toFixed(1)} s CPU, ${restart.requests ?? 'unknown'} requests, `
        + `${restart.rssMiB.toFixed(0)} MiB`,
    },
    { what: 'one upgrade, from the wish to the status', goal: 'under 1 s', reached: single.p99 < 1_000, measured: ms(single) },
    { what: 'the same beside an extension that cannot be pulled', goal: 'as long', measured: ms(besideBroken) },
    ...(cycles === undefined || last === undefined || first === undefined ? [] : [{
      what: `${cycles.cycles} times installed and deleted`, goal: 'no growth',
      reached: last.objects === 0 && last.openFiles <= first.openFiles + 2,
      measured: `${ms(cycles.milliseconds)}; ${cycles.samples.map(sampleText).join('; ')}; ${last.objects} objects left`,
    }]),
    ...(helm === undefined ? [] : (['install', 'upgrade', 'unchanged'] as const).map((step) => ({
      what: `Helm, ${helm.releases} of them: ${step}`, goal: '',
      measured: `${ms(helm[step].milliseconds)}; ${helm[step].requests.toFixed(1)} requests, ${helm[step].cpuSeconds.toFixed(2)} s CPU, `
        + `${helm[step].peakMiB.toFixed(0)} MiB each`,
    }))),
  ];
}

export async function tableOf(results: Results): Promise<string> {
  const { markdownTable } = await import('../between.mjs');
  const text = ({ measured, reached }: Line): string => `${measured}${reached === false ? ' (missed)' : ''}`;
  return markdownTable(['', 'goal', 'measured'], lines(results).map((line) => [line.what, line.goal, text(line)]));
}

/** Writes the table between its markers in docs/performance.md. */
export async function report(results: Results): Promise<void> {
  const { machineText, writeBetween } = await import('../between.mjs');
  const { extensions, objects, kilobytes, revisions } = results.options;
  const told = `${machineText(results)} ${extensions} extensions of ${objects} objects with ${kilobytes} KB each, `
    + `${revisions} revisions, in turn with the API server and etcd on this one machine.`;
  const text = `${told}\n\n${await tableOf(results)}`;
  writeBetween('<!-- controllers: written by bench/controllers.ts -->', '<!-- end of controllers -->', text);
}

/*
 * Holds "nothing to do" of the engine against the API server's own answer, over random objects: `npm run fuzz -- --trials 20000`.
 *
 *   --trials N      how many answers to compare (1000)
 *   --seed S        repeats a run; without it a new one, which is printed
 *   --only K        only the K-th object of the seed, with its whole story
 *   --kubeconfig F  another API server than a local one of its own
 *   --missed N      shows N answers that cost a request although nothing had to be done
 */
import { parseArgs } from 'node:util';
import type { Trial } from '../test/fuzz/life';
import { FuzzBench, fuzz } from '../test/fuzz/run';
import { describeTrial } from '../test/fuzz/describe';
import { reasonOf } from '../test/fuzz/reason';
import { withControlPlane } from './with-control-plane';

const options = {
  trials: { type: 'string', default: '1000' },
  seed: { type: 'string' },
  only: { type: 'string' },
  kubeconfig: { type: 'string' },
  missed: { type: 'string', default: '0' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.kubeconfig !== undefined) return hold(values.kubeconfig, values);
  const { beginRun, clustersOf } = await import('./run/run.mjs');
  await withControlPlane('fuzz', clustersOf(beginRun()), ({ kubeconfig }) => hold(kubeconfig, values));
}

async function hold(kubeconfig: string, values: Values): Promise<void> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const only = values.only === undefined ? {} : { only: Number(values.only) };
  const bench = await FuzzBench.open(kubeconfig, `fuzz${process.pid.toString(36)}${(Date.now() % 46_656).toString(36)}`);
  try {
    const progress = (trials: number): void => void (process.stderr.isTTY && process.stderr.write(`\r${trials} trials`));
    const { tally, unsound, missed, seconds, requests } = await fuzz(bench, { trials: Number(values.trials), seed, progress, ...only });
    for (const form of ['canonical', 'raw']) console.log(`${tally.lines(form).join('\n')}\n`);
    const pace = `${seconds.toFixed(1)} s (${(tally.total / seconds).toFixed(0)}/s)`;
    console.log(`seed ${seed}: ${tally.total} trials in ${pace}, ${requests} requests; unsound: ${unsound.length}`);
    for (const trial of unsound.slice(0, 5)) console.log(`\nUNSOUND ${describeTrial(seed, trial)}`);
    for (const trial of missed.slice(0, Number(values.missed))) console.log(`\nmissed ${describeTrial(seed, trial)}`);
    if (Number(values.missed) > 0) for (const [reason, count] of reasons(missed)) console.log(`${String(count).padStart(6)}  ${reason}`);
    if (unsound.length > 0) process.exitCode = 1;
  } finally {
    await bench.close();
  }
}

/** Why it needed its record, or asked; most frequent first. */
function reasons(trials: readonly Trial[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const trial of trials) {
    const reason = `${trial.applied ? '' : trial.forgotten ? 'ASKED, no record: ' : 'ASKED: '}${trial.plan.kind.kind} ${reasonOf(trial)}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, 60);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

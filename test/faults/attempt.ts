/**
 * One run of a scenario's command within this process, and how it ended.
 */
import { isBoxcutterError, messageOf } from '../../lib/errors';
import { connect } from '../../lib/kube';
import { defaultTiming, type Timing } from '../../lib/kube/timing';
import type { Scenario } from './scenarios';
import { OwnerUnread } from './commands/handover';

/**
 * Long waits made short: a lost answer is given up after 0.4 s, a silent watch after 0.6 s.
 * @param slowness how many times slower than a machine with nothing else to do: what counts as lost there must not do so here
 */
export function impatient(slowness: number): Timing {
  const slow = (ms: number): number => Math.round(ms * slowness);
  return {
    ...defaultTiming,
    answerMs: slow(400), silenceMs: slow(600), initialSilenceMs: slow(400), readGraceMs: slow(300), writeGraceMs: slow(800),
    pauseMs: 5, pauseCapMs: 40, reopenMs: 5, reopenCapMs: 40, discoveryMs: 5,
  };
}
export { defaultTiming as patient };

/** After its deadline and an orderly end it must be over. */
const HANG_MS = 25_000;

export interface Ended {
  /** What the command says; for an error `category: code`. */
  readonly verdict: string;
  /** It did what no run may do, however disturbed: did not end, or failed in a way that nobody foresaw. */
  readonly fault?: string;
}

export interface AttemptOptions {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly timing: Timing;
  /** Then it is ended as by --timeout. */
  readonly deadlineMs: number;
  readonly breakLock?: boolean;
}

export async function attempt(run: Scenario['run'], options: AttemptOptions): Promise<Ended> {
  const { kubeconfig, namespace, timing, deadlineMs, breakLock = false } = options;
  const out = new AbortController();
  const deadline = setTimeout(() => out.abort(new Error('out of time')), deadlineMs);
  let hang: NodeJS.Timeout | undefined;
  const hung = new Promise<Ended>((resolve) => {
    hang = setTimeout(() => resolve({ verdict: 'hangs', fault: `the run did not end within ${(deadlineMs + HANG_MS) / 1000} s` }), deadlineMs + HANG_MS);
  });
  try {
    return await Promise.race([hung, command(run, { kubeconfig, namespace, timing, breakLock, signal: out.signal })]);
  } finally {
    clearTimeout(deadline);
    clearTimeout(hang);
  }
}

async function command(
  run: Scenario['run'],
  { kubeconfig, timing, ...session }: { kubeconfig: string; namespace: string; timing: Timing; breakLock: boolean; signal: AbortSignal },
): Promise<Ended> {
  try {
    const cluster = await connect({ kubeconfig, signal: session.signal }, timing);
    try {
      return { verdict: await run({ ...session, cluster }) };
    } finally {
      cluster.close();
    }
  } catch (error) {
    if (isBoxcutterError(error)) return { verdict: `${error.category}: ${error.code}` };
    if (error instanceof OwnerUnread) return { verdict: 'server: owner unread' };
    return { verdict: 'error', fault: `the run failed in a way that is nobody's: ${error instanceof Error ? (error.stack ?? '') : messageOf(error)}` };
  }
}

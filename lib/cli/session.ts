/**
 * What the subcommands that talk to a cluster share: connection, time limit, Ctrl-C.
 */
import type { KubeCluster } from '../kube';
import { BoxcutterError } from '../errors';

export interface ConnectionArgs {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  readonly as?: string | undefined;
  readonly asGroup?: readonly string[] | undefined;
}

export interface Session {
  readonly cluster: KubeCluster;
  readonly signal: AbortSignal;
  /** Why the session ends early: `interrupted`, `timeout`, or not at all. */
  readonly ended: () => 'interrupted' | 'timeout' | undefined;
}

/** Connects, runs the work, closes. Ctrl-C once ends the work in an orderly way, twice ends the process. */
export async function withCluster<T>(args: ConnectionArgs, timeoutMs: number | undefined, work: (session: Session) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let ended: 'interrupted' | 'timeout' | undefined;
  const interrupt = (): void => {
    if (ended === 'interrupted') process.exit(130);
    ended = 'interrupted';
    abort.abort(new Error('interrupted'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => {
    ended ??= 'timeout';
    abort.abort(new Error('out of time'));
  }, timeoutMs);
  // Only dialling is broken off. Once connected, the end of a run still has something to write: its record, and that it lets go.
  const dialling = new AbortController();
  const hangUp = (): void => dialling.abort();
  abort.signal.addEventListener('abort', hangUp);
  let cluster: KubeCluster | undefined;
  try {
    const { connect } = await import('../kube/index.js');
    cluster = await connect({
      ...(args.kubeconfig === undefined ? {} : { kubeconfig: args.kubeconfig }),
      ...(args.context === undefined ? {} : { context: args.context }),
      ...(args.as === undefined ? {} : { as: args.as }),
      ...(args.asGroup === undefined || args.asGroup.length === 0 ? {} : { asGroups: [...args.asGroup] }),
      signal: dialling.signal,
    });
    abort.signal.removeEventListener('abort', hangUp);
    return await work({ cluster, signal: abort.signal, ended: () => ended });
  } finally {
    clearTimeout(timer);
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    cluster?.close();
  }
}

/** Where the state of extensions is looked for and kept. */
export function stateNamespace(
  args: { readonly stateNamespace?: string | undefined; readonly namespace?: string | undefined },
  cluster: KubeCluster,
): string {
  return args.stateNamespace ?? args.namespace ?? cluster.defaultNamespace;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `90s`, `5m`, `1h30m`, or a plain number of seconds. */
export function parseDuration(text: string, option: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  const matched = parts.map(([part]) => part).join('');
  if (parts.length === 0 || matched !== text) {
    throw new BoxcutterError('usage-duration', 'input', `${option} ${text} is not a duration.`, { hint: 'Write it like 90s, 5m or 1h30m.' });
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit as string] ?? 0), 0);
}

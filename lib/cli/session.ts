/**
 * What the subcommands that talk to a cluster share: connection, time limit, Ctrl-C.
 */
import { defined } from '../defined';
import type { connect, KubeCluster } from '../kube';
import { BoxcutterError, isBoxcutterError } from '../errors';
import type { ValuesOf } from './commands/command';
import type { connection, statePlace } from './commands/options';

export type ConnectionArgs = ValuesOf<typeof connection>;

type StatePlaceArgs = ValuesOf<typeof statePlace>;

export interface Session {
  readonly cluster: KubeCluster;
  readonly signal: AbortSignal;
  /** Why the session ends early: `interrupted`, `timeout`, or not at all. */
  readonly ended: () => 'interrupted' | 'timeout' | undefined;
}

/** Longest time to dial, however much there is for the whole. */
const DIAL_MS = 10_000;

/** Calls back at the first Ctrl-C or SIGTERM; the second one ends the process. Gives the way to stop listening. */
export function onInterrupt(first: () => void): () => void {
  let interrupted = false;
  const interrupt = (): void => {
    if (interrupted) process.exit(130);
    interrupted = true;
    first();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
}

/** The one connection of a command: opened when it is first needed, and shared by everything that the command does on the cluster. */
export interface Connection {
  /**
   * Runs work on the cluster, with a time limit of its own. When it is interrupted or out of time, the engine ends its run in an orderly
   * way, and the connection breaks off what only looks; records and locks are still written. Work after that has a connection anew.
   * @param timeoutMs undefined: no limit
   * @throws BoxcutterError category `interrupted` after Ctrl-C; `server-unreachable` when the time ended while the server did not answer
   */
  session<T>(timeoutMs: number | undefined, work: (session: Session) => Promise<T>): Promise<T>;
}

/** Gives the work a connection, and closes it in the end. Nothing is dialled before a session needs it. */
export async function connected<T>(
  args: ConnectionArgs,
  work: (connection: Connection) => Promise<T>,
  dial: typeof connect = dialOnUse,
): Promise<T> {
  const connection = new OneConnection(args, dial);
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** For commands that do one thing on the cluster: connects, runs the work, closes. @throws BoxcutterError as {@link Connection.session} */
export async function withCluster<T>(
  args: ConnectionArgs,
  timeoutMs: number | undefined,
  work: (session: Session) => Promise<T>,
  dial: typeof connect = dialOnUse,
): Promise<T> {
  return connected(args, (connection) => connection.session(timeoutMs, work), dial);
}

class OneConnection implements Connection {
  private cluster: KubeCluster | undefined;

  constructor(
    private readonly args: ConnectionArgs,
    private readonly dial: typeof connect,
  ) {}

  async session<T>(timeoutMs: number | undefined, work: (session: Session) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    let ended: 'interrupted' | 'timeout' | undefined;
    const release = onInterrupt(() => {
      ended = 'interrupted';
      abort.abort(new Error('interrupted'));
    });
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => {
      ended ??= 'timeout';
      abort.abort(new Error('out of time'));
    }, timeoutMs);
    try {
      const cluster = await this.open(abort.signal, timeoutMs);
      return await work({ cluster, signal: abort.signal, ended: () => ended });
    } catch (error) {
      throw explainEnd(error, ended, timeoutMs);
    } finally {
      clearTimeout(timer);
      release();
      if (abort.signal.aborted) this.close();
    }
  }

  close(): void {
    this.cluster?.close();
    this.cluster = undefined;
  }

  /** @param signal ends the attempt when it fires; once connected, it begins the orderly end of the connection */
  private async open(signal: AbortSignal, timeoutMs: number | undefined): Promise<KubeCluster> {
    const { kubeconfig, context, as, asGroup = [] } = this.args;
    const known = this.cluster;
    if (known === undefined) {
      return (this.cluster = await this.dial({
        ...defined({ kubeconfig, context, as }),
        ...(asGroup.length === 0 ? {} : { asGroups: [...asGroup] }),
        signal,
        timeoutMs: Math.min(timeoutMs ?? DIAL_MS, DIAL_MS),
      }));
    }
    signal.addEventListener('abort', () => known.windDown(), { once: true });
    return known;
  }
}

/** The connection is loaded when it is used: start-up stays light. */
const dialOnUse: typeof connect = async (...options) => (await import('../kube/index.js')).connect(...options);

/** What was broken off fails in many ways; why it was broken off is one. */
function explainEnd(error: unknown, ended: ReturnType<Session['ended']>, timeoutMs = 0): unknown {
  if (ended === undefined || !isBoxcutterError(error) || error.category === 'input') return error;
  const { code, category, message, hint, details } = error;
  const isClosed = code === 'connection-closed';
  if (ended === 'interrupted') {
    if (category === 'interrupted' && !isClosed) return error;
    const options = { cause: error, ...defined({ hint, details }) };
    return new BoxcutterError('interrupted', 'interrupted', isClosed ? 'Interrupted.' : `Interrupted. ${message}`, options);
  }
  if (category !== 'interrupted') return error;
  const server = isClosed && typeof details['server'] === 'string' ? ` ${details['server']}` : '';
  return new BoxcutterError('server-unreachable', 'server', `The API server${server} did not answer within ${timeoutMs / 1000} s.`, {
    hint: 'Check the network, the VPN and the health of the API server; give it more time with --timeout where there is one.',
    details,
    cause: error,
  });
}

/** Another command for the same extension on the same cluster, as it has to be typed: `boxcutter resume shop -n shop --context prod`. */
export function commandFor(
  subcommand: string,
  extension: string,
  args: ConnectionArgs & StatePlaceArgs,
): string {
  const { stateNamespace: state, namespace, kubeconfig, context, as, asGroup = [] } = args;
  const place = state !== undefined ? ['--state-namespace', state] : namespace !== undefined ? ['-n', namespace] : [];
  const option = (name: string, value: string | undefined): readonly string[] => (value === undefined ? [] : [name, value]);
  const connection = [
    ...option('--kubeconfig', kubeconfig),
    ...option('--context', context),
    ...option('--as', as),
    ...asGroup.flatMap((group) => ['--as-group', group]),
  ];
  return ['boxcutter', subcommand, extension, ...place, ...connection].map(typed).join(' ');
}

/** A word as a shell takes it for one. */
function typed(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Where the state of extensions is looked for and kept. */
export function stateNamespace(args: StatePlaceArgs, cluster: KubeCluster): string {
  return args.stateNamespace ?? args.namespace ?? cluster.defaultNamespace;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** What a timer can count, about 24 days; with more it fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `90s`, `5m`, `1h30m`, or a plain number of seconds.
 * @returns milliseconds
 * @throws BoxcutterError `usage-duration`
 */
export function parseDuration(text: string, option: string): number {
  const milliseconds = millisecondsOf(text, option);
  if (milliseconds <= LONGEST_MS) return milliseconds;
  throw new BoxcutterError('usage-duration', 'input', `${option} ${text} is too long.`, {
    hint: `The longest is ${Math.floor(LONGEST_MS / 3_600_000)}h.`,
  });
}

function millisecondsOf(text: string, option: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  const matched = parts.map(([part]) => part).join('');
  if (parts.length === 0 || matched !== text) {
    throw new BoxcutterError('usage-duration', 'input', `${option} ${text} is not a duration.`, {
      hint: 'Write it like 90s, 5m or 1h30m.',
    });
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit as string] ?? 0), 0);
}

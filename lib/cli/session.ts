/**
 * What the subcommands that talk to a cluster share: connection, time limit, Ctrl-C.
 */
import { setImmediate } from 'node:timers/promises';
import { defined } from '../defined';
import type { connect, KubeCluster } from '../kube';
import { BoxcutterError, isBoxcutterError, type HintWords } from '../errors';
import type { ValuesOf } from './commands/command';
import type { connection, statePlace } from './commands/options';

export type ConnectionArgs = ValuesOf<typeof connection>;

export type StatePlaceArgs = ValuesOf<typeof statePlace>;

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
   * Begins to dial for the session that will come, so that the server answers while files are read. Nobody is asked to log in before that
   * session, and without one nothing of a failed dial is ever said.
   * @param timeoutMs that of the session
   */
  begin(timeoutMs: number | undefined): void;
  /**
   * Asks the server for what is needed later, as soon as the connection that was begun is there, so that it answers while files are read.
   * What fails is left to the session that needs it.
   * @returns undefined: no connection was begun, or it could not be asked
   */
  early<T>(ask: (cluster: KubeCluster) => Promise<T>): Promise<T | undefined>;
  /**
   * Runs work on the cluster, with a time limit of its own. When it is interrupted or out of time, the engine ends its run in an orderly
   * way, and the connection breaks off what only looks; records and locks are still written. Work after that has a connection anew.
   * Sessions may overlap: they share the dial, and the end of the connection when one of them is broken off.
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
    await connection.close();
  }
}

/**
 * Gives the work a connection that is begun before the work is loaded ({@link Connection.begin}).
 * @param timeoutMs that of the session which the work will begin
 * @param load loads the work
 */
export async function ahead<T>(
  args: ConnectionArgs,
  timeoutMs: number | undefined,
  load: () => Promise<(connection: Connection) => Promise<T>>,
  dial: typeof connect = dialOnUse,
): Promise<T> {
  return connected(args, async (connection) => {
    connection.begin(timeoutMs);
    // Loading blocks the process, and so does reading files: what the server has answered is taken up in between.
    await setImmediate();
    const work = await load();
    await setImmediate();
    return work(connection);
  }, dial);
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

/** A connection and the sessions that are on it. */
interface Dialled {
  readonly cluster: Promise<KubeCluster>;
  /** Settles the question whether a session needs it. */
  readonly need: Need;
  /** Fires when a session was broken off: ends the dial, or begins the orderly end of the connection. */
  readonly end: AbortController;
  /** Sessions that have not ended. */
  sessions: number;
}

/** Whether a connection is needed, which is not known when it is begun ahead of time. */
interface Need {
  /** Resolves when it is, and is rejected when it turns out that it is not. */
  readonly known: Promise<void>;
  readonly isThere: () => boolean;
  readonly yes: () => void;
  readonly no: () => void;
}

function openNeed(): Need {
  let isThere = false;
  let [yes, no]: (() => void)[] = [];
  const known = new Promise<void>((resolve, reject) => {
    [yes, no] = [resolve, () => reject(new Error('the connection is not needed'))];
  });
  known.catch(() => undefined);
  return {
    known,
    isThere: () => isThere,
    yes: () => {
      isThere = true;
      yes?.();
    },
    no: () => no?.(),
  };
}

class OneConnection implements Connection {
  /** What the next session uses. */
  private dialled: Dialled | undefined;

  constructor(
    private readonly args: ConnectionArgs,
    private readonly dial: typeof connect,
  ) {}

  begin(timeoutMs: number | undefined): void {
    this.dialled ??= this.dialOnce(timeoutMs);
  }

  async early<T>(ask: (cluster: KubeCluster) => Promise<T>): Promise<T | undefined> {
    return this.dialled?.cluster.then(ask).catch(() => undefined);
  }

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
    // From here to its place in `dialled` nothing waits: of two sessions that begin at once, the second finds the dial of the first.
    const dialled = (this.dialled ??= this.dialOnce(timeoutMs));
    dialled.sessions += 1;
    dialled.need.yes();
    // The next session tries anew.
    dialled.cluster.catch(() => this.forget(dialled));
    abort.signal.addEventListener('abort', () => this.breakOff(dialled), { once: true });
    try {
      const cluster = await dialled.cluster;
      return await work({ cluster, signal: abort.signal, ended: () => ended });
    } catch (error) {
      throw explainEnd(error, ended, timeoutMs);
    } finally {
      clearTimeout(timer);
      release();
      dialled.sessions -= 1;
      if (dialled.sessions === 0 && dialled.end.signal.aborted) await closed(dialled);
    }
  }

  async close(): Promise<void> {
    const { dialled } = this;
    this.dialled = undefined;
    if (dialled === undefined) return;
    // A dial that no session has waited for ends at once.
    if (!dialled.need.isThere()) {
      dialled.need.no();
      dialled.end.abort();
    }
    await closed(dialled);
  }

  private dialOnce(timeoutMs: number | undefined): Dialled {
    const { kubeconfig, context, as, asGroup = [] } = this.args;
    const end = new AbortController();
    const need = openNeed();
    const cluster = this.dial({
      ...defined({ kubeconfig, context, as, asGroups: asGroup.length === 0 ? undefined : [...asGroup] }),
      signal: end.signal,
      timeoutMs: Math.min(timeoutMs ?? DIAL_MS, DIAL_MS),
      needed: need.known,
    });
    // A session that comes later gets the error.
    cluster.catch(() => undefined);
    return { cluster, end, need, sessions: 0 };
  }

  private breakOff(dialled: Dialled): void {
    this.forget(dialled);
    dialled.end.abort();
  }

  private forget(dialled: Dialled): void {
    if (this.dialled === dialled) this.dialled = undefined;
  }
}

/** A dial that failed has left nothing open. */
async function closed({ cluster }: Dialled): Promise<void> {
  await cluster.then((open) => open.close(), () => undefined);
}

/** The connection is loaded when it is used: start-up stays light. */
const dialOnUse: typeof connect = async (...options) => (await import('../kube/index.js')).connect(...options);

/** What was broken off fails in many ways; why it was broken off is one. */
function explainEnd(error: unknown, ended: ReturnType<Session['ended']>, timeoutMs = 0): unknown {
  if (ended === undefined || !isBoxcutterError(error) || error.category === 'input') return error;
  const { code, category, message, details } = error;
  const isClosed = code === 'connection-closed';
  if (ended === 'interrupted') {
    if (category === 'interrupted' && !isClosed) return error;
    const hint = error.hint === undefined ? undefined : (words: HintWords) => error.hintIn(words) ?? '';
    const options = { cause: error, details, hint };
    return new BoxcutterError('interrupted', 'interrupted', isClosed ? 'Interrupted.' : `Interrupted. ${message}`, options);
  }
  if (category !== 'interrupted') return error;
  const server = isClosed && typeof details['server'] === 'string' ? ` ${details['server']}` : '';
  return new BoxcutterError('server-unreachable', 'server', `The API server${server} did not answer within ${timeoutMs / 1000} s.`, {
    hint: 'Check the network, the VPN and the health of the API server. To give it more time, use --timeout if the command has it.',
    details,
    cause: error,
  });
}

/** Where the state of extensions is looked for and kept. */
export function stateNamespace(args: StatePlaceArgs, cluster: KubeCluster): string {
  return args.stateNamespace ?? args.namespace ?? cluster.defaultNamespace;
}

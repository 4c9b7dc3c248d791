import { BoxcutterError, isBoxcutterError } from '../errors';
import { KubeCluster } from './cluster';
import { resolveConnection, type ClientKubeConfig, type ContextOptions } from './auth';
import { defaultTiming, type Timing } from './timing';

export interface ConnectOptions extends ContextOptions {
  /**
   * Path of a kubeconfig, or a `KubeConfig` of `@kubernetes/client-node`.
   * @default `$KUBECONFIG`, `~/.kube/config`, or the service account of the pod
   */
  readonly kubeconfig?: string | ClientKubeConfig;
  /** Name of a context. @default the current one */
  readonly context?: string;
  /** Act as this user. */
  readonly as?: string;
  /** Act as a member of these groups; only together with `as`. */
  readonly asGroups?: readonly string[];
  /** Ends the attempt when it fires; once connected, it begins the orderly end that `KubeCluster.windDown` describes. */
  readonly signal?: AbortSignal;
  /** How long to try to reach the server, in milliseconds. @default 10000 */
  readonly timeoutMs?: number;
  /**
   * For a program that connects before it knows that it has to: settles when it does. Until then nothing is done that a user could notice,
   * as a credential plugin that opens a login page. @default at once
   */
  readonly needed?: Promise<void>;
}

/**
 * Connects to an API server: reads the kubeconfig (or the pod's service account), and loads discovery, which proves that the server
 * is there, is the right one, and knows us.
 *
 * @throws BoxcutterError `kubeconfig-missing`, `kubeconfig-invalid`, `context-missing`, `credentials-unavailable`, `proxy-unsupported`,
 * `server-unreachable`, `server-not-trusted`, `server-unauthorized`, `server-forbidden`, `server-failed`, `connection-closed`.
 */
export async function connect(options: ConnectOptions = {}, timing: Timing = defaultTiming): Promise<KubeCluster> {
  const { timeoutMs = 10_000, signal } = options;
  const connection = resolveConnection(options, process.env, timing);
  if (connection.credentials.mayAsk === true) await options.needed;
  // Outside of the deadline: a credential plugin may ask its user to log in.
  await connection.credentials.current();
  const cluster = new KubeCluster(connection, timing);
  const close = (): void => cluster.close();
  const windDown = (): void => cluster.windDown();
  if (signal?.aborted) close();
  signal?.addEventListener('abort', close, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    close();
  }, timeoutMs);
  try {
    await cluster.ready();
    // A program may connect again and again under one signal: nothing of a closed connection stays on it.
    signal?.addEventListener('abort', windDown, { once: true, signal: cluster.closed });
    return cluster;
  } catch (error) {
    cluster.close();
    if (!late || (isBoxcutterError(error) && error.code !== 'connection-closed')) throw error;
    throw new BoxcutterError(
      'server-unreachable', 'server',
      `The API server ${connection.server} did not answer within ${timeoutMs / 1000} s.`,
      {
        hint: `Check the network, the VPN and whether a proxy is needed. The address comes from ${connection.origin}.`,
        details: { server: connection.server, code: 'ETIMEDOUT' },
        cause: error,
      },
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', close);
  }
}

import { setMaxListeners } from 'node:events';
import http from 'node:http';
import net, { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { BoxcutterError, messageOf } from '../errors';
import type { Connection } from './connection';
import type { Identity } from './credentials';
import { hostOf, openTunnel, portOf } from './proxy';

/** Free connections are closed after this long, well before servers (90 s) and load balancers (60 s and more) close theirs. */
const IDLE_MS = 30_000;

/**
 * Connections to one server. A socket is handed out only once it is open and, for https, verified: a request that has a socket may
 * have reached the server, one that never got any surely has not. That difference decides whether a write may be repeated.
 */
export class Connections extends http.Agent {
  private readonly ending = new AbortController();

  constructor(
    private readonly connection: Connection,
    private readonly connectMs: number,
    keepAlive: boolean,
  ) {
    super({ keepAlive, maxSockets: Infinity, maxFreeSockets: 32, timeout: keepAlive ? IDLE_MS : 0 });
    // Every connection that is being opened listens to it.
    setMaxListeners(0, this.ending.signal);
  }

  /** Called by node:http when no free connection is left. */
  override createConnection(_options: http.ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    dial(this.connection, this.connectMs, this.ending.signal).then(
      (socket) => callback?.(null, socket),
      // Node takes no socket together with an error, whatever its types say.
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    );
  }

  override destroy(): void {
    this.ending.abort();
    super.destroy();
  }
}

/** Opens one connection within `connectMs`. Rejects with the error of the network, TLS, the proxy or the credentials. */
async function dial(connection: Connection, connectMs: number, closing: AbortSignal): Promise<Socket> {
  // Before the deadline starts: a credential plugin may have to ask its user.
  const identity = await connection.credentials.current();
  const { signal, end } = within(connectMs, closing);
  let socket: Socket | undefined;
  try {
    const url = new URL(connection.server);
    socket = connection.proxy ? await openTunnel(connection.proxy, url, signal) : net.connect({ host: hostOf(url), port: portOf(url) });
    // A socket that is given up may still report an error, and one without a listener would end the process.
    socket.on('error', ignore);
    if (!connection.proxy) await opened(socket, 'connect', signal);
    if (url.protocol === 'https:') {
      socket = tls.connect({ ...tlsOptions(connection, url), socket, secureContext: secureContext(connection, identity) });
      socket.on('error', ignore);
      await opened(socket, 'secureConnect', signal);
    }
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    return socket;
  } catch (error) {
    socket?.destroy();
    if (!signal.aborted || closing.aborted) throw error;
    throw Object.assign(new Error(`no connection within ${connectMs / 1000} s`), { code: 'ETIMEDOUT' });
  } finally {
    end();
  }
}

/** A signal that fires after `ms` or with `closing`. By hand: AbortSignal.any leaves a trace on the longer-lived signal for each use. */
function within(ms: number, closing: AbortSignal): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, ms);
  closing.addEventListener('abort', abort);
  if (closing.aborted) abort();
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', abort);
    },
  };
}

function ignore(): void {}

function secureContext({ tls: { ca }, origin }: Connection, { cert, key }: Identity): tls.SecureContext {
  try {
    return tls.createSecureContext({ ...(ca === undefined ? {} : { ca }), ...(cert && key ? { cert, key } : {}) });
  } catch (error) {
    throw new BoxcutterError('credentials-unavailable', 'server', `A client certificate, key or certificate authority cannot be used: ${messageOf(error)}.`, {
      hint: `Check the certificates of ${origin}.`,
      cause: error,
    });
  }
}

/** How to verify the server. */
export function tlsOptions(connection: Connection, url: URL): tls.ConnectionOptions {
  const { ca, serverName, insecure } = connection.tls;
  const host = hostOf(url);
  const expected = serverName ?? host;
  return {
    host,
    // SNI carries names only, never addresses.
    ...(isIP(expected) === 0 ? { servername: expected } : {}),
    checkServerIdentity: (_host, certificate) => tls.checkServerIdentity(expected, certificate),
    ...(ca === undefined ? {} : { ca }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
    ALPNProtocols: ['http/1.1'],
  };
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('the connection attempt was given up'));
    const settle = (outcome: () => void) => (): void => {
      socket.off(event, ready).off('error', failed).off('close', closed);
      signal.removeEventListener('abort', aborted);
      outcome();
    };
    const ready = settle(resolve);
    const closed = settle(() => reject(Object.assign(new Error('the connection was closed while it was being opened'), { code: 'ECONNRESET' })));
    const aborted = settle(() => reject(new Error('the connection attempt was given up')));
    const failed = (error: Error): void => settle(() => reject(error))();
    socket.once(event, ready).once('error', failed).once('close', closed);
    signal.addEventListener('abort', aborted);
  });
}

import http from 'node:http';
import net, { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Connection } from './connection';
import { hostOf, openTunnel, portOf } from './proxy';

/** Free connections are closed after this long, well before servers (90 s) and load balancers (60 s and more) close theirs. */
const IDLE_MS = 30_000;

/**
 * Connections to one server. A socket is handed out only once it is open and, for https, verified: a request that has a socket may
 * have reached the server, one that never got any surely has not. That difference decides whether a write may be repeated.
 */
export class Connections extends http.Agent {
  /** Connections opened so far. */
  opened = 0;
  private readonly ending = new AbortController();

  constructor(
    private readonly connection: Connection,
    private readonly connectMs: number,
    keepAlive: boolean,
  ) {
    super({ keepAlive, maxSockets: Infinity, maxFreeSockets: 32, timeout: keepAlive ? IDLE_MS : 0 });
  }

  /** Called by node:http when no free connection is left. */
  override createConnection(_options: http.ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    dial(this.connection, this.connectMs, this.ending.signal).then(
      (socket) => {
        this.opened += 1;
        callback?.(null, socket);
      },
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
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), connectMs);
  const signal = AbortSignal.any([closing, deadline.signal]);
  let socket: Socket | undefined;
  try {
    signal.throwIfAborted();
    const url = new URL(connection.server);
    socket = connection.proxy ? await openTunnel(connection.proxy, url, signal) : net.connect({ host: hostOf(url), port: portOf(url) });
    // A socket that is given up may still report an error, and one without a listener would end the process.
    socket.on('error', ignore);
    if (!connection.proxy) await opened(socket, 'connect', signal);
    if (url.protocol === 'https:') {
      socket = tls.connect({ ...tlsOptions(connection, url), socket, ...(identity.cert && identity.key ? { cert: identity.cert, key: identity.key } : {}) });
      socket.on('error', ignore);
      await opened(socket, 'secureConnect', signal);
    }
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    return socket;
  } catch (error) {
    socket?.destroy();
    if (!deadline.signal.aborted) throw error;
    throw Object.assign(new Error(`no connection within ${connectMs / 1000} s`), { code: 'ETIMEDOUT' });
  } finally {
    clearTimeout(timer);
  }
}

function ignore(): void {}

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

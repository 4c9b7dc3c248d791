import { setMaxListeners } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type tls from 'node:tls';
import { dial, verifiedTls } from '../../net';
import type { Connection } from '../auth';
import type { TlsHandshakes } from './tls-handshakes';

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
    private readonly handshakes: TlsHandshakes,
    private readonly connectMs: number,
    keepAlive: boolean,
  ) {
    super({ keepAlive, maxSockets: Infinity, maxFreeSockets: 32, timeout: keepAlive ? IDLE_MS : 0 });
    // Every connection that is being opened listens to it.
    setMaxListeners(0, this.ending.signal);
  }

  /** How many there are, in use and free. */
  get open(): number {
    return [this.sockets, this.freeSockets].reduce((sum, byHost) => sum + Object.values(byHost).flat().length, 0);
  }

  /** Called by node:http when no free connection is left. */
  override createConnection(_options: http.ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    open(this.connection, this.handshakes, this.connectMs, this.ending.signal).then(
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
async function open(
  connection: Connection, handshakes: TlsHandshakes, connectMs: number, closing: AbortSignal,
): Promise<Socket> {
  // Before the deadline starts: a credential plugin may have to ask its user.
  const identity = await connection.credentials.current();
  const url = new URL(connection.server);
  const secure = (): tls.ConnectionOptions => ({ ...tlsOptions(connection, url), ...handshakes.options(identity) });
  const onTls = (socket: tls.TLSSocket): void => handshakes.learn(socket);
  return dial({ url, proxy: connection.proxy, tls: secure, onTls }, connectMs, closing);
}

/** How to verify the server. */
export function tlsOptions({ tls: trust }: Connection, url: URL): tls.ConnectionOptions {
  return verifiedTls(url, trust);
}

import tls from 'node:tls';
import { defined } from '../../defined';
import { BoxcutterError, messageOf } from '../../errors';
import type { Connection, Identity } from '../auth';

/** What the handshakes of the connections with one certificate share. */
interface Shared {
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly context: tls.SecureContext;
  /** Of the newest connection that was verified: the next one resumes it. */
  session?: Buffer;
}

/**
 * What the TLS handshakes of all connections to one server have in common. Authorities, certificate and key are read once. A connection
 * resumes the session of one that was verified before, which saves both sides the signatures and their verification; a server that does
 * not resume it is verified anew. Another certificate or key of ours begins from the start.
 */
export class TlsHandshakes {
  private shared: Shared | undefined;

  constructor(private readonly connection: Connection) {}

  /**
   * For the next handshake.
   * @throws BoxcutterError `credentials-unavailable`
   */
  options({ cert, key }: Identity): tls.ConnectionOptions {
    if (this.shared === undefined || this.shared.cert !== cert || this.shared.key !== key) {
      this.shared = { cert, key, context: secureContext(this.connection, cert, key) };
    }
    const { context, session } = this.shared;
    return { secureContext: context, ...defined({ session }) };
  }

  /** Keeps the sessions of a connection. Node reports them when the server has been verified. */
  learn(socket: tls.TLSSocket): void {
    const { shared } = this;
    socket.on('session', (session) => {
      if (shared !== undefined) shared.session = session;
    });
  }
}

function secureContext(
  { tls: { ca }, origin }: Connection, cert: string | undefined, key: string | undefined,
): tls.SecureContext {
  try {
    return tls.createSecureContext({ ...defined({ ca }), ...(cert && key ? { cert, key } : {}) });
  } catch (error) {
    throw new BoxcutterError(
      'credentials-unavailable', 'server',
      `A client certificate, key or certificate authority cannot be used: ${messageOf(error)}.`,
      {
        hint: `Check the certificates of ${origin}.`,
        cause: error,
      },
    );
  }
}

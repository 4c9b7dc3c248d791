/** A server on a port: bounded in headers, time and connections, with TLS whose certificate can change, and an orderly end. */
import http, { type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { BoxcutterError, messageOf } from '../../errors';
import { type CertificateFiles, type CertificatePair, type CertificateSource, watchCertificate } from './certificate';

export interface ListenOptions {
  /** @default 127.0.0.1: this machine alone */
  readonly host?: string | undefined;
  /** 0: any that is free. @default 0 */
  readonly port?: number | undefined;
  /** @default plain HTTP */
  readonly tls?: CertificateFiles | CertificateSource | undefined;
  /** Called with a sentence for people: a new certificate is used, or cannot be. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Connections at once; further ones are closed at once. @default 1024 */
  readonly maxConnections?: number | undefined;
}

export interface RunningServer {
  /** `https://127.0.0.1:8443` */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more connections, lets requests that are being answered end, and closes what is left after a while.
   * @param graceMs milliseconds. @default 30 s, as upstream
   */
  close(graceMs?: number): Promise<void>;
}

/** What a client may take for the headers of a request, and for a request as a whole; these have no body to speak of. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 10_000, maxHeaderSize: 16 * 1024 } as const;
const HANDSHAKE_MS = 10_000;
/** How often it is looked for requests that take too long. */
const CHECK_MS = 1_000;

/** @throws BoxcutterError `serve-port` (category server), `tls-files` (category input) */
export async function listen(
  handler: RequestListener, { host = '127.0.0.1', port = 0, tls, onNote = () => {}, maxConnections = 1024 }: ListenOptions = {},
): Promise<RunningServer> {
  const options = { ...LIMITS, connectionsCheckingInterval: CHECK_MS };
  const use = (pair: CertificatePair): void => (server as https.Server).setSecureContext(pair);
  const certificate = tls === undefined ? undefined : 'watch' in tls ? tls.watch(use) : watchCertificate(tls, use, onNote);
  const server = certificate === undefined
    ? http.createServer(options, handler)
    : https.createServer({ ...options, ...certificate.pair, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS }, handler);
  server.maxConnections = maxConnections;
  let isClosing = false;
  // Clients keep connections for later; those that come free while the server ends are not waited for.
  server.on('request', (_request, response: ServerResponse) => {
    response.once('close', () => void (isClosing && setImmediate(() => server.closeIdleConnections())));
  });
  // What speaks no HTTP gets the usual answer, and nothing is said about it here.
  server.on('tlsClientError', () => {});
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    certificate?.stop();
    throw new BoxcutterError('serve-port', 'server', `${host}:${port} cannot be used to listen: ${messageOf(error)}.`, {
      hint: 'Choose another address or port; port 0 stands for any that is free.', cause: error,
    });
  }
  const address = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${name}:${address.port}`,
    port: address.port,
    close: async (graceMs = 30_000) => {
      certificate?.stop();
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

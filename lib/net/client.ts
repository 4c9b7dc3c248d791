import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { defined } from '../defined';
import { isBoxcutterError, messageOf } from '../errors';
import { dial } from './dial';
import { hostOf, proxyFor } from './proxy';

export interface HttpClientOptions {
  /** Certificates of authorities (PEM) that are trusted for a server, beside those that Node knows. */
  readonly authorities: (url: URL) => string | undefined;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds for TCP, tunnel and TLS handshake together. */
  readonly connectMs: number;
  /** Milliseconds without a byte in either direction after which a request is given up. */
  readonly silenceMs: number;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Breaks the request off. */
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose headers are there. Its body has to be taken, by `read` or `discard`. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The whole body. Rejects with a `NetworkFailure`: `TOO_LARGE` as soon as it has more than `limit` bytes. */
  read(limit: number): Promise<Buffer>;
  discard(): void;
}

/** There was no (complete) answer. */
export class NetworkFailure extends Error {
  constructor(
    /** What happened, as the end of a sentence. */
    message: string,
    /**
     * Code of the network or of TLS (ECONNREFUSED, CERT_HAS_EXPIRED, ETIMEDOUT, ECONNRESET, ...), or of us: TOO_LARGE, ABORTED,
     * PROXY_REFUSED.
     */
    readonly code: string,
    /** `host:port` that was asked. */
    readonly host: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'NetworkFailure';
  }
}

/** Free connections are closed after this long, well before servers and load balancers close theirs. They keep no process alive. */
const IDLE_MS = 5_000;

/** Answers with a status below 200 before the one that counts; servers send one or two, if any. */
const MAX_INTERIM = 16;

/** Sends requests, one attempt each: no retries, no redirects. Connections are kept and used again. */
export class HttpClient {
  private readonly agents = new Map<string, http.Agent>();

  constructor(private readonly options: HttpClientOptions) {}

  /** Rejects with `NetworkFailure`, or with `proxy-unsupported`. */
  send(request: OutgoingRequest): Promise<Answer> {
    const { url, signal, body } = request;
    return new Promise((resolve, reject) => {
      let failure: NetworkFailure | undefined;
      const failed = (error: unknown): unknown =>
        isBoxcutterError(error)
          ? error
          : signal?.aborted ? new NetworkFailure('it was broken off', 'ABORTED', url.host, error) : failure ?? asFailure(error, url.host);
      if (signal?.aborted) return reject(failed(undefined) as Error);
      const outgoing = http.request({
        method: request.method,
        host: hostOf(url),
        path: url.pathname + url.search,
        headers: {
          host: url.host,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...request.headers,
        },
        setHost: false,
        agent: this.agentOf(url),
        ...defined({ signal }),
      });
      const fail = (reason: NetworkFailure): void => {
        failure ??= reason;
        outgoing.destroy(reason);
      };
      outgoing.setTimeout(this.options.silenceMs, () => {
        fail(new NetworkFailure(`nothing came for ${this.options.silenceMs / 1000} s`, 'ETIMEDOUT', url.host));
      });
      // Interim answers are no silence: without a limit a server could go on with them for ever.
      let interim = 0;
      outgoing.on('information', () => {
        interim += 1;
        if (interim > MAX_INTERIM) fail(new NetworkFailure('it sends nothing but interim answers', 'ETIMEDOUT', url.host));
      });
      outgoing.once('response', (message) => {
        // The reader of the body handles its errors; one that comes before must not end the process.
        message.on('error', () => {});
        resolve({
          status: message.statusCode ?? 0,
          headers: message.headers,
          read: (limit) => readBody(message, limit, url.host, fail, failed),
          discard: () => void readBody(message, 64 * 1024, url.host, fail, failed).catch(() => {}),
        });
      });
      outgoing.on('error', (error) => reject(failed(error) as Error));
      outgoing.end(body);
    });
  }

  private agentOf(url: URL): http.Agent {
    const known = this.agents.get(url.origin);
    if (known !== undefined) return known;
    const agent = new OriginAgent(url, this.options);
    this.agents.set(url.origin, agent);
    return agent;
  }
}

/** Connections to one origin. A proxy that cannot be used is the error of each request. */
class OriginAgent extends http.Agent {
  constructor(private readonly url: URL, private readonly options: HttpClientOptions) {
    super({ keepAlive: true, maxSockets: 8, timeout: IDLE_MS });
  }

  override createConnection(_options: http.ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    this.open().then(
      (socket) => callback?.(null, socket),
      // Node takes no socket together with an error, whatever its types say.
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    );
  }

  private async open(): Promise<Duplex> {
    const { url, options } = this;
    const target = { url, proxy: proxyFor(url, undefined, options.env), tls: () => tlsOptions(url, options.authorities(url)) };
    return dial(target, options.connectMs, new AbortController().signal);
  }
}

function tlsOptions(url: URL, authorities: string | undefined): tls.ConnectionOptions {
  const host = hostOf(url);
  return {
    host,
    // SNI carries names only, never addresses.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    checkServerIdentity: (_host, certificate) => tls.checkServerIdentity(host, certificate),
    // What is given takes the place of what Node knows.
    ...(authorities === undefined ? {} : { ca: [...tls.rootCertificates, authorities] }),
    ALPNProtocols: ['http/1.1'],
  };
}

function readBody(
  message: IncomingMessage, limit: number, host: string, fail: (failure: NetworkFailure) => void, failed: (error: unknown) => unknown,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks.length = 0;
      fail(new NetworkFailure(`the answer has more than ${limit} bytes`, 'TOO_LARGE', host));
    });
    message.once('end', () => resolve(Buffer.concat(chunks, size)));
    message.once('error', (error) => reject(failed(error) as Error));
    message.once('close', () => {
      if (!message.complete) reject(failed(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' })) as Error);
    });
    if (message.destroyed && !message.complete) {
      reject(failed(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' })) as Error);
    }
  });
}

function asFailure(error: unknown, host: string): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'EPIPE') return new NetworkFailure('the connection was cut', 'ECONNRESET', host, error);
  return new NetworkFailure(messageOf(error) || code || 'the connection failed', code ?? 'UNKNOWN', host, error);
}

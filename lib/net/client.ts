import http, { type IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { defined } from '../defined';
import { isBoxcutterError } from '../errors';
import { readBody, streamBody } from './body';
import { dial, refusedAddress } from './dial';
import { asFailure, NetworkFailure } from './failure';
import { allowanceMs, type Pace } from './pace';
import { isLinkLocal } from './special-addresses';
import { hostOf, proxyFor } from './proxy';
import { verifiedTls } from './tls';

export interface HttpClientOptions {
  /** Certificates of authorities (PEM) that are trusted for a server, beside those that Node knows. */
  readonly authorities: (url: URL) => string | undefined;
  /**
   * Whether the user has named this host, and not a server that we have asked. Hosts that servers name may not be link-local: they could
   * make us carry credentials of this machine to them. @default none is
   */
  readonly isNamed?: ((host: string) => boolean) | undefined;
  /** Which addresses hosts that are not named may not have. @default link-local ones */
  readonly refuses?: ((address: string) => boolean) | undefined;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds for TCP, tunnel and TLS handshake together. */
  readonly connectMs: number;
  /** Milliseconds without a byte in either direction after which a request is given up. */
  readonly silenceMs: number;
  /** After `silenceMs`, a request and its answer must travel with so many bytes a second on average. @default 16384 */
  readonly bytesPerSecond?: number;
  /** Milliseconds after which a connection that is free is closed, well before servers and load balancers close it. @default 5000 */
  readonly idleMs?: number;
  /** Milliseconds that neither a request nor its answer may exceed, however large they are. @default one hour */
  readonly mostMs?: number;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Breaks the request off. */
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose headers are there. Its body has to be taken, by `read`, `stream` or `discard`. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /**
   * The whole body. Rejects with a `NetworkFailure`: `TOO_LARGE` as soon as it has more than `limit` bytes.
   * @param onSize called with the number of bytes so far
   */
  read(limit: number, onSize?: (size: number) => void): Promise<Buffer>;
  /** The body piece by piece, for what is too large to be held; rejects as `read` does. */
  stream(limit: number): AsyncGenerator<Buffer, void, undefined>;
  discard(): void;
}

/** Free connections keep no process alive, either. */
const IDLE_MS = 5_000;

/** Answers with a status below 200 before the one that counts; servers send one or two, if any. */
const MAX_INTERIM = 16;

/** Sends requests, one attempt each: no retries, no redirects. Connections are kept and used again. */
export class HttpClient {
  private readonly agents = new Map<string, http.Agent>();
  private readonly pace: Pace;

  constructor(private readonly options: HttpClientOptions) {
    const { silenceMs, bytesPerSecond = 16_384, mostMs = 3_600_000 } = options;
    this.pace = { graceMs: silenceMs, bytesPerSecond, mostMs };
  }

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
      // From the first byte of the request to the headers of the answer: each of them may come a byte at a time.
      const mostMs = this.options.silenceMs + allowanceMs(this.pace, body === undefined ? 0 : Buffer.byteLength(body));
      let deadline: NodeJS.Timeout | undefined;
      outgoing.once('socket', () => {
        const slow = (): void => fail(new NetworkFailure(`there was no answer within ${mostMs / 1000} s`, 'ETIMEDOUT', url.host));
        deadline = setTimeout(slow, mostMs);
      });
      outgoing.once('close', () => clearTimeout(deadline));
      // Interim answers are no silence: without a limit a server could go on with them for ever.
      let interim = 0;
      outgoing.on('information', () => {
        interim += 1;
        if (interim > MAX_INTERIM) fail(new NetworkFailure('it sends only interim answers', 'ETIMEDOUT', url.host));
      });
      outgoing.once('response', (message) => {
        // The reader of the body handles its errors; one that comes before must not end the process.
        message.on('error', () => {});
        clearTimeout(deadline);
        const exchange = { pace: this.pace, host: url.host, fail, failed };
        resolve({
          status: message.statusCode ?? 0,
          headers: message.headers,
          read: (limit, onSize) => readBody(message, limit, exchange, onSize),
          stream: (limit) => streamBody(message, limit, exchange),
          discard: () => void readBody(message, 64 * 1024, exchange).catch(() => {}),
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
  // Not `options`: an agent has some of its own, and without them it would keep free connections for ever.
  constructor(private readonly url: URL, private readonly wishes: HttpClientOptions) {
    super({ keepAlive: true, maxSockets: 8, timeout: wishes.idleMs ?? IDLE_MS });
  }

  override createConnection(_options: http.ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    this.open().then(
      (socket) => callback?.(null, socket),
      // Node takes no socket together with an error, whatever its types say.
      (error: Error) => callback?.(error, undefined as unknown as Duplex),
    );
  }

  private async open(): Promise<Duplex> {
    const { url, wishes } = this;
    const authorities = wishes.authorities(url);
    // What is given takes the place of what Node knows.
    const ca = authorities === undefined ? undefined : [...rootCertificates, authorities];
    const proxy = proxyFor(url, undefined, wishes.env);
    const refuses = wishes.isNamed?.(url.host) === true ? undefined : wishes.refuses ?? isLinkLocal;
    // A proxy looks names up by itself.
    if (proxy !== undefined && refuses?.(hostOf(url)) === true) throw refusedAddress();
    const target = { url, proxy, tls: () => verifiedTls(url, { ca }), refuses };
    return dial(target, wishes.connectMs, new AbortController().signal);
  }
}

import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { defined } from '../../defined';
import { isBoxcutterError } from '../../errors';
import { userAgent } from '../../version';
import { impersonationHeaders, type Connection } from '../auth';
import { Connections } from './dial';
import type { Timing } from '../timing';

/** How a request is counted (see `KubeCluster.requests`). */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'dryRun' | 'discovery';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With query, below the server's address. */
  readonly path: string;
  readonly verb: Verb;
  /** Sending it again does no harm: reads and dry runs. */
  readonly repeatable: boolean;
  /** @default application/json */
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: string;
  /** Ask for a compressed answer: worth it for lists. */
  readonly gzip?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The first request to a server: an address where nothing answers is more likely wrong than busy, so that two attempts are enough. */
  readonly firstContact?: boolean;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Code of an answer that is too large to be held in memory. */
export const TOO_LARGE = 'TOO_LARGE';

/** Why requests are broken off when their connection is closed. */
export const CLOSING = new Error('the connection is being closed');

/** There was no (complete) answer. */
export class ConnectionFailure extends Error {
  constructor(
    /** What happened, as the end of a sentence. */
    message: string,
    /** Whether the request may have reached the server. */
    readonly sent: boolean,
    /** Code of the network, TLS or of us: ECONNREFUSED, CERT_HAS_EXPIRED, ETIMEDOUT, CLOSED... */
    readonly code: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'ConnectionFailure';
  }
}

/** One attempt at a time: no retries, no limits. What it throws, `asFailure` makes a `ConnectionFailure`. */
export class Transport {
  private requests: Connections;
  /** Connections with the certificate before the current one; requests that were under way end on them. */
  private retired: Connections | undefined;
  private readonly streams: Connections;
  private certificate: string | undefined;
  private closed = false;
  private readonly base: string;
  private readonly host: string;

  constructor(
    private readonly connection: Connection,
    private readonly timing: Timing,
  ) {
    const url = new URL(connection.server);
    this.base = url.pathname.replace(/\/+$/, '');
    this.host = url.host;
    this.requests = new Connections(connection, timing.connectMs, true);
    this.streams = new Connections(connection, timing.connectMs, false);
  }

  /** Sends a request and reads its whole answer. `signal` breaks it off. */
  async exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { message, fail } = await this.start(request, false, signal);
    return this.complete(message, fail, signal);
  }

  /** Sends a request on a connection of its own and gives the answer as a stream, once its headers are there. `signal` ends both. */
  async open(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
    return (await this.start(request, true, signal)).message;
  }

  /** The whole body of a stream that turned out to be an ordinary answer. */
  drain(message: IncomingMessage): Promise<HttpResponse> {
    return this.complete(message, (failure) => void message.destroy(failure));
  }

  close(): void {
    this.closed = true;
    this.requests.destroy();
    this.retired?.destroy();
    this.streams.destroy();
  }

  private async start(
    request: HttpRequest, stream: boolean, signal: AbortSignal,
  ): Promise<{ message: IncomingMessage; fail: (failure: ConnectionFailure) => void }> {
    const headers = await this.headers(request);
    if (this.closed || signal.aborted) throw this.closure(false, signal);
    return new Promise((resolve, reject) => {
      let sent = false;
      let timer: NodeJS.Timeout | undefined;
      const outgoing = http.request({
        method: request.method, path: this.base + request.path, headers, setHost: false,
        agent: stream ? this.streams : this.requests,
        signal,
      });
      const fail = (failure: ConnectionFailure): void => void outgoing.destroy(failure);
      outgoing.once('socket', () => {
        sent = true;
        timer = setTimeout(() => fail(this.timeout()), this.timing.answerMs);
      });
      outgoing.once('response', (message) => {
        clearTimeout(timer);
        // The reader of the body handles its errors; one that comes before must not end the process.
        message.on('error', () => {});
        resolve({ message, fail });
      });
      outgoing.on('error', (error) => {
        clearTimeout(timer);
        reject(this.closed || signal.aborted ? this.closure(sent, signal, error) : asFailure(error, sent));
      });
      outgoing.end(request.body);
    });
  }

  private async headers(request: HttpRequest): Promise<http.OutgoingHttpHeaders> {
    let identity;
    try {
      identity = await this.connection.credentials.current();
    } catch (error) {
      throw asFailure(error, false);
    }
    if (identity.cert !== this.certificate) {
      // Connections carry the certificate that they were opened with; those under way end by themselves.
      if (this.certificate !== undefined) this.reconnect();
      this.certificate = identity.cert;
    }
    return {
      host: this.host,
      accept: request.accept ?? 'application/json',
      'user-agent': userAgent(),
      ...defined({ authorization: identity.authorization, 'content-type': request.contentType }),
      ...(request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) }),
      ...(request.gzip ? { 'accept-encoding': 'gzip' } : {}),
      ...impersonationHeaders(this.connection.impersonate),
      ...request.headers,
    };
  }

  private reconnect(): void {
    this.retired?.destroy();
    this.retired = this.requests;
    this.requests = new Connections(this.connection, this.timing.connectMs, true);
    for (const socket of Object.values(this.retired.freeSockets).flat()) socket?.destroy();
  }

  private async complete(
    message: IncomingMessage, fail: (failure: ConnectionFailure) => void, signal?: AbortSignal,
  ): Promise<HttpResponse> {
    try {
      return { status: message.statusCode ?? 0, headers: message.headers, body: await this.read(message, fail) };
    } catch (error) {
      throw this.closed || signal?.aborted ? this.closure(true, signal, error) : asFailure(error, true);
    }
  }

  /** Body as text; each piece must come within the answer deadline. */
  private read(message: IncomingMessage, fail: (failure: ConnectionFailure) => void): Promise<string> {
    return new Promise((resolve, reject) => {
      const source: Readable = message.headers['content-encoding'] === 'gzip' ? message.pipe(createGunzip()) : message;
      const chunks: Buffer[] = [];
      let size = 0;
      const arm = (): NodeJS.Timeout =>
        setTimeout(() => {
          const failure = this.timeout();
          reject(failure);
          fail(failure);
        }, this.timing.answerMs);
      let timer = arm();
      source.on('data', (chunk: Buffer) => {
        clearTimeout(timer);
        size += chunk.length;
        if (size > this.timing.bodyBytes) {
          chunks.length = 0;
          const failure = new ConnectionFailure(`the answer has more than ${this.timing.bodyBytes} bytes`, true, TOO_LARGE);
          reject(failure);
          fail(failure);
          return;
        }
        timer = arm();
        chunks.push(chunk);
      });
      source.on('end', () => {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks).toString('utf8'));
      });
      // A cut body ends the message with 'aborted' and an error; the unpacking stream behind it would wait for ever.
      for (const part of [message, source]) {
        part.on('error', (error) => {
          clearTimeout(timer);
          reject(error);
        });
      }
      message.on('close', () => {
        clearTimeout(timer);
        if (!message.complete) reject(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' }));
      });
    });
  }

  /**
   * Our own end: of this request, or of the connection. A request that was broken off is reported as such, also when the connection is
   * closed before that.
   */
  private closure(sent: boolean, signal: AbortSignal | undefined, cause?: unknown): ConnectionFailure {
    const brokenOff = signal?.aborted === true && signal.reason !== CLOSING;
    return new ConnectionFailure(brokenOff
      ? 'it was broken off before there was an answer'
      : 'the connection was closed', sent, 'CLOSED', cause);
  }

  private timeout(): ConnectionFailure {
    return new ConnectionFailure(`no answer within ${this.timing.answerMs / 1000} s`, true, 'ETIMEDOUT');
  }
}

/** Whatever went wrong as a `ConnectionFailure`. */
export function asFailure(error: unknown, sent: boolean): ConnectionFailure {
  if (error instanceof ConnectionFailure) return error;
  if (isBoxcutterError(error)) return new ConnectionFailure(error.message.replace(/\.$/, ''), sent, error.code, error);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'EPIPE') return new ConnectionFailure('the connection was cut', sent, 'ECONNRESET', error);
  return new ConnectionFailure(message || code || 'the connection failed', sent, code ?? 'UNKNOWN', error);
}

import http, { type IncomingMessage } from 'node:http';
import { defined } from '../../defined';
import { userAgent } from '../../version';
import { impersonationHeaders, type Connection } from '../auth';
import type { Timing } from '../timing';
import { readBody } from './body';
import { Connections } from './dial';
import { asFailure, CLOSING, ConnectionFailure, noAnswer } from './failure';
import type { HttpRequest, HttpResponse } from './request';
import { TlsHandshakes } from './tls-handshakes';
import { Turns } from './turns';

/** Never shown: what is thrown instead says who broke it off. */
const BROKEN_OFF = new Error('the request was broken off');

/** One attempt at a time: no retries, no limits. What it throws, `asFailure` makes a `ConnectionFailure`. */
export class Transport {
  private requests: Connections;
  /** Connections with the certificate before the current one; requests that were under way end on them. */
  private retired: Connections | undefined;
  private streams: Connections;
  private readonly turns = new Turns(() => this.requests.open);
  private handshakes: TlsHandshakes;
  private certificate: string | undefined;
  private closed = false;

  constructor(
    private readonly connection: Connection,
    private readonly timing: Timing,
  ) {
    this.handshakes = new TlsHandshakes(connection);
    this.requests = new Connections(connection, this.handshakes, timing.connectMs, true);
    this.streams = new Connections(connection, this.handshakes, timing.connectMs, false);
  }

  /**
   * Sends a request and reads its whole answer. `signal` breaks it off.
   * @param isPatient it may wait a moment for a connection that is open
   */
  async exchange(request: HttpRequest, signal: AbortSignal, isPatient: boolean): Promise<HttpResponse> {
    return this.turns.take(isPatient, async () => {
      const { message, fail } = await this.start(request, false, signal);
      return this.complete(message, fail, signal);
    });
  }

  /** Sends a request on a connection of its own and gives the answer as a stream, once its headers are there. `signal` ends both. */
  async open(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
    return (await this.start(request, true, signal)).message;
  }

  /** The whole body of a stream that turned out to be an ordinary answer. */
  drain(message: IncomingMessage): Promise<HttpResponse> {
    return this.complete(message, (failure) => void message.destroy(failure));
  }

  /** The connection says something else than before: everything that is open is broken off, and what comes next is opened anew. */
  renew(): void {
    if (this.closed) return;
    const before = [this.requests, this.retired, this.streams];
    this.handshakes = new TlsHandshakes(this.connection);
    this.requests = new Connections(this.connection, this.handshakes, this.timing.connectMs, true);
    this.streams = new Connections(this.connection, this.handshakes, this.timing.connectMs, false);
    this.retired = undefined;
    this.certificate = undefined;
    for (const connections of before) connections?.destroy();
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
      const base = new URL(this.connection.server).pathname.replace(/\/+$/, '');
      const outgoing = http.request({
        method: request.method, path: base + request.path, headers, setHost: false,
        agent: stream ? this.streams : this.requests,
      });
      const fail = (failure: ConnectionFailure): void => void outgoing.destroy(failure);
      // By hand: the option of node:http watches the end of the request with a dozen listeners, and each end makes an error with its stack.
      const breakOff = (): void => void outgoing.destroy(BROKEN_OFF);
      signal.addEventListener('abort', breakOff, { once: true });
      outgoing.once('close', () => signal.removeEventListener('abort', breakOff));
      outgoing.once('socket', () => {
        sent = true;
        timer = setTimeout(() => fail(noAnswer(this.timing)), this.timing.answerMs);
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
      host: new URL(this.connection.server).host,
      accept: request.accept ?? 'application/json',
      'user-agent': userAgent(),
      ...defined({ authorization: identity.authorization, 'content-type': request.contentType }),
      ...(request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) }),
      ...(request.gzip ? { 'accept-encoding': 'gzip' } : {}),
      ...impersonationHeaders(request.as ?? this.connection.impersonate),
      ...request.headers,
    };
  }

  private reconnect(): void {
    this.retired?.destroy();
    this.retired = this.requests;
    this.requests = new Connections(this.connection, this.handshakes, this.timing.connectMs, true);
    for (const socket of Object.values(this.retired.freeSockets).flat()) socket?.destroy();
  }

  private async complete(
    message: IncomingMessage, fail: (failure: ConnectionFailure) => void, signal?: AbortSignal,
  ): Promise<HttpResponse> {
    try {
      return { status: message.statusCode ?? 0, headers: message.headers, body: await readBody(message, this.timing, fail) };
    } catch (error) {
      throw this.closed || signal?.aborted ? this.closure(true, signal, error) : asFailure(error, true);
    }
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
}

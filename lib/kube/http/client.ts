import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { secondsToWait } from '../../net';
import type { Connection, Impersonation } from '../auth';
import { ConcurrencyLimiter, type Lane } from './limiter';
import { pauseBefore, sleep, type Timing } from '../timing';
import { asFailure, ConnectionFailure, FENCED, fenced, TOO_LARGE } from './failure';
import type { HttpRequest, HttpResponse, Verb } from './request';
import { ServerClock } from './server-clock';
import { Transport } from './transport';
import { WindDown } from './wind-down';

/** The answer, or why there is none. */
export type Outcome = HttpResponse | ConnectionFailure;

/** Codes of failures that another attempt cannot change: of our credentials, of an answer that is too large, of our own end. */
const PERMANENT = new Set(['CLOSED', FENCED, TOO_LARGE, 'credentials-unavailable', 'kubeconfig-invalid', 'PROXY_REFUSED']);

/**
 * Requests with everything that belongs to them: counting, bounded concurrency, one renewal of credentials after 401, and repetition.
 * Repeated are: reads and dry runs after 429, 502, 503, 504 and connection failures; writes only when they surely had no effect,
 * that is after 429 or when the connection could not even be opened. Never throws.
 */
export class Client {
  readonly counts: Record<string, number> = {};
  readonly limiter = new ConcurrencyLimiter();
  readonly clock = new ServerClock();
  private readonly transport: Transport;
  readonly closing = new AbortController();
  readonly windDown: WindDown;
  /** Asked immediately before each write is sent: with false, it is not. */
  mayWrite: () => boolean = () => true;
  /** Who its requests are sent as. @default who the connection acts as */
  private readonly actsAs: Impersonation | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly timing: Timing,
  ) {
    this.transport = new Transport(connection, timing);
    this.windDown = new WindDown(timing, () => this.close());
    // Every pause of discovery listens to it.
    setMaxListeners(0, this.closing.signal);
  }

  /** The same in everything (connections, limits, fence, end), but that its requests are sent as another user. */
  as(user: Impersonation): Client {
    return Object.create(this, { actsAs: { value: user } }) as Client;
  }

  /** @param lane the queue it waits in when requests have to wait */
  async send(asked: HttpRequest, lane?: Lane): Promise<Outcome> {
    let renewed = false;
    const request = this.signed(asked);
    const signal = this.windDown.signalFor(request);
    for (let attempt = 1; ; attempt += 1) {
      let sentAt = 0;
      const outcome = await this.limiter.run(() => {
        sentAt = performance.now();
        const isFree = request.repeatable || lane?.unfenced === true || this.mayWrite();
        return isFree ? this.attempt(request, signal, lane) : Promise.resolve(fenced());
      }, isCongestion, lane);
      if (!renewed && isUnauthorized(outcome) && this.connection.credentials.renew(sentAt)) {
        renewed = true;
        continue;
      }
      const attempts = request.firstContact && outcome instanceof ConnectionFailure && !outcome.sent ? 2 : this.timing.attempts;
      if (attempt >= attempts || !mayRepeat(request, outcome)) return outcome;
      if (this.windDown.begun && request.repeatable) return outcome;
      await sleep(pauseBefore(attempt, retryAfter(outcome), this.timing), signal);
      if (signal.aborted || this.closing.signal.aborted) return outcome;
    }
  }

  /**
   * Opens a stream: the message when the server agreed (200), else its answer.
   * Neither limited nor repeated: the caller decides when to try again.
   */
  async stream(asked: HttpRequest, signal: AbortSignal): Promise<IncomingMessage | Outcome> {
    const request = this.signed(asked);
    for (let renewed = false; ; renewed = true) {
      const sentAt = performance.now();
      try {
        this.count(request.verb);
        const message = await this.transport.open(request, signal);
        if (message.statusCode === 200) {
          this.clock.note(message.headers.date);
          return message;
        }
        const outcome = await this.transport.drain(message);
        if (renewed || !isUnauthorized(outcome) || !this.connection.credentials.renew(sentAt)) return outcome;
      } catch (error) {
        return asFailure(error, false);
      }
    }
  }

  /** The connection says something else than before. */
  renew(): void {
    this.transport.renew();
  }

  close(): void {
    this.closing.abort();
    this.windDown.end();
    this.transport.close();
  }

  private async attempt(request: HttpRequest, signal: AbortSignal, lane: Lane | undefined): Promise<Outcome> {
    try {
      this.count(request.verb);
      const isPatient = request.method === 'GET' && lane?.urgent !== true;
      const response = await this.transport.exchange(request, signal, isPatient);
      // An error may come from a proxy, which has a clock of its own.
      if (response.status < 300) this.clock.note(response.headers.date);
      return response;
    } catch (error) {
      return asFailure(error, false);
    }
  }

  private signed(request: HttpRequest): HttpRequest {
    return this.actsAs === undefined ? request : { ...request, as: this.actsAs };
  }

  private count(verb: Verb): void {
    this.counts[verb] = (this.counts[verb] ?? 0) + 1;
  }
}

function isUnauthorized(outcome: Outcome): boolean {
  return !(outcome instanceof ConnectionFailure) && outcome.status === 401;
}

function isCongestion(outcome: Outcome): boolean {
  if (outcome instanceof ConnectionFailure) return outcome.code === 'ETIMEDOUT';
  return outcome.status === 429 || outcome.status === 503 || outcome.status === 504;
}

function mayRepeat(request: HttpRequest, outcome: Outcome): boolean {
  if (outcome instanceof ConnectionFailure) return !isPermanent(outcome) && (request.repeatable || !outcome.sent);
  if (outcome.status === 429) return true;
  return request.repeatable && [502, 503, 504].includes(outcome.status);
}

/** Certificates do not get better within seconds: their failures have codes of their own (CERT_..., ..._CERT, ERR_TLS_..., ERR_SSL_...). */
function isPermanent(failure: ConnectionFailure): boolean {
  return PERMANENT.has(failure.code) || /CERT|ERR_TLS|ERR_SSL|ERR_OSSL|UNABLE_TO_VERIFY|ERR_INVALID/.test(failure.code);
}

/** The request itself is wrong (a bad selector, for instance): no repetition helps. */
export function isMistake(outcome: Outcome): boolean {
  return !(outcome instanceof ConnectionFailure) && [400, 405, 422].includes(outcome.status);
}

/** How many seconds the server, or a proxy before it, asks to wait. */
export function retryAfter(outcome: Outcome): number | undefined {
  return outcome instanceof ConnectionFailure ? undefined : secondsToWait(outcome.headers['retry-after']);
}

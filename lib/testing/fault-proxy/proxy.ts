import { mkdtempSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../at-exit';
import { statusOf } from './canned';
import { ActFailed, Exchange, isPossible } from './exchange';
import { Gate } from './gate';
import { describeRequest, type ProxiedRequest } from './requests';
import { RuleState, type Rule } from './rules';
import { upstreamOf, writeProxyKubeconfig, type ProxyTarget } from './target';
import { Server } from './upstream';
import { checkOptions, checkRule } from './validate-rule';

export interface FaultProxyOptions {
  /** Path of a kubeconfig, whose current context is used, or an address with what it takes to be let in. */
  readonly target: string | ProxyTarget;
  /** Faults from the beginning; more come with `addRule`. */
  readonly rules?: readonly Rule[];
  /** Called with every request as it arrives, before anything is done with it. */
  readonly onRequest?: (request: ProxiedRequest) => void;
}

export interface RuleHandle {
  /** The requests that the fault was done to. */
  readonly hits: readonly ProxiedRequest[];
  /** The first of them, as soon as it is there. */
  readonly hit: Promise<ProxiedRequest>;
  /** Lets out the events that a `watch-lag` without end holds. */
  release(): void;
  remove(): void;
}

export interface FaultProxy {
  /** Path of a kubeconfig that leads to the proxy, with the user of the target. It goes with `close`. */
  readonly kubeconfig: string;
  /**
   * `http://127.0.0.1:PORT/TOKEN`, the address of the API behind the proxy. Plain, on loopback only: credentials travel over it as they
   * are. The token is random; a request without it is answered 401, and is not among `requests`.
   */
  readonly url: string;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly ProxiedRequest[];
  /**
   * Of several rules that fit a request, the one that was added first has its way.
   * @throws BoxcutterError `fault-rule-invalid` (input) with everything that is mistyped
   */
  addRule(rule: Rule): RuleHandle;
  /** Removes every rule, and forgets the requests so far; the numbers of requests begin at 0 again. Faults under way go on. */
  clear(): void;
  /**
   * Reads these paths now, so that faults of type `stale` can answer with what was there. Lists and watches of one scope share a memory.
   */
  remember(...paths: readonly string[]): Promise<void>;
  /** Resolves when no request but watches is under way, those included that are delivered late. */
  idle(): Promise<void>;
  /** Ends it. Rejects with the first error that a function of yours has thrown: a match, an `act`, `onRequest`. Their requests were cut. */
  close(): Promise<void>;
}

/**
 * Starts a proxy in front of an API server. Without rules it changes nothing. Only callers with its `kubeconfig` or `url` are let in, since
 * both carry its token. They are let in as who they are: their tokens and impersonation pass through; a client certificate of the
 * kubeconfig is shown by the proxy.
 *
 * @throws BoxcutterError `kubeconfig-invalid`; `fault-rule-invalid`, `fault-proxy-options-invalid` (input) with everything that is mistyped
 * @example
 * const proxy = await startFaultProxy({ target: kubeconfig });
 * proxy.addRule({ match: { verb: 'apply', resource: 'configmaps', dryRun: false }, nth: 2, fault: { type: 'drop-answer' } });
 * // run the program with proxy.kubeconfig, then look at the cluster, and at proxy.requests
 * await proxy.close();
 */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  checkOptions(options);
  const { target, rules = [], onRequest } = options;
  const upstream = upstreamOf(target);
  const proxy = new Proxy(new Server(upstream), onRequest);
  for (const rule of rules) proxy.addRule(rule);
  await proxy.listen((file, address) => writeProxyKubeconfig(file, address, upstream));
  return proxy;
}

class Proxy implements FaultProxy {
  requests: ProxiedRequest[] = [];
  kubeconfig = '';
  private rules: ActiveRule[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'boxcutter-fault-proxy-'));
  private readonly listener = http.createServer((request, response) => void this.serve(request, response));
  private readonly gate = new Gate();
  private readonly sockets = new Set<Socket>();
  private readonly underWay = new Set<Promise<void>>();
  /** What functions of the test have thrown. */
  private readonly thrown: unknown[] = [];

  constructor(
    private readonly server: Server,
    private readonly onRequest: FaultProxyOptions['onRequest'],
  ) {
    // A caller may keep a connection for as long as it likes.
    this.listener.keepAliveTimeout = 0;
    this.listener.requestTimeout = 0;
    this.listener.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}${this.gate.base}`;
  }

  async listen(write: (file: string, address: string) => void): Promise<void> {
    await atExit({ type: 'remove-folder', folder: this.folder });
    await new Promise<void>((resolve) => this.listener.listen(0, '127.0.0.1', resolve));
    this.kubeconfig = join(this.folder, 'kubeconfig');
    write(this.kubeconfig, this.url);
  }

  addRule(rule: Rule): RuleHandle {
    checkRule(rule);
    const active = new ActiveRule(rule, () => {
      this.rules = this.rules.filter((other) => other !== active);
    });
    this.rules.push(active);
    return active;
  }

  clear(): void {
    this.rules = [];
    this.requests = [];
  }

  async remember(...paths: readonly string[]): Promise<void> {
    await Promise.all(paths.map((path) => this.server.remember(path)));
  }

  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.listener.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
    await closed;
    if (this.thrown.length > 0) throw this.thrown[0];
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = incoming;
    const path = this.gate.admit(incoming.url ?? '');
    if (path === undefined) return turnAway(response);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return; // The caller left before it had said what it wanted.
    }
    const body = Buffer.concat(chunks);
    const record = describeRequest(this.requests.length, method, path, headers, body);
    this.requests.push(record);
    let taking: ActiveRule | undefined;
    try {
      this.onRequest?.(record);
      // Every rule counts, also when another has its way.
      taking = this.rules.filter((rule) => isPossible(rule.fault, record) && rule.takes(record))[0];
    } catch (error) {
      this.thrown.push(error);
      response.socket?.destroy();
      return;
    }
    const exchange = new Exchange(this.server, record, { method, path, headers, body }, response, taking?.fault);
    taking?.strikes(record, exchange);
    const done = exchange.run().catch((error: unknown) => {
      if (error instanceof ActFailed) this.thrown.push(error.cause);
      response.socket?.destroy(); // No server, no answer.
    });
    if (record.watch) return;
    const tracked = done.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
  }
}

/** As an API server answers to a caller that it does not know. */
function turnAway(response: ServerResponse): void {
  const { code, headers, body } = statusOf({ type: 'status', code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
  response.writeHead(code, { ...headers, connection: 'close' }).end(body);
}

class ActiveRule extends RuleState implements RuleHandle {
  readonly hits: ProxiedRequest[] = [];
  readonly hit: Promise<ProxiedRequest>;
  private readonly exchanges: Exchange[] = [];
  private report: (request: ProxiedRequest) => void = () => undefined;

  constructor(rule: Rule, readonly remove: () => void) {
    super(rule);
    this.hit = new Promise((resolve) => (this.report = resolve));
  }

  get fault(): Rule['fault'] {
    return this.rule.fault;
  }

  strikes(request: ProxiedRequest, exchange: Exchange): void {
    this.hits.push(request);
    this.exchanges.push(exchange);
    this.report(request);
  }

  release(): void {
    for (const exchange of this.exchanges) exchange.release();
  }
}

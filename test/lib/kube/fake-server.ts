import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Answer, ObserveScope, Observer } from '../../../lib/engine/ports';
import { KubeCluster } from '../../../lib/kube';
import type { Connection } from '../../../lib/kube/auth/connection';
import type { Credentials, Identity } from '../../../lib/kube/auth/identity';
import { defaultTiming, type Timing } from '../../../lib/kube/timing';

/** Short pauses and no chance. Deadlines stay long, so that a busy machine meets none; a test that is about one sets it. */
export const fast: Timing = {
  ...defaultTiming,
  connectMs: 3_000, answerMs: 3_000, silenceMs: 3_000, initialSilenceMs: 3_000,
  pauseMs: 2, pauseCapMs: 20, reopenMs: 2, reopenCapMs: 20, discoveryMs: 5, fileMs: 0,
  random: () => 0.5,
};

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}
/**
 * Answers a request; `n` counts the requests of the same method and path from 1. Undefined: let the default answer (discovery, else 404)
 * do.
 */
export type Handler = (seen: Seen, response: ServerResponse, n: number) => unknown;

export class FakeServer {
  readonly seen: Seen[] = [];
  connections = 0;
  /** Of each TLS connection: did it resume the session of another one? */
  readonly resumed: boolean[] = [];
  private lastPort = 0;
  handler: Handler = () => undefined;
  /** What discovery tells besides ConfigMap and Namespace. */
  groups: object[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly clusters: KubeCluster[] = [];

  private constructor(private readonly server: http.Server) {}

  static async start(tls?: https.ServerOptions): Promise<FakeServer> {
    const server = tls ? https.createServer(tls) : http.createServer();
    const fake = new FakeServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void fake.serve(request, response));
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
      fake.connections += 1;
      if (socket instanceof TLSSocket) fake.resumed.push(socket.isSessionReused());
    });
    server.on('connection', (socket: Socket) => fake.sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  /** From now on no TLS session of before can be resumed. */
  forgetSessions(): void {
    if (this.server instanceof https.Server) this.server.setTicketKeys(randomBytes(48));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.server instanceof https.Server ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  cluster(overrides: Partial<Connection> = {}, timing: Partial<Timing> = {}): KubeCluster {
    const connection = {
      server: this.url,
      namespace: 'default',
      tls: {},
      credentials: fixedCredentials({}),
      origin: 'a test',
      ...overrides,
    };
    const cluster = new KubeCluster(connection, { ...fast, ...timing });
    this.clusters.push(cluster);
    return cluster;
  }

  /** Requests of a path, discovery aside. */
  count(method: string, path: string): number {
    return this.seen.filter((seen) => seen.method === method && seen.path === path).length;
  }

  /** Cuts every open connection. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  /** Stops listening; connections are refused until `up`. */
  async down(): Promise<void> {
    if (!this.server.listening) return;
    this.lastPort = this.port;
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
    // Time for the other side to notice.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async up(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.lastPort, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    for (const cluster of this.clusters) cluster.close();
    await this.down();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '', this.url);
    const seen = {
      method: request.method ?? '', path: url.pathname, query: url.searchParams, headers: request.headers, body: Buffer.concat(chunks).toString(),
    };
    this.seen.push(seen);
    if ((await this.handler(seen, response, this.count(seen.method, seen.path))) !== undefined) return;
    if (seen.path === '/api') return json(response, 200, discovery([coreGroup]));
    if (seen.path === '/apis') return json(response, 200, discovery(this.groups));
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function status(code: number, reason: string, message = reason, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message, ...more };
}

/** Starts a watch; write events with `send`. */
export function stream(response: ServerResponse): { send: (type: string, object: unknown) => void } {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  return { send: (type, object) => response.write(`${JSON.stringify({ type, object })}\n`) };
}

export function configMap(
  name: string, resourceVersion: string, more: object = {},
): { metadata: Record<string, unknown> } & Record<string, unknown> {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'ns', uid: `uid-${name}`, resourceVersion, ...more } };
}

export function initialEnd(resourceVersion: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } } };
}

export const configMaps: ObserveScope = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns' };
export const COLLECTION = '/api/v1/namespaces/ns/configmaps';

const allVerbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

export function group(
  name: string, version: string, ...kinds: [kind: string, resource: string, scope?: 'Namespaced' | 'Cluster'][]
): object {
  return {
    metadata: { name },
    versions: [{
      version,
      resources: kinds.map(([kind, resource, scope = 'Namespaced']) => ({
        resource,
        responseKind: { group: name, version, kind },
        scope,
        verbs: allVerbs,
      })),
    }],
  };
}

const coreGroup = group('', 'v1', ['ConfigMap', 'configmaps'], ['Namespace', 'namespaces', 'Cluster']);

function discovery(items: object[]): object {
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
}

/** Notes what an observer gets, as short lines: `+a@1` changed, `-a@2` removed, `synced`, `refused 403 retrying`. */
export function recorder(): Observer & { readonly lines: string[]; reached(line: string, times?: number): Promise<void> } {
  const lines: string[] = [];
  let notify = (): void => {};
  const add = (line: string): void => {
    lines.push(line);
    notify();
  };
  return {
    lines,
    changed: ({ metadata }) => add(`+${metadata.name}@${metadata.resourceVersion}`),
    removed: (ref, resourceVersion) => add(`-${ref.name}@${resourceVersion}`),
    synced: () => add('synced'),
    failed: (problem, retrying) => add(`${describe(problem)}${retrying ? ' retrying' : ''}`),
    /** Resolves once `line` was noted so many times. */
    reached: async (line, times = 1) => {
      while (lines.filter((each) => each === line).length < times) {
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`waited for "${line}", got ${JSON.stringify(lines)}`)), 3_000);
          notify = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
  };
}

function describe(problem: Answer): string {
  return problem.type === 'refused' ? `refused ${problem.status.code}` : problem.type;
}

/** Credentials that never change. */
export function fixedCredentials(identity: Identity): Credentials {
  return { current: () => Promise.resolve(identity), renew: () => false };
}

import { type Connection, type Impersonation } from './auth';
import { Client, connectionError, ConnectionFailure, responseError, type HttpRequest } from './http';
import { Discovery } from './discovery';
import { KubeLane, type Parts } from './lane';
import { Streams, type StreamInfo } from './streams';
import { defaultTiming, type Timing } from './timing';

/** What `/version` answers (the fields in use everywhere; there are more). */
export interface KubeVersion {
  /** For example `v1.36.3`. */
  readonly gitVersion: string;
  readonly major: string;
  readonly minor: string;
  readonly platform?: string;
}

/** Of another program, as text. */
export interface ForwardedRequest {
  readonly method: keyof typeof FORWARDED;
  /** With query, below the address of the server. */
  readonly path: string;
  readonly accept: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface ForwardedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const FORWARDED = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;

/** One API server. Made by `connect`; `close()` ends everything that it has open. It is itself the lane of what belongs to none. */
export class KubeCluster extends KubeLane {
  private knownVersion: Promise<KubeVersion> | undefined;
  /** Of other users that are acted as, by what they are. */
  private readonly acting: Map<string, Parts>;
  private readonly timing: Timing;

  /** @internal Use `connect`. */
  constructor(connection: Connection, timing: Timing = defaultTiming) {
    const client = new Client(connection, timing);
    const acting = new Map<string, Parts>();
    const discovery = new Discovery(client, timing, () => {
      for (const { streams } of [parts, ...acting.values()]) streams.wake();
    });
    const parts: Parts = { connection, client, discovery, streams: new Streams(client, discovery, timing) };
    super(parts);
    this.acting = acting;
    this.timing = timing;
  }

  /**
   * The same connection, on which everything is read and written as another user, streams included; which kinds are served is still asked
   * as oneself. Equal users share their streams. Whoever connected has to be allowed to impersonate the user.
   */
  as(user: Impersonation): KubeLane {
    const key = JSON.stringify(user);
    const known = this.acting.get(key);
    if (known !== undefined) return new KubeLane(known);
    const { connection, discovery } = this.parts;
    const client = this.parts.client.as(user);
    const parts: Parts = { connection, client, discovery, streams: new Streams(client, discovery, this.timing) };
    this.acting.set(key, parts);
    return new KubeLane(parts);
  }

  /** Address of the API server, for messages. */
  get server(): string {
    return this.parts.connection.server;
  }

  /** Namespace of the context; `default` when it has none. */
  get defaultNamespace(): string {
    return this.parts.connection.namespace;
  }

  /**
   * @internal Use `renewableCluster`. The connection says something else: what is open is broken off, streams go on from where they were.
   */
  renew(): void {
    this.knownVersion = undefined;
    this.parts.client.renew();
    for (const streams of this.allStreams()) streams.wake();
  }

  /** @internal Loads discovery, which shows that the server can be reached and accepts our credentials. */
  async ready(): Promise<void> {
    await this.parts.discovery.load();
    await this.requireDiscovery();
  }

  /** Version of the server; asked once. */
  version(): Promise<KubeVersion> {
    this.knownVersion ??= this.json('/version', 'discovery').then((body) => body as KubeVersion);
    this.knownVersion.catch(() => (this.knownVersion = undefined));
    return this.knownVersion;
  }

  /**
   * Requests sent so far, by verb: get, list, watch, create, update, patch, delete; dry runs as `dryRun`, discovery and version as
   * `discovery`. Repetitions count.
   */
  requests(): Readonly<Record<string, number>> {
    return { ...this.parts.client.counts };
  }

  /** The open streams: what they ask for, how many objects and observers they have. */
  streams(): readonly StreamInfo[] {
    return this.allStreams().flatMap((streams) => streams.describe());
  }

  /**
   * Begins an orderly end: reads and dry runs under way have 1 s left and are not repeated; writes have 10 s each, so that what may have
   * happened is known and what a run leaves behind can be recorded; after 20 s everything is closed. Call `close` when done.
   */
  windDown(): void {
    this.parts.client.windDown.begin();
  }

  /**
   * From now on, `mayWrite` is asked immediately before each write is sent, repetitions included; with false the write is not sent, and its
   * answer is `lost`. For a process that writes only while it holds a lease. Reads, dry runs and `unfenced` lanes are not asked about.
   */
  fenceWrites(mayWrite: () => boolean): void {
    this.parts.client.mayWrite = mayWrite;
  }

  /** Whether the fence lets writes through now: for a program that writes beside this connection. */
  mayWrite(): boolean {
    return this.parts.client.mayWrite();
  }

  /**
   * Sends the request of another program as one of our own: with our credentials, behind the fence of writes. An answer, whatever it is, has
   * a status.
   * @param user as whom it is sent. @default as the connection acts
   */
  async forward(request: ForwardedRequest, user?: string): Promise<ForwardedAnswer | { readonly message: string }> {
    const verb = FORWARDED[request.method];
    const outcome = await this.parts.client.send({ ...request, verb, repeatable: verb === 'get', ...(user === undefined ? {} : { as: { user } }) });
    if (outcome instanceof ConnectionFailure) return { message: outcome.message };
    const { status, headers, body } = outcome;
    return { status, contentType: headers['content-type'] ?? 'application/json', body };
  }

  /** @internal Fires when everything is closed. */
  get closed(): AbortSignal {
    return this.parts.client.closing.signal;
  }

  /** Ends every stream, request and connection at once. Nothing keeps the process alive afterwards. */
  close(): void {
    for (const streams of this.allStreams()) streams.close();
    this.parts.client.close();
  }

  private allStreams(): readonly Streams[] {
    return [this.parts, ...this.acting.values()].map(({ streams }) => streams);
  }

  private async json(path: string, verb: HttpRequest['verb']): Promise<unknown> {
    const outcome = await this.parts.client.send({ method: 'GET', path, verb, repeatable: true });
    if (outcome instanceof ConnectionFailure) throw await connectionError(outcome, this.parts.connection);
    if (outcome.status !== 200) throw await responseError(outcome, this.parts.connection);
    return JSON.parse(outcome.body) as unknown;
  }
}

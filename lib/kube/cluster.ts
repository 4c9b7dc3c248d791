import type { Connection } from './auth';
import { Client, connectionError, ConnectionFailure, responseError, type HttpRequest } from './http';
import { Discovery } from './discovery';
import { KubeLane } from './lane';
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

/** One API server. Made by `connect`; `close()` ends everything that it has open. It is itself the lane of what belongs to none. */
export class KubeCluster extends KubeLane {
  /** Address of the API server, for messages. */
  readonly server: string;
  /** Namespace of the context; `default` when it has none. */
  readonly defaultNamespace: string;
  private knownVersion: Promise<KubeVersion> | undefined;

  /** @internal Use `connect`. */
  constructor(connection: Connection, timing: Timing = defaultTiming) {
    const client = new Client(connection, timing);
    const discovery = new Discovery(client, timing, () => streams.wake());
    const streams = new Streams(client, discovery, timing);
    super({ connection, client, discovery, streams });
    this.server = connection.server;
    this.defaultNamespace = connection.namespace;
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
    return this.parts.streams.describe();
  }

  /**
   * Begins an orderly end: reads and dry runs under way have 1 s left and are not repeated; writes have 10 s each, so that what may have
   * happened is known and what a run leaves behind can be recorded; after 20 s everything is closed. Call `close` when done.
   */
  windDown(): void {
    this.parts.client.windDown.begin();
  }

  /** @internal Fires when everything is closed. */
  get closed(): AbortSignal {
    return this.parts.client.closing.signal;
  }

  /** Ends every stream, request and connection at once. Nothing keeps the process alive afterwards. */
  close(): void {
    this.parts.streams.close();
    this.parts.client.close();
  }

  private async json(path: string, verb: HttpRequest['verb']): Promise<unknown> {
    const outcome = await this.parts.client.send({ method: 'GET', path, verb, repeatable: true });
    if (outcome instanceof ConnectionFailure) throw await connectionError(outcome, this.parts.connection);
    if (outcome.status !== 200) throw await responseError(outcome, this.parts.connection);
    return JSON.parse(outcome.body) as unknown;
  }
}

import type { KubeObject, ObjectRef } from '../api';
import { refOf } from '../api';
import type {
  Answer, ApplyOptions, Cluster, DeleteOptions, JsonPatchOperation, ObserveScope, Observer, ServedKind, Subscription,
} from '../engine/ports';
import { BoxcutterError } from '../errors';
import { answerOf, unservedMessage } from './answer';
import { Client } from './client';
import type { Connection } from './connection';
import { Discovery } from './discovery';
import { connectionError, responseError } from './problem';
import { collectionPath, objectPath, query } from './path';
import { readPages } from './pages';
import { Streams } from './streams';
import { defaultTiming, type Timing } from './timing';
import { ConnectionFailure, type HttpRequest } from './transport';

/** What `/version` answers (the fields in use everywhere; there are more). */
export interface KubeVersion {
  /** For example `v1.36.3`. */
  readonly gitVersion: string;
  readonly major: string;
  readonly minor: string;
  readonly platform?: string;
}

export interface ListOptions {
  /** Only `apiVersion`, `kind` and `metadata` of each object. @default false */
  readonly metadataOnly?: boolean;
}

export interface ListResult {
  readonly objects: KubeObject[];
  /** Of the list as a whole: the state of the cluster that it shows. */
  readonly resourceVersion: string;
}

export interface WriteOptions {
  /** @default boxcutter */
  readonly fieldManager?: string;
  readonly dryRun?: boolean;
}

/**
 * One API server. Made by `connect`; `close()` ends everything that it has open.
 * The methods of the engine's `Cluster` give an `Answer` for whatever the server or the network does; the others throw `BoxcutterError`.
 */
export class KubeCluster implements Cluster {
  /** Address of the API server, for messages. */
  readonly server: string;
  /** Namespace of the context; `default` when it has none. */
  readonly defaultNamespace: string;
  private readonly client: Client;
  private readonly discovery: Discovery;
  private readonly streams: Streams;
  private knownVersion: Promise<KubeVersion> | undefined;

  /** @internal Use `connect`. */
  constructor(private readonly connection: Connection, timing: Timing = defaultTiming) {
    this.server = connection.server;
    this.defaultNamespace = connection.namespace;
    this.client = new Client(connection, timing);
    this.discovery = new Discovery(this.client, timing, () => this.streams.wake());
    this.streams = new Streams(this.client, this.discovery, timing);
  }

  /** @internal Loads discovery, which tells whether the server can be reached and knows us. */
  async ready(): Promise<void> {
    await this.discovery.load();
    await this.requireDiscovery();
  }

  private async requireDiscovery(): Promise<void> {
    const problem = this.discovery.failure;
    if (problem === undefined) return;
    throw problem instanceof ConnectionFailure ? await connectionError(problem, this.connection) : await responseError(problem, this.connection);
  }

  /** Version of the server; asked once. */
  version(): Promise<KubeVersion> {
    this.knownVersion ??= this.json('/version', 'discovery').then((body) => body as KubeVersion);
    this.knownVersion.catch(() => (this.knownVersion = undefined));
    return this.knownVersion;
  }

  /** Undefined when the server does not serve it. Throws what the server or the network said (`server-*`) when it cannot be told. */
  async resolve(apiVersion: string, kind: string): Promise<ServedKind | undefined> {
    const found = await this.discovery.resolve(apiVersion, kind);
    if (found === undefined) await this.requireDiscovery();
    return found;
  }

  /** Every kind that can be listed, from discovery; throws like `resolve` when that cannot be told. */
  async kinds(): Promise<ServedKind[]> {
    const kinds = await this.discovery.kinds();
    await this.requireDiscovery();
    return kinds;
  }

  /** Server-side apply. 404 for a missing namespace is `refused`; for a kind that is not served, `unserved`. */
  async apply(object: KubeObject, options: ApplyOptions): Promise<Answer> {
    return this.exchange(refOf(object), 'apply', (kind, ref) => ({
      method: 'PATCH',
      path: objectPath(kind, ref) + query({
        fieldManager: options.fieldManager,
        force: options.force ? 'true' : undefined,
        fieldValidation: 'Strict',
        dryRun: options.dryRun ? 'All' : undefined,
      }),
      verb: options.dryRun ? 'dryRun' : 'patch',
      contentType: 'application/apply-patch+yaml',
      body: JSON.stringify(object),
      repeatable: options.dryRun === true,
    }));
  }

  /** RFC 6902 patch; 404 is `gone`. */
  async patch(ref: ObjectRef, operations: readonly JsonPatchOperation[], fieldManager: string): Promise<Answer> {
    return this.exchange(ref, 'patch', (kind) => ({
      method: 'PATCH',
      path: objectPath(kind, ref) + query({ fieldManager }),
      verb: 'patch',
      contentType: 'application/json-patch+json',
      body: JSON.stringify(operations),
      repeatable: false,
    }));
  }

  /** Deletes that very object. `gone` when it is; `object` while finalizers hold it. */
  async delete(ref: ObjectRef, options: DeleteOptions): Promise<Answer> {
    const { uid, resourceVersion, propagation = 'Background' } = options;
    return this.exchange(ref, 'delete', (kind) => ({
      method: 'DELETE',
      path: objectPath(kind, ref),
      verb: 'delete',
      contentType: 'application/json',
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions: { uid, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
        propagationPolicy: propagation,
      }),
      repeatable: false,
    }));
  }

  async get(ref: ObjectRef): Promise<Answer> {
    return this.exchange(ref, 'get', (kind) => ({ method: 'GET', path: objectPath(kind, ref), verb: 'get', repeatable: true }));
  }

  /** POST: 409 AlreadyExists is `refused`. `metadata.generateName` is allowed. */
  async create(object: KubeObject, options: WriteOptions = {}): Promise<Answer> {
    return this.exchange(refOf(object), 'create', (kind, ref) => ({
      method: 'POST',
      path: collectionPath(kind, ref.namespace) + this.writeQuery(options),
      verb: options.dryRun ? 'dryRun' : 'create',
      contentType: 'application/json',
      body: JSON.stringify(object),
      repeatable: options.dryRun === true,
    }));
  }

  /** PUT of the whole object. With `metadata.resourceVersion`, only if it is still that state (otherwise 409, `refused`). */
  async replace(object: KubeObject, options: WriteOptions = {}): Promise<Answer> {
    return this.exchange(refOf(object), 'replace', (kind, ref) => ({
      method: 'PUT',
      path: objectPath(kind, ref) + this.writeQuery(options),
      verb: options.dryRun ? 'dryRun' : 'update',
      contentType: 'application/json',
      body: JSON.stringify(object),
      repeatable: options.dryRun === true,
    }));
  }

  /**
   * All objects of a scope, as of one moment, read in pages of 500.
   * Throws `kind-unserved`, or what the server or the network said (`server-*`).
   */
  async list(scope: ObserveScope, options: ListOptions = {}): Promise<ListResult> {
    const kind = await this.resolve(scope.apiVersion, scope.kind);
    if (kind === undefined) throw this.unserved(scope);
    const objects: KubeObject[] = [];
    const result = await readPages(this.client, kind, scope, options.metadataOnly ?? false, {
      restart: () => objects.splice(0),
      page: (items) => objects.push(...items),
    });
    if (typeof result === 'string') return { objects, resourceVersion: result };
    if (result instanceof ConnectionFailure) throw await connectionError(result, this.connection);
    const answer = answerOf(result, 'get');
    if (answer.type === 'unserved' || answer.type === 'gone') throw this.unserved(scope);
    throw await responseError(result, this.connection);
  }

  observe(scope: ObserveScope, observer: Observer): Subscription {
    return this.streams.observe(scope, observer);
  }

  /**
   * Requests sent so far, by verb: get, list, watch, create, update, patch, delete; dry runs as `dryRun`, discovery and version as `discovery`.
   * Repetitions count.
   */
  requests(): Readonly<Record<string, number>> {
    return { ...this.client.counts };
  }

  /**
   * Begins an orderly end: reads and dry runs under way have 1 s left and are not repeated; writes have 10 s each, so that what may have
   * happened is known and what a run leaves behind can be recorded; after 20 s everything is closed. Call `close` when done.
   */
  windDown(): void {
    this.client.windDown.begin();
  }

  /** Ends every stream, request and connection at once. Nothing keeps the process alive afterwards. */
  close(): void {
    this.streams.close();
    this.client.close();
  }

  private async exchange(
    ref: ObjectRef,
    intent: Parameters<typeof answerOf>[1],
    request: (kind: ServedKind, ref: ObjectRef) => HttpRequest,
  ): Promise<Answer> {
    const kind = await this.discovery.resolve(ref.apiVersion, ref.kind);
    if (kind === undefined) return this.discovery.failure === undefined ? { type: 'unserved' } : answerOf(this.discovery.failure, intent);
    const answer = answerOf(await this.client.send(request(kind, ref)), intent);
    if (answer.type === 'unserved') this.discovery.forget(kind);
    return answer;
  }

  private writeQuery(options: WriteOptions): string {
    return query({ fieldManager: options.fieldManager ?? 'boxcutter', fieldValidation: 'Strict', dryRun: options.dryRun ? 'All' : undefined });
  }

  private async json(path: string, verb: HttpRequest['verb']): Promise<unknown> {
    const outcome = await this.client.send({ method: 'GET', path, verb, repeatable: true });
    if (outcome instanceof ConnectionFailure) throw await connectionError(outcome, this.connection);
    if (outcome.status !== 200) throw await responseError(outcome, this.connection);
    return JSON.parse(outcome.body) as unknown;
  }

  private unserved(scope: ObserveScope): BoxcutterError {
    return new BoxcutterError('kind-unserved', 'collision', unservedMessage(scope.apiVersion, scope.kind), {
      hint: 'Install what defines it (usually a CustomResourceDefinition), or check apiVersion and kind.',
      details: { apiVersion: scope.apiVersion, kind: scope.kind, server: this.server },
    });
  }
}

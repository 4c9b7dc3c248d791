import type { KubeObject, ObjectRef } from '../api';
import { refOf } from '../api';
import { defined } from '../defined';
import type {
  Answer, ApplyOptions, Cluster, DeleteOptions, JsonPatchOperation, ObserveScope, Observer, ServedKind, Subscription,
} from '../engine/ports';
import { BoxcutterError } from '../errors';
import {
  answerOf, connectionError, ConnectionFailure, query, readPages, responseError, unservedMessage,
  type Client, type HttpRequest, type Intent, type Lane,
} from './http';
import type { Connection } from './auth';
import type { Discovery } from './discovery';
import {
  applyRequest, createRequest, deleteRequest, getRequest, patchRequest, replaceRequest, statusRequest, type WriteOptions,
} from './requests';
import type { Streams } from './streams';

export interface ListOptions {
  /** Only `apiVersion`, `kind` and `metadata` of each object. @default false */
  readonly metadataOnly?: boolean;
  /** Ends the list after so many objects. @default all */
  readonly atMost?: number;
}

export interface ListResult {
  readonly objects: KubeObject[];
  /** Of the list as a whole: the state of the cluster that it shows. */
  readonly resourceVersion: string;
  /** There are more objects than were asked for: how many more; `unknown` where the server does not say it. */
  readonly remaining?: number | 'unknown';
}

export interface LaneOptions {
  /**
   * Requests that must not wait behind others: renewals of a lease or a lock, reads of a fence. They go first, and two of them may run
   * beyond what is allowed at once. For few and short requests only. @default false
   */
  readonly urgent?: boolean;
  /** Writes go out although the connection is fenced (`KubeCluster.fenceWrites`): for what any process may ask or tell. @default false */
  readonly unfenced?: boolean;
}

/** What all lanes of a connection share. */
export interface Parts {
  readonly connection: Connection;
  readonly client: Client;
  readonly discovery: Discovery;
  readonly streams: Streams;
}

/**
 * A way to the API server with a queue of its own: when requests have to wait, lanes take turns, so that a lane with thousands of requests
 * delays a request of another lane by one request at most. Lanes share everything else: connections, discovery, streams. Made by
 * `KubeCluster.lane`. The methods of the engine's `Cluster` give an `Answer` for whatever the server or the network does; the others throw
 * `BoxcutterError`.
 */
export class KubeLane implements Cluster {
  /** @internal */
  constructor(
    /** @internal */
    protected readonly parts: Parts,
    private readonly queue: Lane = { lane: '' },
  ) {}

  /** The same for all lanes of a connection: what is learnt of the server is remembered there. */
  get origin(): object {
    return this.parts;
  }

  /** Requests of this name wait in a queue of their own. Equal names share it. */
  lane(name: string, options: LaneOptions = {}): KubeLane {
    return new KubeLane(this.parts, { lane: name, ...options });
  }

  /**
   * Time of the API server in milliseconds since the epoch, at most two seconds behind, never ahead; undefined: no answer has said it yet.
   * Sends nothing.
   */
  serverTime(): number | undefined {
    return this.parts.client.clock.now();
  }

  /** Undefined when the server does not serve it. Throws what the server or the network answered (`server-*`) when discovery cannot say. */
  async resolve(apiVersion: string, kind: string): Promise<ServedKind | undefined> {
    const found = await this.parts.discovery.resolve(apiVersion, kind);
    if (found === undefined) await this.requireDiscovery(apiVersion);
    return found;
  }

  /** Every kind that can be listed, from discovery; throws like `resolve` when discovery cannot say. */
  async kinds(): Promise<ServedKind[]> {
    const kinds = await this.parts.discovery.kinds();
    await this.requireDiscovery();
    return kinds;
  }

  /**
   * Versions (`group/version`) whose own server does not answer the API server: what it has of their kinds cannot be seen. As old as what
   * `kinds` gives; throws like it.
   */
  async unavailable(): Promise<readonly string[]> {
    await this.kinds();
    return this.parts.discovery.stale;
  }

  /** Server-side apply. 404 for a missing namespace is `refused`; for a kind that is not served, `unserved`. */
  async apply(object: KubeObject, options: ApplyOptions): Promise<Answer> {
    return this.exchange(refOf(object), 'apply', (kind) => applyRequest(kind, object, options));
  }

  /** RFC 6902 patch; 404 is `gone`. */
  async patch(ref: ObjectRef, operations: readonly JsonPatchOperation[], fieldManager: string): Promise<Answer> {
    return this.exchange(ref, 'patch', (kind) => patchRequest(kind, ref, operations, { fieldManager }));
  }

  /** What a patch would make of it; nothing is written. */
  async tryPatch(ref: ObjectRef, operations: readonly JsonPatchOperation[], fieldManager: string): Promise<Answer> {
    return this.exchange(ref, 'patch', (kind) => patchRequest(kind, ref, operations, { fieldManager, dryRun: true }));
  }

  /** Deletes that very object. `gone` when it is; `object` while finalizers hold it. */
  async delete(ref: ObjectRef, options: DeleteOptions): Promise<Answer> {
    return this.exchange(ref, 'delete', (kind) => deleteRequest(kind, ref, options));
  }

  async get(ref: ObjectRef): Promise<Answer> {
    return this.exchange(ref, 'get', (kind) => getRequest(kind, ref));
  }

  /** POST: 409 AlreadyExists is `refused`. `metadata.generateName` is allowed. */
  async create(object: KubeObject, options: WriteOptions = {}): Promise<Answer> {
    return this.exchange(refOf(object), 'create', (kind) => createRequest(kind, object, options));
  }

  /** PUT of the whole object. With `metadata.resourceVersion`, only if it is still that state (otherwise 409, `refused`). */
  async replace(object: KubeObject, options: WriteOptions = {}): Promise<Answer> {
    return this.exchange(refOf(object), 'replace', (kind) => replaceRequest(kind, object, options));
  }

  /**
   * PUT of the status alone, of an object with `metadata.uid` and `metadata.resourceVersion`: another state is 409, `refused`. The answer has
   * the metadata of the object, and nothing else of it.
   */
  async replaceStatus(object: KubeObject, options: WriteOptions = {}): Promise<Answer> {
    return this.exchange(refOf(object), 'replace', (kind) => statusRequest(kind, object, options));
  }

  /**
   * All objects of a scope, as of one moment, read in pages of 500; or its first `atMost`.
   * Throws `kind-unserved`, or what the server or the network answered (`server-*`).
   */
  async list(scope: ObserveScope, options: ListOptions = {}): Promise<ListResult> {
    const kind = await this.resolve(scope.apiVersion, scope.kind);
    if (kind === undefined) throw this.unserved(scope);
    const objects: KubeObject[] = [];
    let remaining: number | 'unknown' | undefined;
    const result = await readPages(this.parts.client, kind, scope, options.metadataOnly ?? false, {
      restart: () => objects.splice(0),
      page: (items) => objects.push(...items),
      rest: (count) => {
        remaining = count ?? 'unknown';
      },
    }, this.queue, options.atMost);
    if (typeof result === 'string') return { objects, resourceVersion: result, ...defined({ remaining }) };
    if (result instanceof ConnectionFailure) throw await connectionError(result, this.parts.connection);
    const answer = answerOf(result, 'get');
    if (answer.type === 'unserved' || answer.type === 'gone') {
      this.parts.discovery.forget(kind);
      throw this.unserved(scope);
    }
    throw await responseError(result, this.parts.connection);
  }

  /**
   * The end of what a container wrote, at most 3 lines and 8 KB; `previous`: in the run before this one. Undefined: it cannot be had
   * (these credentials may not read logs, its node does not answer). Never rejects.
   */
  async podLog(
    { namespace, name }: { readonly namespace: string; readonly name: string }, container: string, previous: boolean,
  ): Promise<string | undefined> {
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}/log`;
    const parameters = query({ container, tailLines: '3', limitBytes: '8192', previous: previous ? 'true' : undefined });
    // A node that is away is not asked again: nobody waits for it.
    const request = { method: 'GET', path: path + parameters, verb: 'get', repeatable: false, accept: '*/*' } as const;
    const outcome = await this.parts.client.send(request, this.queue);
    return outcome instanceof ConnectionFailure || outcome.status !== 200 ? undefined : outcome.body;
  }

  /** The orderly end of the connection (`KubeCluster.windDown`) begins when nobody holds it open any more. */
  holdOpen(): () => void {
    return this.parts.client.windDown.hold();
  }

  observe(scope: ObserveScope, observer: Observer): Subscription {
    return this.parts.streams.observe(scope, observer);
  }

  /** @internal Use `shareStreams`. */
  observeShared(...options: Parameters<Streams['observeShared']>): Subscription {
    return this.parts.streams.observeShared(...options);
  }

  /** Throws what keeps discovery from knowing the kinds: all of them, or those of one version. */
  protected async requireDiscovery(apiVersion?: string): Promise<void> {
    const { connection, discovery } = this.parts;
    const problem = apiVersion === undefined ? discovery.failure : discovery.failureFor(apiVersion);
    if (problem === undefined) return;
    throw problem instanceof ConnectionFailure ? await connectionError(problem, connection) : await responseError(problem, connection);
  }

  private async exchange(ref: ObjectRef, intent: Intent, request: (kind: ServedKind) => HttpRequest): Promise<Answer> {
    const { client, discovery } = this.parts;
    const kind = await discovery.resolve(ref.apiVersion, ref.kind);
    if (kind === undefined) {
      const failure = discovery.failureFor(ref.apiVersion);
      return failure === undefined ? { type: 'unserved' } : answerOf(failure, intent);
    }
    const asked = request(kind);
    const answer = answerOf(await client.send(asked, this.queue), intent, asked.verb === 'dryRun');
    if (answer.type !== 'unserved') return answer;
    discovery.forget(kind);
    // A path of a server that is away says "not found" as well: what is known of that may be old.
    if (discovery.failureFor(ref.apiVersion) !== undefined) await discovery.resolve(ref.apiVersion, ref.kind);
    const failure = discovery.failureFor(ref.apiVersion);
    return failure === undefined ? answer : answerOf(failure, intent);
  }

  private unserved(scope: ObserveScope): BoxcutterError {
    return new BoxcutterError('kind-unserved', 'collision', unservedMessage(scope.apiVersion, scope.kind), {
      hint: 'Install what defines it (usually a CustomResourceDefinition), or check apiVersion and kind.',
      details: { apiVersion: scope.apiVersion, kind: scope.kind, server: this.parts.connection.server },
    });
  }
}

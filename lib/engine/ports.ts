/**
 * What the engine needs of a cluster. `lib/kube` implements it for one API server; the simulation implements it in memory.
 * Methods never throw for what a server or a network does: every outcome is an `Answer`, because each one decides something.
 */
import type { KubeObject, ObjectRef } from '../api';

/** A failure answer of the API server (the fields of `Status` that decide anything). */
export interface ApiStatus {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
  readonly retryAfterSeconds?: number;
}

export type Answer =
  /** The server stored (or, for a dry run, would store) this; for a read, this is it. */
  | { readonly type: 'object'; readonly object: KubeObject; readonly created: boolean }
  /** There is no such object (any more). */
  | { readonly type: 'gone' }
  /**
   * The API server does not serve this kind (404 without a Status, or not in discovery). For a read, a delete or a release the engine takes
   * it for "there is no such object": a cluster whose kinds may change their versions says it only when none of them is served.
   */
  | { readonly type: 'unserved' }
  /** The server refused; nothing was stored. */
  | { readonly type: 'refused'; readonly status: ApiStatus }
  /** No answer, or one that leaves open whether the write was committed (timeout, cut connection, 504, 500 after commit). */
  | { readonly type: 'lost'; readonly message: string };

/** Why a stream cannot be opened or read. A collection has no "object not found": 404 says that the kind is not served. */
export type StreamProblem = Exclude<Answer, { type: 'object' | 'gone' }>;

export interface ApplyOptions {
  readonly fieldManager: string;
  readonly force: boolean;
  readonly dryRun?: boolean;
}

/**
 * Writes. Preconditions travel in the body of an apply: `metadata.resourceVersion: "1"` creates only, `uid` with
 * `resourceVersion` updates only that very state (docs/requirements.md, the API server).
 */
export interface Writer {
  apply(object: KubeObject, options: ApplyOptions): Promise<Answer>;
  /** RFC 6902 patch; used to let go of objects. */
  patch(ref: ObjectRef, operations: readonly JsonPatchOperation[], fieldManager: string): Promise<Answer>;
  delete(ref: ObjectRef, options: DeleteOptions): Promise<Answer>;
}

/** The state of an object that a write is for: when the object has another by then, nothing is written. */
export interface Precondition {
  readonly uid: string;
  readonly resourceVersion: string;
}

export interface DeleteOptions {
  readonly uid: string;
  readonly resourceVersion?: string;
  /** @default Background */
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan';
}

export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test';
  readonly path: string;
  readonly value?: unknown;
}

export interface Reader {
  /** One live read. */
  get(ref: ObjectRef): Promise<Answer>;
  /** Watch a scope; calls back with every object of it, then `synced`, then every change. */
  observe(scope: ObserveScope, observer: Observer): Subscription;
}

/** One stream: a kind, and as little of it as the task needs. */
export interface ObserveScope {
  readonly apiVersion: string;
  readonly kind: string;
  /** Absent: cluster-scoped kind, or all namespaces. */
  readonly namespace?: string;
  /** Only this object (field selector on metadata.name). */
  readonly name?: string;
  /** `key=value,...` */
  readonly labelSelector?: string;
  /** What is there now is enough: of changes after the first `synced` nothing need be told. @default false */
  readonly once?: boolean;
}

export interface Observer {
  /** An object of the scope as it is now. */
  changed(object: KubeObject): void;
  /** It is gone, or no longer matches the selectors. `lastSeen` may lack content. */
  removed(ref: ObjectRef, resourceVersion: string | undefined): void;
  /**
   * All objects that existed at the start (or at a re-list) were delivered.
   * @param resourceVersion of the state that was delivered, where it is known
   */
  synced(resourceVersion?: string): void;
  /**
   * The stream cannot be opened for now (permission, kind not served); `retrying`: whether it goes on trying. Objects that were told are
   * not gone for that: what has become of them, a list tells when it opens again. Who acts on an absence asks the server first.
   */
  failed(problem: StreamProblem, retrying: boolean): void;
}

export interface Subscription {
  close(): void;
  /**
   * Whether the stream has the object, so that it will tell its end, also when that falls into a gap between two lists. Of what was made
   * and deleted in such a gap it knows nothing. Absent: it cannot say.
   */
  has?(ref: ObjectRef): boolean;
}

/** Which kinds are served, and how. */
export interface Mapper {
  /** Undefined: not served (after one refresh of discovery). */
  resolve(apiVersion: string, kind: string): Promise<ServedKind | undefined>;
}

export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Plural in the path: `deployments`. */
  readonly resource: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

export interface Cluster extends Reader, Writer, Mapper {
  /**
   * POST: refused with 409 when the object exists. For servers whose apply cannot create only; without it they are not noticed.
   */
  create?(object: KubeObject, options: Pick<ApplyOptions, 'fieldManager' | 'dryRun'>): Promise<Answer>;
  /**
   * Keeps a connection open that is asked to end, until the function that it returns is called: a run has deleted what it is to create
   * again. @default nothing is kept open
   */
  holdOpen?(): () => void;
  /** What a wrapper wraps: what was learnt of the server is remembered there. @default this very object */
  readonly origin?: object;
}

/**
 * A model of an API server, as far as the controllers depend on it: create, patch with tests, status with its precondition, deletion with
 * uid and finalizers, generations, and a garbage collector. Immutable: a write gives a new server.
 */
import { refOf, type KubeObject, type ObjectRef } from '../../../../lib/api';
import { jsonEqual, type Answer, type DeleteOptions, type JsonPatchOperation } from '../../../../lib/engine';
import { patched } from '../../engine/simulation/server/json-patch';

export interface Server {
  readonly objects: ReadonlyMap<string, KubeObject>;
  /** How often each object was written: its version, so that writes to one do not tell on another. */
  readonly versions: ReadonlyMap<string, number>;
}

/** What streams are told; `after` is absent where the object is gone. */
export interface Change {
  readonly key: string;
  readonly after?: KubeObject;
}

export interface Result {
  readonly server: Server;
  readonly changes: readonly Change[];
  readonly answer: Answer;
}

export const EMPTY: Server = { objects: new Map(), versions: new Map() };

export type Request =
  | { readonly type: 'create'; readonly object: KubeObject }
  | { readonly type: 'get'; readonly ref: ObjectRef }
  | { readonly type: 'list'; readonly kind: string; readonly labels: Readonly<Record<string, string>> }
  | { readonly type: 'patch'; readonly ref: ObjectRef; readonly operations: readonly JsonPatchOperation[] }
  | { readonly type: 'delete'; readonly ref: ObjectRef; readonly on: Partial<DeleteOptions> }
  | { readonly type: 'status'; readonly object: KubeObject }
  /** As a rollout makes an object, or takes it over from an older sibling. */
  | { readonly type: 'put'; readonly object: KubeObject; readonly siblings: readonly string[] }
  /** As a teardown deletes one that its owner has. */
  | { readonly type: 'take'; readonly ref: ObjectRef; readonly uid: string };

export function keyOf({ kind, name }: Pick<ObjectRef, 'kind' | 'name'>): string {
  return `${kind}/${name}`;
}

export function isWrite({ type }: Request): boolean {
  return type !== 'get' && type !== 'list';
}

/** For people. */
export function textOf(request: Request): string {
  if (request.type === 'list') return `list ${request.kind}`;
  const ref = 'ref' in request ? request.ref : refOf(request.object);
  const what = request.type === 'patch' ? ` ${request.operations.flatMap(({ op, path }) => (op === 'test' ? [] : [path])).join()}` : '';
  return `${request.type} ${keyOf(ref)}${what}`;
}

export function perform(server: Server, request: Request): Result {
  switch (request.type) {
    case 'get':
      return read(server, request.ref);
    case 'list': {
      const objects = [...server.objects.values()].filter(({ kind, metadata: { labels = {} } }) => (
        kind === request.kind && Object.entries(request.labels).every(([name, value]) => labels[name] === value)
      ));
      return { server, changes: [], answer: { type: 'list', objects } as unknown as Answer };
    }
    case 'create':
      return create(server, request.object);
    case 'patch':
      return patch(server, request.ref, request.operations);
    case 'delete':
      return remove(server, request.ref, request.on);
    case 'status':
      return replaceStatus(server, request.object);
    case 'put':
      return rollOut(server, request);
    case 'take': {
      const isOurs = server.objects.get(keyOf(request.ref))?.metadata.ownerReferences?.some(({ uid }) => uid === request.uid) === true;
      return isOurs ? remove(server, request.ref, {}) : nothing(server, { type: 'gone' });
    }
  }
}

/** What a newer sibling has stays with it; what others have is a collision. */
function rollOut(server: Server, { object, siblings }: Extract<Request, { type: 'put' }>): Result {
  const live = server.objects.get(keyOf(refOf(object)));
  if (live === undefined) return create(server, object);
  const numberOf = (one: KubeObject): number => Number(one.metadata.annotations?.['revision'] ?? 0);
  const [owner] = live.metadata.ownerReferences ?? [];
  const isOurs = owner?.uid === object.metadata.ownerReferences?.[0]?.uid;
  if (!isOurs && !siblings.includes(owner?.uid ?? '')) return nothing(server, refused(409, 'Collision'));
  if (!isOurs && numberOf(live) > numberOf(object)) return nothing(server, { type: 'object', object: live, created: false });
  return put(server, { ...live, ...object, metadata: { ...live.metadata, ...object.metadata } });
}

export function refused(code: number, reason: string): Answer {
  return { type: 'refused', status: { code, reason, message: reason, causes: [] } };
}

function nothing(server: Server, answer: Answer): Result {
  return { server, changes: [], answer };
}

function read(server: Server, ref: ObjectRef): Result {
  const object = server.objects.get(keyOf(ref));
  return nothing(server, object === undefined ? { type: 'gone' } : { type: 'object', object, created: false });
}

function put(server: Server, object: KubeObject): Result {
  const key = keyOf(refOf(object));
  const before = server.objects.get(key);
  if (before !== undefined && jsonEqual(before, object)) return nothing(server, { type: 'object', object: before, created: false });
  const version = (server.versions.get(key) ?? 0) + 1;
  const { generation = 0 } = (before?.metadata ?? {}) as { readonly generation?: number };
  const isSpec = before === undefined || !jsonEqual(before['spec'] ?? {}, object['spec'] ?? {});
  const metadata = { ...object.metadata, resourceVersion: String(version), generation: isSpec ? generation + 1 : generation };
  const after = { ...object, metadata } as KubeObject;
  return {
    server: { objects: new Map([...server.objects, [key, after]]), versions: new Map([...server.versions, [key, version]]) },
    changes: [{ key, after }],
    answer: { type: 'object', object: after, created: before === undefined },
  };
}

function drop(server: Server, key: string): Result {
  const objects = new Map(server.objects);
  objects.delete(key);
  const versions = new Map([...server.versions, [key, (server.versions.get(key) ?? 0) + 1]]);
  return { server: { objects, versions }, changes: [{ key }], answer: { type: 'gone' } };
}

export function create(server: Server, object: KubeObject): Result {
  const key = keyOf(refOf(object));
  if (server.objects.has(key)) return nothing(server, refused(409, 'AlreadyExists'));
  return put(server, { ...object, metadata: { ...object.metadata, uid: `${key}#${server.versions.get(key) ?? 0}` } });
}

/** Where the last finalizer of what is being deleted goes, it is gone. */
function patch(server: Server, ref: ObjectRef, operations: readonly JsonPatchOperation[]): Result {
  const key = keyOf(ref);
  const live = server.objects.get(key);
  if (live === undefined) return nothing(server, { type: 'gone' });
  const object = patched(live, operations.map((one) => (one.path.endsWith('/-') ? appended(live, one) : one)));
  if (object === undefined) return nothing(server, refused(422, 'Invalid'));
  const isLast = object.metadata.deletionTimestamp !== undefined && (object.metadata.finalizers ?? []).length === 0;
  if (!isLast) return put(server, object);
  return { ...drop(server, key), answer: { type: 'object', object, created: false } };
}

function appended(live: KubeObject, { path, value }: JsonPatchOperation): JsonPatchOperation {
  return { op: 'add', path: path.slice(0, -2), value: [...(live.metadata.finalizers ?? []), value] };
}

export function remove(server: Server, ref: ObjectRef, { uid, resourceVersion }: Partial<DeleteOptions>): Result {
  const key = keyOf(ref);
  const live = server.objects.get(key);
  if (live === undefined) return nothing(server, { type: 'gone' });
  if (uid !== undefined && uid !== live.metadata.uid) return nothing(server, refused(409, 'Conflict'));
  if (resourceVersion !== undefined && resourceVersion !== live.metadata.resourceVersion) return nothing(server, refused(409, 'Conflict'));
  if ((live.metadata.finalizers ?? []).length === 0) return drop(server, key);
  return put(server, { ...live, metadata: { ...live.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
}

function replaceStatus(server: Server, { metadata, status, ...object }: KubeObject): Result {
  const live = server.objects.get(keyOf(refOf({ ...object, metadata })));
  if (live === undefined) return nothing(server, refused(404, 'NotFound'));
  const isSame = metadata.uid === live.metadata.uid && metadata.resourceVersion === live.metadata.resourceVersion;
  return isSame ? put(server, { ...live, status }) : nothing(server, refused(409, 'Conflict'));
}

/** What another client writes: the object as it should be now. */
export function edit(server: Server, key: string, change: (live: KubeObject) => KubeObject): Result {
  const live = server.objects.get(key);
  if (live === undefined) return nothing(server, { type: 'gone' });
  const object = change(live);
  const isLast = object.metadata.deletionTimestamp !== undefined && (object.metadata.finalizers ?? []).length === 0;
  return isLast ? drop(server, key) : put(server, object);
}

/** Objects all of whose owners are gone: the garbage collector deletes them. */
export function waste(server: Server): readonly KubeObject[] {
  const uids = new Set([...server.objects.values()].map(({ metadata }) => metadata.uid));
  return [...server.objects.values()].filter(({ metadata: { ownerReferences = [], deletionTimestamp } }) => (
    deletionTimestamp === undefined && ownerReferences.length > 0 && !ownerReferences.some(({ uid }) => uids.has(uid))
  ));
}

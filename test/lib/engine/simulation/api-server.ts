/**
 * A model of an API server, as far as the engine depends on it: server-side apply of maps with one entry of managed fields for each
 * manager, create-only and compare-and-swap writes, deletion with preconditions and finalizers. Immutable: a write gives a new server.
 */
import type { KubeObject, ManagedFieldsEntry } from '../../../../lib/api';
import { jsonEqual } from '../../../../lib/engine';

export interface Server {
  readonly objects: ReadonlyMap<string, KubeObject>;
  /** Last resource version given. */
  readonly version: number;
}

export interface Change {
  readonly key: string;
  readonly before?: KubeObject;
  /** Absent: deleted at `version`. */
  readonly after?: KubeObject;
  readonly version: string;
}

export type Written = { readonly server: Server; readonly changes: readonly Change[]; readonly object?: KubeObject } | 'conflict';

/** "1" has to stay a version that no object has. */
export const EMPTY: Server = { objects: new Map(), version: 10 };

type Fields = { readonly [key: string]: Fields };
const UNTRACKED = new Set(['apiVersion', 'kind', 'name', 'namespace', 'uid', 'resourceVersion', 'managedFields', 'deletionTimestamp', 'finalizers', 'status']);

function fieldsOf(value: unknown): Fields {
  if (value === null || typeof value !== 'object') return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => !UNTRACKED.has(name)).map(([name, child]) => [`f:${name}`, fieldsOf(child)]));
}

function put(server: Server, key: string, object: KubeObject): Written {
  const before = server.objects.get(key);
  if (before !== undefined && jsonEqual(before, object)) return { server, changes: [], object: before };
  const version = String(server.version + 1);
  const after = { ...object, metadata: { ...object.metadata, resourceVersion: version } };
  return {
    server: { objects: new Map([...server.objects, [key, after]]), version: server.version + 1 },
    changes: [{ key, ...(before === undefined ? {} : { before }), after, version }],
    object: after,
  };
}

function drop(server: Server, key: string): Written {
  const objects = new Map(server.objects);
  const before = objects.get(key) as KubeObject;
  objects.delete(key);
  const version = server.version + 1;
  return { server: { objects, version }, changes: [{ key, before, version: String(version) }] };
}

function matches(live: KubeObject, { uid, resourceVersion }: { uid?: string | undefined; resourceVersion?: string | undefined }): boolean {
  return live.metadata.uid === uid && live.metadata.resourceVersion === resourceVersion;
}

/** Forced server-side apply with preconditions in the body, as the engine sends it. */
export function apply(server: Server, key: string, body: KubeObject, manager: string): Written {
  const live = server.objects.get(key);
  const { uid, resourceVersion, ...metadata } = body.metadata;
  if (resourceVersion === '1' ? live !== undefined : live === undefined || !matches(live, { uid, resourceVersion })) return 'conflict';
  const entry: ManagedFieldsEntry = { manager, operation: 'Apply', apiVersion: body.apiVersion, fieldsV1: fieldsOf({ ...body, metadata }) };
  return put(server, key, {
    ...live,
    ...body,
    metadata: {
      ...metadata,
      uid: live?.metadata.uid ?? `${key}#${server.version + 1}`,
      ...(live === undefined ? {} : { resourceVersion: live.metadata.resourceVersion as string }),
      ...(live?.metadata.deletionTimestamp === undefined ? {} : { deletionTimestamp: live.metadata.deletionTimestamp }),
      ...(live?.metadata.finalizers === undefined ? {} : { finalizers: live.metadata.finalizers }),
      managedFields: [entry],
    },
  });
}

export function remove(server: Server, key: string, on: { readonly uid: string; readonly resourceVersion: string }): Written | 'gone' {
  const live = server.objects.get(key);
  if (live === undefined) return 'gone';
  return matches(live, on) ? finalize(server, key, live) : 'conflict';
}

function finalize(server: Server, key: string, live: KubeObject): Written {
  if ((live.metadata.finalizers ?? []).length === 0) return drop(server, key);
  return put(server, key, { ...live, metadata: { ...live.metadata, deletionTimestamp: 'now' } });
}

/** Our mark goes, the object stays (what the release patch does). */
export function letGo(server: Server, key: string, on: { readonly uid: string; readonly resourceVersion: string }): Written | 'gone' {
  const live = server.objects.get(key);
  if (live === undefined) return 'gone';
  if (!matches(live, on)) return 'conflict';
  const { annotations: _annotations, labels: _labels, managedFields: _managedFields, ...metadata } = live.metadata;
  return put(server, key, { ...live, metadata });
}

/** What others do. None of it asks for preconditions. */
export const others = {
  /** Somebody changes the content; our manager loses the field. */
  edit: (server: Server, key: string): Written => {
    const live = server.objects.get(key);
    if (live === undefined || (live['data'] as { value?: string }).value === 'theirs') return 'conflict';
    const ours = (live.metadata.managedFields ?? []).map((entry) => {
      const { 'f:data': _data, ...fields } = entry.fieldsV1 as Record<string, unknown>;
      return { ...entry, fieldsV1: fields };
    });
    const theirs: ManagedFieldsEntry = { manager: 'kubectl', operation: 'Update', apiVersion: live.apiVersion, fieldsV1: fieldsOf({ data: live['data'] }) };
    return put(server, key, { ...live, data: { value: 'theirs' }, metadata: { ...live.metadata, managedFields: [...ours, theirs] } });
  },
  /** Somebody takes our label off: streams by label lose sight of it. */
  unlabel: (server: Server, key: string): Written => {
    const live = server.objects.get(key);
    if (live?.metadata.labels === undefined) return 'conflict';
    const { labels: _labels, ...metadata } = live.metadata;
    const managedFields = (metadata.managedFields ?? []).map((entry) => {
      const { 'f:labels': _dropped, ...fields } = (entry.fieldsV1 as { 'f:metadata'?: Record<string, unknown> })['f:metadata'] ?? {};
      return { ...entry, fieldsV1: { ...(entry.fieldsV1 as object), 'f:metadata': fields } };
    });
    return put(server, key, { ...live, metadata: { ...metadata, managedFields } });
  },
  delete: (server: Server, key: string): Written => {
    const live = server.objects.get(key);
    return live === undefined || live.metadata.deletionTimestamp !== undefined ? 'conflict' : finalize(server, key, live);
  },
  /** A controller has done its work. */
  makeReady: (server: Server, key: string): Written => {
    const live = server.objects.get(key);
    return live === undefined || live['status'] !== undefined ? 'conflict' : put(server, key, { ...live, status: { ready: true } });
  },
  /** The last finalizer goes. */
  finish: (server: Server, key: string): Written => {
    const live = server.objects.get(key);
    return live?.metadata.deletionTimestamp === undefined ? 'conflict' : drop(server, key);
  },
  /** Somebody else's object appears. */
  create: (server: Server, key: string, object: KubeObject): Written =>
    server.objects.has(key) ? 'conflict' : put(server, key, { ...object, metadata: { ...object.metadata, uid: `${key}#foreign` } }),
};

/**
 * A model of an API server, as far as the engine depends on it: server-side apply of maps with managed fields for each manager,
 * create-only and compare-and-swap writes, deletion with preconditions and finalizers, kinds that come and go with their CRD.
 * Immutable: a write gives a new server.
 */
import { keyOf, refOf, type KubeObject, type ManagedFieldsEntry } from '../../../../../lib/api';
import { jsonEqual, type JsonPatchOperation } from '../../../../../lib/engine';
import { patched } from './json-patch';
import { fieldsOf, subtract, type Fields } from './model-fields';

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

export interface Stored {
  readonly server: Server;
  readonly changes: readonly Change[];
  readonly object?: KubeObject;
}

/** `fixed`: the server does not change that in place. */
export type Written = Stored | 'conflict' | 'fixed';

export interface On {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** "1" has to stay a version that no object has. */
export const EMPTY: Server = { objects: new Map(), version: 10 };

export const CRD_KIND = 'CustomResourceDefinition';
const CRD_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';
/** The kind that the CRD of these worlds defines. */
export const CUSTOM_KIND = 'Gadget';
export const NUDGED = 'olm.operatorframework.io/nudged';

/** A kind is served from when its CRD is established until that is gone. */
export function isServed(server: Server, kind: string): boolean {
  return kind !== CUSTOM_KIND || [...server.objects.values()].some((object) => object.kind === CRD_KIND && object['status'] !== undefined);
}

export function idOf(object: KubeObject): string {
  return keyOf(refOf(object));
}

function put(server: Server, key: string, object: KubeObject): Stored {
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

function drop(server: Server, key: string): Stored {
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
  const { resourceVersion } = body.metadata;
  if (resourceVersion === '1' ? live !== undefined : live === undefined || !matches(live, body.metadata)) return 'conflict';
  if (live !== undefined && isFixed(live, body)) return 'fixed';
  return applied(server, key, body, manager, 'Apply');
}

/** What has the field `fixed` stays as it was made. */
function isFixed(live: KubeObject, body: KubeObject): boolean {
  const valueOf = (object: KubeObject): unknown => (object['data'] as { value?: string; fixed?: string } | undefined)?.value;
  return (live['data'] as { fixed?: string } | undefined)?.fixed !== undefined && valueOf(live) !== valueOf(body);
}

/** POST: what is sent is held with operation Update. */
export function post(server: Server, key: string, body: KubeObject, manager: string): Written {
  return server.objects.has(key) ? 'conflict' : applied(server, key, body, manager, 'Update');
}

/** What is written when no precondition is asked for. */
export function applied(server: Server, key: string, body: KubeObject, manager: string, operation: 'Apply' | 'Update'): Stored {
  const live = server.objects.get(key);
  const { uid: _uid, resourceVersion: _version, ...metadata } = body.metadata;
  const fields = fieldsOf(body);
  const others = (live?.metadata.managedFields ?? []).flatMap((entry) => {
    if (entry.manager === manager && entry.operation === 'Apply') return [];
    // What this manager holds by Update stays beside what it applies; of others' it takes what it sends.
    if (entry.manager === manager) return [entry];
    const left = subtract((entry.fieldsV1 ?? {}) as Fields, fields);
    return left === undefined ? [] : [{ ...entry, fieldsV1: left }];
  });
  const entry: ManagedFieldsEntry = { manager, operation, apiVersion: body.apiVersion, fieldsV1: fields };
  return put(server, key, {
    ...live,
    ...body,
    data: { ...heldByOthers(live, others), ...(body['data'] as object | undefined) },
    metadata: {
      ...metadata,
      uid: live?.metadata.uid ?? `${key}#${server.version + 1}`,
      ...(live === undefined ? {} : { resourceVersion: live.metadata.resourceVersion as string }),
      ...(live?.metadata.deletionTimestamp === undefined ? {} : { deletionTimestamp: live.metadata.deletionTimestamp }),
      ...(live?.metadata.finalizers === undefined ? {} : { finalizers: live.metadata.finalizers }),
      managedFields: [...others, entry],
    },
  });
}

/** Content that an apply leaves, because another client holds it. */
function heldByOthers(live: KubeObject | undefined, others: readonly ManagedFieldsEntry[]): object {
  const held = others.flatMap(({ fieldsV1 }) => Object.keys((fieldsV1 as { 'f:data'?: object } | undefined)?.['f:data'] ?? {}));
  return Object.fromEntries(Object.entries((live?.['data'] ?? {}) as object).filter(([name]) => held.includes(`f:${name}`)));
}

/** A JSON patch; its tests are its preconditions. */
export function patch(server: Server, key: string, operations: readonly JsonPatchOperation[]): Written | 'gone' {
  const live = server.objects.get(key);
  if (live === undefined) return 'gone';
  const object = patched(live, operations);
  return object === undefined ? 'conflict' : put(server, key, object);
}

/** @param on undefined: whatever is there */
export function remove(server: Server, key: string, on: Partial<On>): Written | 'gone' {
  const live = server.objects.get(key);
  if (live === undefined) return 'gone';
  if (on.uid !== undefined && on.uid !== live.metadata.uid) return 'conflict';
  if (on.resourceVersion !== undefined && on.resourceVersion !== live.metadata.resourceVersion) return 'conflict';
  return finalize(server, key, live);
}

/** Our mark goes, the object stays: in short what the release patch does. */
export function letGo(server: Server, key: string, on: On): Written | 'gone' {
  const live = server.objects.get(key);
  if (live === undefined) return 'gone';
  if (!matches(live, on)) return 'conflict';
  const { annotations: _annotations, labels: _labels, managedFields: _managedFields, ...metadata } = live.metadata;
  return put(server, key, { ...live, metadata });
}

/** A CRD takes its objects along, and stays until the server has cleaned up. */
function finalize(server: Server, key: string, live: KubeObject): Stored {
  const going = { ...live, metadata: { ...live.metadata, deletionTimestamp: 'now' } };
  if (live.kind === CRD_KIND) {
    const first = put(server, key, { ...going, metadata: { ...going.metadata, finalizers: [CRD_CLEANUP] } });
    return [...server.objects.values()].filter(({ kind }) => kind === CUSTOM_KIND).reduce((before: Stored, object) => {
      const next = drop(before.server, idOf(object));
      return {
        server: next.server,
        changes: [...before.changes, ...next.changes],
        ...(first.object === undefined ? {} : { object: first.object }),
      };
    }, first);
  }
  return (live.metadata.finalizers ?? []).length === 0 ? drop(server, key) : put(server, key, going);
}

const nothing = (server: Server): Stored => ({ server, changes: [] });

/** What others do. None of it asks for preconditions; nothing is changed where it would make no difference. */
export const others = {
  /** Another client changes the content; our manager loses the field. */
  edit: (server: Server, key: string): Stored => {
    const live = server.objects.get(key);
    if (live === undefined || (live['data'] as { value?: string }).value === 'theirs') return nothing(server);
    const theirs: ManagedFieldsEntry = {
      manager: 'kubectl',
      operation: 'Update',
      apiVersion: live.apiVersion,
      fieldsV1: { 'f:data': { 'f:value': {} } },
    };
    const ours = withoutFields(live, { 'f:data': { 'f:value': {} } });
    return put(server, key, {
      ...live,
      data: { ...(live['data'] as object), value: 'theirs' },
      metadata: { ...live.metadata, managedFields: [...ours, theirs] },
    });
  },
  /** Another client takes our label off: streams by label lose sight of it. */
  unlabel: (server: Server, key: string): Stored => {
    const live = server.objects.get(key);
    if (live?.metadata.labels === undefined) return nothing(server);
    const { labels: _labels, ...metadata } = live.metadata;
    return put(server, key, {
      ...live,
      metadata: { ...metadata, managedFields: withoutFields(live, { 'f:metadata': { 'f:labels': {} } }) },
    });
  },
  delete: (server: Server, key: string): Stored => {
    const live = server.objects.get(key);
    return live === undefined || live.metadata.deletionTimestamp !== undefined ? nothing(server) : finalize(server, key, live);
  },
  /** Another client makes an object of their own in its place, with our labels: another uid, and nothing that says it is ours. */
  recreate: (server: Server, key: string): Stored => {
    const live = server.objects.get(key);
    if (live === undefined || live.metadata.uid?.endsWith('#foreign') === true || live.kind === CRD_KIND) return nothing(server);
    const gone = drop(server, key);
    const { apiVersion, kind, metadata: { name, namespace, labels } } = live;
    const made = others.create(gone.server, key, {
      apiVersion,
      kind,
      metadata: { name, namespace, ...(labels === undefined ? {} : { labels }) } as KubeObject['metadata'],
      data: { value: 'theirs' },
    });
    return { ...made, changes: [...gone.changes, ...made.changes] };
  },
  /** Another client's controller takes it over in place. */
  steal: (server: Server, key: string): Stored => {
    const live = server.objects.get(key);
    if (live?.metadata.annotations === undefined || live.metadata.annotations['owners']?.includes('"thief"') === true) {
      return nothing(server);
    }
    const owners = JSON.stringify([{ apiVersion: 'v1', kind: 'Thief', name: 'thief', uid: 'thief', controller: true }]);
    return put(server, key, {
      ...live,
      metadata: {
        ...live.metadata,
        annotations: { owners },
        managedFields: withoutFields(live, { 'f:metadata': { 'f:annotations': {} } }),
      },
    });
  },
  /** A controller has done its work; the API server has established a CRD. */
  makeReady: (server: Server, key: string): Stored => {
    const live = server.objects.get(key);
    return live === undefined || live['status'] !== undefined ? nothing(server) : put(server, key, { ...live, status: { ready: true } });
  },
  /** Its status changes, without meaning to us. */
  touch: (server: Server, key: string): Stored => {
    const live = server.objects.get(key);
    return live === undefined ? nothing(server) : put(server, key, { ...live, status: { seen: server.version } });
  },
  /** The last finalizer goes. @param isStuck the clean-up of a CRD has gone to sleep, and only a change wakes it */
  finish: (server: Server, key: string, isStuck = false): Stored => {
    const live = server.objects.get(key);
    if (live?.metadata.deletionTimestamp === undefined) return nothing(server);
    return isStuck && live.kind === CRD_KIND && live.metadata.annotations?.[NUDGED] === undefined ? nothing(server) : drop(server, key);
  },
  /** Another client's object appears. */
  create: (server: Server, key: string, object: KubeObject): Stored =>
    server.objects.has(key) ? nothing(server) : put(server, key, { ...object, metadata: { ...object.metadata, uid: `${key}#foreign` } }),
};

function withoutFields(live: KubeObject, taken: Fields): readonly ManagedFieldsEntry[] {
  return (live.metadata.managedFields ?? []).flatMap((entry) => {
    const left = subtract((entry.fieldsV1 ?? {}) as Fields, taken);
    return left === undefined ? [] : [{ ...entry, fieldsV1: left }];
  });
}

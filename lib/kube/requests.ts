/** What is sent for each thing that is done to one object: method, path, body, and whether it may be repeated. Pure. */
import { refOf, type KubeObject, type ObjectRef } from '../api';
import { defined } from '../defined';
import type { ApplyOptions, DeleteOptions, JsonPatchOperation, ServedKind } from '../engine/ports';
import { collectionPath, objectPath, query, type HttpRequest } from './http';

export interface WriteOptions {
  /** @default boxcutter */
  readonly fieldManager?: string;
  readonly dryRun?: boolean;
}

export function getRequest(kind: ServedKind, ref: ObjectRef): HttpRequest {
  return { method: 'GET', path: objectPath(kind, ref), verb: 'get', repeatable: true };
}

/** Server-side apply. */
export function applyRequest(kind: ServedKind, object: KubeObject, { fieldManager, force, dryRun }: ApplyOptions): HttpRequest {
  return {
    method: 'PATCH',
    path: objectPath(kind, refOf(object)) + query({
      fieldManager,
      force: force ? 'true' : undefined,
      fieldValidation: 'Strict',
      dryRun: dryRun ? 'All' : undefined,
    }),
    verb: dryRun ? 'dryRun' : 'patch',
    contentType: 'application/apply-patch+yaml',
    body: JSON.stringify(object),
    repeatable: dryRun === true,
  };
}

/** RFC 6902. */
export function patchRequest(
  kind: ServedKind, ref: ObjectRef, operations: readonly JsonPatchOperation[], { fieldManager, dryRun }: WriteOptions,
): HttpRequest {
  return {
    method: 'PATCH',
    path: objectPath(kind, ref) + query({ fieldManager, dryRun: dryRun ? 'All' : undefined }),
    verb: dryRun ? 'dryRun' : 'patch',
    contentType: 'application/json-patch+json',
    body: JSON.stringify(operations),
    repeatable: dryRun === true,
  };
}

/** Only of the very object with this uid. */
export function deleteRequest(
  kind: ServedKind, ref: ObjectRef, { uid, resourceVersion, propagation = 'Background' }: DeleteOptions,
): HttpRequest {
  return {
    method: 'DELETE',
    path: objectPath(kind, ref),
    verb: 'delete',
    contentType: 'application/json',
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid, ...defined({ resourceVersion }) },
      propagationPolicy: propagation,
    }),
    repeatable: false,
  };
}

export function createRequest(kind: ServedKind, object: KubeObject, options: WriteOptions): HttpRequest {
  const path = collectionPath(kind, refOf(object).namespace);
  return { method: 'POST', verb: options.dryRun ? 'dryRun' : 'create', ...wholeObject(path, object, options) };
}

/** What the answer to a write of a status has: of a large object only the metadata comes back. */
const METADATA_ONLY = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** The status in the place of the one that is there. Of the object it needs only the identity; nothing but the status is written. */
export function statusRequest(kind: ServedKind, object: KubeObject, { fieldManager = 'boxcutter' }: WriteOptions): HttpRequest {
  return {
    method: 'PUT',
    path: `${objectPath(kind, refOf(object))}/status${query({ fieldManager, fieldValidation: 'Strict' })}`,
    verb: 'update',
    accept: METADATA_ONLY,
    contentType: 'application/json',
    body: JSON.stringify(object),
    repeatable: false,
  };
}

/** The whole object in the place of what is there. */
export function replaceRequest(kind: ServedKind, object: KubeObject, options: WriteOptions): HttpRequest {
  const path = objectPath(kind, refOf(object));
  return { method: 'PUT', verb: options.dryRun ? 'dryRun' : 'update', ...wholeObject(path, object, options) };
}

function wholeObject(path: string, object: KubeObject, { fieldManager = 'boxcutter', dryRun }: WriteOptions) {
  return {
    path: path + query({ fieldManager, fieldValidation: 'Strict', dryRun: dryRun ? 'All' : undefined }),
    contentType: 'application/json',
    body: JSON.stringify(object),
    repeatable: dryRun === true,
  };
}

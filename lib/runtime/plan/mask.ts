/**
 * What a plan may show of a Secret: which keys it has and how long their values are, never a value.
 */
import { counted } from '../../counted';
import { isJsonObject, type JsonValue, type KubeObject } from '../../api';
import type { FieldChange } from './field-change';
import type { FieldPath } from './field-path';

export function isSecretObject({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return apiVersion === 'v1' && kind === 'Secret';
}

/** A change of a field of a Secret, with sizes in place of what is secret. */
export function maskChange(change: FieldChange): FieldChange {
  const { path, before, after } = change;
  if (!isSecretPath(path)) return change;
  const size = path[0] === 'data' ? decodedBytes : bytesOf;
  return {
    path,
    secret: { ...(before === undefined ? {} : { beforeBytes: size(before) }), ...(after === undefined ? {} : { afterBytes: size(after) }) },
  };
}

/** The object as it may be shown: values of a Secret, and copies of them, replaced by their size. Any other object as it is. */
export function maskObject(object: KubeObject): KubeObject {
  if (!isSecretObject(object)) return object;
  const metadata = { ...object.metadata, ...maskValues('annotations', object.metadata.annotations, bytesOf) };
  return {
    ...object,
    metadata,
    ...maskValues('data', object['data'], decodedBytes),
    ...maskValues('stringData', object['stringData'], bytesOf),
  };
}

function maskValues(field: string, values: unknown, size: (value: JsonValue) => number): Record<string, JsonValue> {
  if (!isJsonObject(values)) return {};
  const masked = Object.entries(values).map(([key, value]) => [key, `(${counted(size(value), 'byte')}, not shown)`]);
  return { [field]: Object.fromEntries(masked) as JsonValue };
}

/** Annotations, too: `kubectl apply` keeps a copy of the whole object in one, and it is not the only one. */
function isSecretPath([first, second]: FieldPath): boolean {
  return first === 'data' || first === 'stringData' || (first === 'metadata' && second === 'annotations');
}

function decodedBytes(value: JsonValue): number {
  return typeof value === 'string' ? Buffer.from(value, 'base64').length : bytesOf(value);
}

function bytesOf(value: JsonValue): number {
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
}

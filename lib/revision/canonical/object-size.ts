/** Objects that no API server would take are refused here, with their size, instead of in the middle of a rollout. */
import { isJsonObject, type JsonObject } from '../../api';
import type { Issue, IssuePlace } from '../../issue';
import { revisionIssue } from '../issues';
import { ETCD_DEFAULT_BYTES, MAX_REQUEST_BYTES, MAX_SECRET_DATA_BYTES } from '../limits';

/** Bytes of an object as JSON. */
export function sizeOf(object: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(object));
}

/** @param bytes {@link sizeOf} */
export function checkSize(object: JsonObject, bytes: number, place: Pick<IssuePlace, 'origin' | 'subject'>): readonly Issue[] {
  const issues: Issue[] = [];
  if (bytes > MAX_REQUEST_BYTES) issues.push(revisionIssue('object-too-large', {
    measured: 'json',
    bytes,
    limit: MAX_REQUEST_BYTES,
  }, place));
  else if (bytes > ETCD_DEFAULT_BYTES) {
    issues.push(revisionIssue('object-large', { bytes, limit: ETCD_DEFAULT_BYTES }, { severity: 'warning', ...place }));
  }
  const data = dataBytes(object);
  if (data > MAX_SECRET_DATA_BYTES) {
    const measured = { measured: 'data', kind: String(object['kind']), bytes: data, limit: MAX_SECRET_DATA_BYTES } as const;
    issues.push(revisionIssue('object-too-large', measured, { path: ['data'], ...place }));
  }
  return issues;
}

/** Data of a Secret or ConfigMap as the API server counts it. */
function dataBytes({ apiVersion, kind, data, binaryData }: JsonObject): number {
  if (apiVersion !== 'v1' || (kind !== 'Secret' && kind !== 'ConfigMap')) return 0;
  const sum = (values: unknown, encoding: BufferEncoding): number =>
    isJsonObject(values)
      ? Object.values(values).reduce<number>((total, value) => total + (typeof value === 'string'
        ? Buffer.byteLength(value, encoding)
        : 0), 0)
      : 0;
  return sum(data, kind === 'Secret' ? 'base64' : 'utf8') + sum(binaryData, 'base64');
}

/** Objects that no API server would take are refused here, with their size, instead of in the middle of a rollout. */
import { isJsonObject, type JsonObject } from '../api';
import type { Finding } from '../schema/finding';
import { ETCD_DEFAULT_BYTES, MAX_REQUEST_BYTES, MAX_SECRET_DATA_BYTES } from './limits';

export function checkSize(object: JsonObject, place: Pick<Finding, 'origin' | 'subject'>): readonly Finding[] {
  const findings: Finding[] = [];
  const bytes = Buffer.byteLength(JSON.stringify(object));
  const hint = 'Split it into several objects, or make it smaller.';
  if (bytes > MAX_REQUEST_BYTES) {
    findings.push({ code: 'object-too-large', severity: 'error', message: `the object has ${size(bytes)} as JSON, and the API server takes ${size(MAX_REQUEST_BYTES)}`, path: '', hint, ...place });
  } else if (bytes > ETCD_DEFAULT_BYTES) {
    findings.push({
      code: 'object-large',
      severity: 'warning',
      message: `the object has ${size(bytes)} as JSON, and etcd takes ${size(ETCD_DEFAULT_BYTES)} unless it is configured otherwise`,
      path: '',
      hint,
      ...place,
    });
  }
  const data = dataBytes(object);
  if (data > MAX_SECRET_DATA_BYTES) {
    findings.push({ code: 'object-too-large', severity: 'error', message: `its data has ${size(data)}, and a ${String(object['kind'])} holds ${size(MAX_SECRET_DATA_BYTES)}`, path: 'data', hint, ...place });
  }
  return findings;
}

/** Data of a Secret or ConfigMap as the API server counts it. */
function dataBytes({ apiVersion, kind, data, binaryData }: JsonObject): number {
  if (apiVersion !== 'v1' || (kind !== 'Secret' && kind !== 'ConfigMap')) return 0;
  const sum = (values: unknown, encoding: BufferEncoding): number =>
    isJsonObject(values) ? Object.values(values).reduce<number>((total, value) => total + (typeof value === 'string' ? Buffer.byteLength(value, encoding) : 0), 0) : 0;
  return sum(data, kind === 'Secret' ? 'base64' : 'utf8') + sum(binaryData, 'base64');
}

/** `1.5 MiB`, `900 KiB`. */
export function size(bytes: number): string {
  const mib = bytes / 1024 / 1024;
  return mib >= 1 ? `${Number(mib.toFixed(2))} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}

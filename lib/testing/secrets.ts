/**
 * Snapshots of rendered objects without the values of Secrets.
 */
import type { KubeObject } from '../api';

/** A snapshot serializer as jest and vitest take it (`expect.addSnapshotSerializer`, `snapshotSerializers`). */
export interface SnapshotSerializer {
  test(value: unknown): boolean;
  print(value: unknown, print: (value: unknown) => string): string;
}

const MASKED = Symbol('masked');

function isSecret(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && (value as KubeObject).kind === 'Secret' && (value as KubeObject).apiVersion === 'v1'
    && !(MASKED in value);
}

/**
 * Shows the keys of every Secret and the length of its values, never the values: snapshots are committed.
 *
 * @example
 * import { maskSecrets } from 'cdk8s-boxcutter/testing';
 * expect.addSnapshotSerializer(maskSecrets);
 * expect(Testing.synth(revision)).toMatchSnapshot();
 */
export const maskSecrets: SnapshotSerializer = {
  test: isSecret,
  print(value, print) {
    const secret = value as KubeObject;
    const copy = { ...secret, ...maskField(secret, 'data'), ...maskField(secret, 'stringData') };
    Object.defineProperty(copy, MASKED, { value: true });
    return print(copy);
  },
};

function maskField(secret: KubeObject, field: 'data' | 'stringData'): Record<string, unknown> {
  const values = secret[field];
  if (typeof values !== 'object' || values === null) return {};
  const masked = Object.entries(values).map(([key, value]) => [key, `<masked: ${String(value).length} characters>`] as const);
  return { [field]: Object.fromEntries(masked) };
}

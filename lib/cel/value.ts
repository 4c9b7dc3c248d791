import { celList, celMap, type CelInput } from '@bufbuild/cel';

/** JSON to CEL: whole numbers are ints, as in Kubernetes; everything else as it is. Members that are undefined are left out. */
export function celValue(value: unknown): CelInput {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (Array.isArray(value)) return celList(value.map(celValue));
  if (typeof value !== 'object' || value === null) return null;
  return celMap(new Map(Object.entries(value).filter(([, member]) => member !== undefined)
    .map(([key, member]) => [key, celValue(member)])));
}

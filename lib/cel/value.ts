import { celList, celMap, type CelInput } from '@bufbuild/cel';

/**
 * JSON to CEL: whole numbers are ints, as in Kubernetes; everything else as it is. Members that are undefined are left out.
 *
 * @param known what has been converted before, for rules over the same values and over parts of them
 */
export function celValue(value: unknown, known?: WeakMap<object, CelInput>): CelInput {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value !== 'object' || value === null) return null;
  const before = known?.get(value);
  if (before !== undefined) return before;
  const converted = Array.isArray(value) ? celList(value.map((element) => celValue(element, known))) : membersOf(value, known);
  known?.set(value, converted);
  return converted;
}

function membersOf(value: object, known: WeakMap<object, CelInput> | undefined): CelInput {
  return celMap(new Map(Object.entries(value).filter(([, member]) => member !== undefined)
    .map(([key, member]) => [key, celValue(member, known)])));
}

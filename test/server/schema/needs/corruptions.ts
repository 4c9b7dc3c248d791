/** Damages of a valid object, one at a time: what people leave out, leave empty and mistype. */
import type { JsonObject, JsonValue } from '../../../../lib/api';

export interface Corruption {
  /** What was done, and where: `spec.selector left out`. */
  readonly what: string;
  readonly object: JsonObject;
}

const LEFT_OUT = Symbol('left out');
type Step = string | number;

/** Every field and entry left out, emptied, and replaced by what has the right type and a wrong value. */
export function* corruptionsOf(object: JsonObject): Generator<Corruption> {
  for (const path of pathsOf(object)) {
    const value = valueAt(object, path);
    for (const substitute of [LEFT_OUT, ...substitutesOf(value)] as const) {
      const how = substitute === LEFT_OUT ? 'left out' : `= ${JSON.stringify(substitute)}`;
      yield { what: `${path.join('.')} ${how}`, object: replaced(object, path, substitute) as JsonObject };
    }
  }
}

/** Of each place below the top, metadata apart: its name and namespace are checked elsewhere. */
function* pathsOf(value: JsonValue | undefined, path: readonly Step[] = []): Generator<readonly Step[]> {
  if (typeof value !== 'object' || value === null) return;
  const isTop = path.length === 0;
  const entries: (readonly [Step, JsonValue | undefined])[] = Array.isArray(value) ? [...value.entries()] : Object.entries(value as JsonObject);
  for (const [step, child] of entries) {
    if (isTop && ['apiVersion', 'kind', 'metadata'].includes(String(step))) continue;
    yield [...path, step];
    yield* pathsOf(child, [...path, step]);
  }
}

function substitutesOf(value: JsonValue | undefined): JsonValue[] {
  if (typeof value === 'string') return ['', 'Zz Garbage!', 'other'];
  if (typeof value === 'number') return [0, -1, 70000];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return [[], [...(value as JsonValue[]), ...(value as JsonValue[])]];
  return value === null ? [] : [{}];
}

function valueAt(value: JsonValue | undefined, path: readonly Step[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((one, step) => (one as Record<Step, JsonValue> | undefined)?.[step], value);
}

function replaced(value: JsonValue | undefined, [step, ...rest]: readonly Step[], substitute: JsonValue | typeof LEFT_OUT): JsonValue {
  if (Array.isArray(value)) {
    return (value as JsonValue[]).flatMap((entry, index) => {
      if (index !== step) return [entry];
      if (rest.length > 0) return [replaced(entry, rest, substitute)];
      return substitute === LEFT_OUT ? [] : [substitute];
    });
  }
  return Object.fromEntries(Object.entries((value ?? {}) as JsonObject).flatMap(([key, child]) => {
    if (key !== step) return [[key, child]];
    if (rest.length > 0) return [[key, replaced(child, rest, substitute)]];
    return substitute === LEFT_OUT ? [] : [[key, substitute]];
  })) as JsonObject;
}

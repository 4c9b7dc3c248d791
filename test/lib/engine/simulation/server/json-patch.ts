/** RFC 6902 as far as the engine sends it, on paths through maps. */
import type { KubeObject } from '../../../../../lib/api';
import { jsonEqual, type JsonPatchOperation } from '../../../../../lib/engine';

type Json = Record<string, unknown>;

/** Undefined: a test failed, and nothing is done. */
export function patched(object: KubeObject, operations: readonly JsonPatchOperation[]): KubeObject | undefined {
  const result = structuredClone(object) as unknown as Json;
  for (const { op, path, value } of operations) {
    const names = path.slice(1).split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = names.pop() as string;
    let place = result;
    for (const name of names) place = (place[name] ??= {}) as Json;
    if (op === 'test') {
      if (!jsonEqual(place[last], value)) return undefined;
    } else if (op === 'remove') {
      if (!(last in place)) return undefined;
      delete place[last];
    } else {
      place[last] = value;
    }
  }
  return result as unknown as KubeObject;
}

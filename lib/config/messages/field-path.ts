/** Where something is in a configuration, as people write it: `storage.disks[0].size`. */
import { asObject, type JsonValue } from '../../api';
import { pointerSegments, type Segment } from '../../issue';

const LONGEST_KEY = 60;

/** The segments of a JSON pointer; whether a number is an index is seen in the configuration. */
export function segmentsOf(pointer: string, root: unknown): readonly Segment[] {
  let here: unknown = root;
  return pointerSegments(pointer).map((part) => {
    const isIndex = Array.isArray(here);
    here = Array.isArray(here) ? (here as readonly unknown[])[Number(part)] : asObject(here as JsonValue)?.[part];
    return isIndex ? Number(part) : part;
  });
}

/** `a["b/c"][0]`. */
export function fieldText(path: readonly Segment[]): string {
  return path.reduce<string>((field, segment) => (typeof segment === 'number' ? `${field}[${segment}]` : joinField(field, segment)), '');
}

/** A key below a field. Keys that are no plain words are quoted, so that dots in them do not mislead. */
export function joinField(field: string, key: string): string {
  const short = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
  if (/^[\p{L}\p{N}_$-][\p{L}\p{N}_$ -]*\u2026?$/u.test(short)) return field === '' ? short : `${field}.${short}`;
  return field === '' && !/["\\\p{C}]/u.test(short) ? short : `${field}[${JSON.stringify(short)}]`;
}

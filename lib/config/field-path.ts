/** Where something is in a configuration, as people write it: `storage.disks[0].size`. */
import { asObject, type JsonValue } from '../api';

const LONGEST_KEY = 60;

/** The parts of a JSON pointer. */
export function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `/a/b~1c/0` as `a["b/c"][0]`; whether a number is an index is seen in the configuration. */
export function fieldOf(pointer: string, root: unknown): string {
  let here: unknown = root;
  let field = '';
  for (const part of partsOf(pointer)) {
    field = Array.isArray(here) ? `${field}[${part}]` : joinField(field, part);
    here = Array.isArray(here) ? (here as readonly unknown[])[Number(part)] : asObject(here as JsonValue)?.[part];
  }
  return field;
}

/** A key below a field. Keys that are no plain words are quoted, so that dots in them mislead nobody. */
export function joinField(field: string, key: string): string {
  const short = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
  if (/^[\p{L}\p{N}_$-][\p{L}\p{N}_$ -]*…?$/u.test(short)) return field === '' ? short : `${field}.${short}`;
  return field === '' && !/["\\\p{C}]/u.test(short) ? short : `${field}[${JSON.stringify(short)}]`;
}

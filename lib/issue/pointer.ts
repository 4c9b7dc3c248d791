/** JSON pointers (RFC 6901), in which ajv and JSON Schema name places. */
import type { Segment } from './issue';

/** The segments of a pointer, all as text: whether a number is an index only the value that it points into can tell. */
export function pointerSegments(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapePointer);
}

/** `/properties/a~1b/0`; empty for the whole. */
export function formatPointer(path: readonly Segment[]): string {
  return path.map((segment) => `/${escapePointer(String(segment))}`).join('');
}

/** A key as it stands in a pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The key that a part of a pointer stands for. */
export function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

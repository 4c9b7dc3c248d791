/** JSON pointers (RFC 6901), in which ajv and JSON Schema name places. */
import type { Segment } from './issue';

/** The segments of a pointer, all as text: whether a number is an index only the value that it points into can tell. */
export function pointerSegments(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `/properties/a~1b/0`; empty for the whole. */
export function formatPointer(path: readonly Segment[]): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

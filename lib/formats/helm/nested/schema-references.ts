/**
 * What the schema of a chart refers to outside of itself. helm follows every reference, to a file of this machine or to any host, as soon
 * as it validates values; so none may lead out of the schema.
 */
import { asObject, type JsonValue } from '../../../api';
import type { Segment } from '../../../issue';

/** A reference that is followed to somewhere else. */
export interface OutsideReference {
  readonly path: readonly Segment[];
  readonly reference: string;
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** The drafts, which validators have with them. */
const DRAFT = /^https?:\/\/json-schema\.org\/(?:draft-0[467]\/schema|draft\/20(?:19-09|20-12)\/schema|schema)#?$/;

/**
 * Every keyword `$ref`, `$dynamicRef` and `$recursiveRef` that does not begin with `#`, and every `$schema` that is none of the published
 * drafts. Looks everywhere, whatever the place means there: a reference can make a schema of any place. What begins with `#` stays within
 * the schema, whatever its `$id`.
 */
export function outsideReferences(schema: JsonValue): readonly OutsideReference[] {
  const found: OutsideReference[] = [];
  // Not by recursion: a schema may be nested deeper than the stack.
  const open: { readonly value: JsonValue; readonly path: Path | undefined }[] = [{ value: schema, path: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (Array.isArray(value)) value.forEach((child, index) => open.push({ value: child, path: { last: index, before: path } }));
    for (const [key, child] of Object.entries(asObject(value) ?? {})) {
      if (child === undefined) continue;
      const at = { last: key, before: path };
      if (typeof child === 'string' && leadsOut(key, child)) found.push({ path: segmentsOf(at), reference: child });
      open.push({ value: child, path: at });
    }
  }
  return found;
}

function leadsOut(keyword: string, target: string): boolean {
  if (keyword === '$schema') return !DRAFT.test(target);
  return REFERENCES.includes(keyword) && !target.startsWith('#');
}

interface Path {
  readonly last: Segment;
  readonly before: Path | undefined;
}

function segmentsOf(path: Path): Segment[] {
  const segments: Segment[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.before) segments.unshift(at.last);
  return segments;
}

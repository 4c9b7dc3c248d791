import { DUMP_SCHEMA, NOT_RESOLVED, defineScalarTag, dump } from 'js-yaml';
import type { JsonValue } from '../api';
import { isPlainString } from './scalar';

/** What YAML 1.1 has for values and merges, and what begins or ends a document at the start of a line. */
const MARKERS = /^(?:=|<<|(?:---|\.\.\.)(?:\s[^]*)?)$/;

/**
 * Never chosen for a value; its presence makes the writer quote every string that kubectl, or a YAML 1.2 reader, would take for something
 * else.
 */
const looksLikeSomethingElse = defineScalarTag('tag:boxcutter,2025:ambiguous', {
  implicit: true,
  resolve: (source) => (isPlainString(source) && !MARKERS.test(source) ? NOT_RESOLVED : null),
  identify: () => false,
});
const schema = DUMP_SCHEMA.withTags(looksLikeSomethingElse);

/**
 * Writes one document, keys in the order they have, ending in a newline. The same value gives the same bytes, and kubectl (as any
 * YAML 1.1 or 1.2 reader) reads exactly this value back.
 */
export function stringifyYaml(value: JsonValue): string {
  return dump(value, { schema, lineWidth: -1, noRefs: true, seqNoIndent: true });
}

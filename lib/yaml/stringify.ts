import { DEFAULT_SCALAR_STYLE_RULES, DUMP_SCHEMA, NOT_RESOLVED, SCALAR_STYLE, defineScalarTag, dump, type ScalarStyleRule } from 'js-yaml';
import type { JsonValue } from '../api';
import { escapeInQuotes, isPlain } from '../plain-text';
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

/** The writer escapes only in double quotes, and marks that turn the direction of what is read not even there. */
const doubleQuoteNotPlain: ScalarStyleRule = (layout) => {
  if (!isPlain(layout.node.value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};
const scalarStyleRules = [doubleQuoteNotPlain, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

/**
 * Writes one document, keys in the order they have, ending in a newline. The same value gives the same bytes, and kubectl (as any
 * YAML 1.1 or 1.2 reader) reads exactly this value back. What a terminal would take for a command is escaped.
 */
export function stringifyYaml(value: JsonValue): string {
  return escapeInQuotes(dump(value, { schema, lineWidth: -1, noRefs: true, seqNoIndent: true, scalarStyleRules }));
}

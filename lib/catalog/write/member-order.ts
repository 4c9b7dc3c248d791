/**
 * In which order the members of a blob are written: those of the known schemas as upstream's types have them, everything below and beside
 * them by name. The same blob gives the same bytes, whoever made it.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { compareBytes } from '../../api/canonical-json';
import { LargeInteger } from '../load/documents/json-reader';

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'olm.package': ['schema', 'name', 'defaultChannel', 'icon', 'description', 'properties'],
  'olm.channel': ['schema', 'name', 'package', 'entries', 'properties'],
  'olm.bundle': ['schema', 'name', 'package', 'image', 'properties', 'relatedImages'],
  'olm.deprecations': ['schema', 'package', 'entries'],
};

/** Of the entries of lists in blobs of the known schemas. */
const ENTRY_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'olm.channel entries': ['name', 'replaces', 'skips', 'skipRange'],
  'olm.deprecations entries': ['reference', 'message'],
  'olm.bundle properties': ['type', 'value'],
  'olm.package properties': ['type', 'value'],
  'olm.channel properties': ['type', 'value'],
};

/** The blob with its members in the order in which JSON has them. */
export function inOrder(blob: JsonObject): JsonObject {
  const schema = String(blob['schema']);
  return ordered(blob, MEMBERS[schema] ?? ['schema', 'package', 'name'], (member, key) => {
    const order = ENTRY_MEMBERS[`${schema} ${key}`];
    if (order === undefined || !Array.isArray(member)) return sorted(member);
    return member.map((entry: JsonValue) => (isMapping(entry) ? ordered(entry, order, sorted) : sorted(entry)));
  });
}

/** Members by name at every level, as YAML has them. */
export function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  return isMapping(value) ? ordered(value, [], sorted) : value;
}

/** An integer with all its digits is an object of its own class. */
function isMapping(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && !((value as unknown) instanceof LargeInteger);
}

function ordered(object: JsonObject, first: readonly string[], below: (member: JsonValue, key: string) => JsonValue): JsonObject {
  const rank = new Map(first.map((key, index) => [key, index]));
  const rankOf = (key: string): number => rank.get(key) ?? first.length;
  const keys = Object.keys(object).sort((a, b) => rankOf(a) - rankOf(b) || compareBytes(a, b));
  return Object.fromEntries(keys.map((key) => [key, below(object[key] ?? null, key)]));
}

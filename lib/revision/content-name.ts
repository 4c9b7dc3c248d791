/** Names that say what is in an object, for objects that no server changes in place: other content is another object. */
import type { JsonValue } from '../api';
import { canonicalJson, sha256 } from '../api/canonical-json';

/** Names of pods' labels end there, and Jobs put their name into one. */
const MAX_LENGTH = 63;
const HASH_LENGTH = 8;

/**
 * `<name>-<hash>`, up to 63 characters: always the same for the same name and content, however that is written, and another for other
 * content.
 *
 * @param name what the author calls it; a long one is cut, and counts as a whole in the hash
 */
export function contentName(name: string, content: JsonValue | undefined): string {
  const hash = sha256(canonicalJson([name, content])).toString('hex').slice(0, HASH_LENGTH);
  const start = name.slice(0, MAX_LENGTH - HASH_LENGTH - 1).replace(/[^a-z0-9]+$/i, '');
  return `${start}-${hash}`;
}

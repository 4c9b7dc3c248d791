import { sha256 } from '../../api/canonical-json';

export { canonicalJson } from '../../api/canonical-json';
export { jsonEqual } from '../../api/json-equal';

/** First 128 bits of SHA-256 in hex: short enough for an inventory of a thousand objects. */
export function shortHash(text: string): string {
  return sha256(text).toString('hex').slice(0, 32);
}

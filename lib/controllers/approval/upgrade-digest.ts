import type { JsonObject, JsonValue, KubeObject } from '../../api';
import { canonicalJson, sha256 } from '../../api/canonical-json';

/**
 * Digest of all that approving an upgrade lets in. Pure.
 * @param content the image with its digest, or a digest
 * @param packages names of the packages that are installed with it
 * @param rendered digest of its objects; absent: they are not known
 */
export function upgradeDigest(content: string, packages: readonly string[], rendered?: string): string {
  if (packages.length === 0 && rendered === undefined) return content.slice(content.lastIndexOf('@') + 1);
  return digestOf({ content, packages: [...packages].sort(), ...(rendered === undefined ? {} : { rendered }) });
}

export interface RenderedOptions {
  /** Its templates make values up (passwords, times), so that these are others each time. */
  readonly makesUp: boolean;
  /** The configuration is confidential: without it, nobody can try which one gives the digest. */
  readonly salt?: string | undefined;
}

/**
 * Digest of the objects of an upgrade: the same content may render others, by another configuration, or because a template looks at the
 * clock. Of what makes values up, all counts but the places where they are put: which objects there are, what roles grant, which images
 * and accounts run. Pure.
 */
export function renderedDigest(objects: readonly KubeObject[], { makesUp, salt }: RenderedOptions): string {
  const seen = makesUp ? objects.map((object) => withoutMadeUp(object as unknown as JsonObject)) : objects;
  return digestOf({ objects: seen as unknown as JsonValue, ...(salt === undefined ? {} : { salt }) });
}

/** Where charts put what they make up: Secrets, their checksums, variables and arguments with them, certificates. */
const MADE_UP_AT: ReadonlySet<string> = new Set(['annotations', 'args', 'caBundle', 'data', 'labels', 'stringData', 'value']);

function withoutMadeUp(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutMadeUp);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as JsonObject).filter(([key]) => !MADE_UP_AT.has(key));
  return Object.fromEntries(members.map(([key, member]) => [key, withoutMadeUp(member)]));
}

function digestOf(value: JsonObject): string {
  return `sha256:${sha256(canonicalJson(value)).toString('hex')}`;
}

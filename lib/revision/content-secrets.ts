/**
 * Content by reference: objects that are secret or big move from the manifest into immutable Secrets beside it.
 * The layout is operator-controller's; any controller that reads its revisions can read these.
 */
import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  CONTENT_SALT, LABEL_OWNER_NAME, LABEL_REVISION_NAME, SECRET_TYPE_CONTENT, type JsonObject, type KubeObject, type RevisionObject,
} from '../api';
import { canonicalJson, compareBytes, sha256 } from '../api/canonical-json';
import { MAX_INLINE_BYTES, MAX_SECRET_BYTES, MAX_SECRET_DATA_BYTES } from './limits';
import { definedOrThrow } from './defined-or-throw';

export interface PackOptions {
  readonly extension: string;
  /** `<extension>-<number>`: prefix of the Secrets' names. */
  readonly revisionName: string;
  readonly systemNamespace: string;
  /**
   * The content is confidential: all of it goes by reference, and the names of keys and Secrets are made with this salt, which the Secrets
   * keep. Names without one would give away a password that is easy to guess to whoever has everything else of the content.
   */
  readonly salt?: string;
}

export interface Packed {
  /** Aligned with the objects given: inline, or a reference. */
  readonly contents: readonly Pick<RevisionObject, 'object' | 'ref'>[];
  readonly secrets: readonly KubeObject[];
}

interface Value {
  readonly key: string;
  readonly bytes: Buffer;
}

/**
 * Decides what goes by reference and packs it, in the order of the objects: all Secrets, and of the rest the biggest until
 * what stays inline is small enough for one API object.
 */
export function packContents(objects: readonly JsonObject[], options: PackOptions): Packed {
  const texts = objects.map(canonicalJson);
  const referred = options.salt === undefined ? byReference(objects, texts) : new Set(objects.keys());
  const refs = new Map<number, { secret: number; key: string }>();
  const bins: Map<string, Value>[] = [];
  let used = 0;
  for (const [index, text] of texts.entries()) {
    if (!referred.has(index)) continue;
    const value = toValue(text, options.salt);
    const open = bins.at(-1);
    if (open === undefined || (!open.has(value.key) && used + value.bytes.length > MAX_SECRET_BYTES)) {
      bins.push(new Map([[value.key, value]]));
      used = value.bytes.length;
    } else if (!open.has(value.key)) {
      open.set(value.key, value);
      used += value.bytes.length;
    }
    refs.set(index, { secret: bins.length - 1, key: value.key });
  }
  const secrets = bins.map((bin) => contentSecret([...bin.values()], options));
  const contents = objects.map((object, index): Pick<RevisionObject, 'object' | 'ref'> => {
    const ref = refs.get(index);
    if (ref === undefined) return { object };
    return { ref: {
      name: definedOrThrow(definedOrThrow(secrets[ref.secret]).metadata.name),
      namespace: options.systemNamespace,
      key: ref.key,
    } };
  });
  return { contents, secrets };
}

/** Bytes of an object in a Secret, where no Secret can hold them; undefined for all others. */
export function bytesBeyondSecret(object: JsonObject): number | undefined {
  const { length } = toValue(canonicalJson(object)).bytes;
  return length > MAX_SECRET_DATA_BYTES ? length : undefined;
}

function byReference(objects: readonly JsonObject[], texts: readonly string[]): ReadonlySet<number> {
  const isSecret = (index: number): boolean => {
    const { apiVersion, kind } = definedOrThrow(objects[index]);
    return apiVersion === 'v1' && kind === 'Secret';
  };
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const indices = [...objects.keys()];
  const referred = new Set(indices.filter(isSecret));
  const biggestFirst = indices.filter((index) => !referred.has(index))
    .sort((a, b) => definedOrThrow(sizes[b]) - definedOrThrow(sizes[a]) || a - b);
  let inline = biggestFirst.reduce((sum, index) => sum + definedOrThrow(sizes[index]), 0);
  for (const index of biggestFirst) {
    if (inline <= MAX_INLINE_BYTES) break;
    referred.add(index);
    inline -= definedOrThrow(sizes[index]);
  }
  return referred;
}

/**
 * The key is made of the plain text, not of the stored bytes: compressors differ between builds of zlib, and the names of
 * keys and Secrets are part of the manifest, which must be the same everywhere.
 */
function toValue(text: string, salt?: string): Value {
  const plain = Buffer.from(text, 'utf8');
  const hash = salt === undefined ? sha256(plain) : createHmac('sha256', salt).update(plain).digest();
  return { key: hash.toString('base64url'), bytes: plain.length > MAX_SECRET_BYTES ? gzip(plain) : plain };
}

function gzip(plain: Buffer): Buffer {
  const packed = gzipSync(plain, { level: 9 });
  // Time of modification and operating system, the two fields of the header that depend on when and where (RFC 1952).
  packed.writeUInt32LE(0, 4);
  packed[9] = 255;
  return packed;
}

function contentSecret(values: readonly Value[], { extension, revisionName, systemNamespace, salt }: PackOptions): KubeObject {
  const sorted = [...values].sort((a, b) => compareBytes(a.key, b.key));
  const hash = sha256(sorted.map(({ key }) => key).join('\n')).toString('hex').slice(0, 16);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `${revisionName}-${hash}`,
      namespace: systemNamespace,
      labels: { [LABEL_OWNER_NAME]: extension, [LABEL_REVISION_NAME]: revisionName },
    },
    data: {
      ...Object.fromEntries(sorted.map(({ key, bytes }) => [key, bytes.toString('base64')])),
      ...(salt === undefined ? {} : { [CONTENT_SALT]: Buffer.from(salt).toString('base64') }),
    },
    immutable: true,
    type: SECRET_TYPE_CONTENT,
  };
}

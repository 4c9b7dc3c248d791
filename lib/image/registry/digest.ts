import { createHash } from 'node:crypto';
import { BoxcutterError } from '../../errors';

/** The digest of bytes, by the algorithm of another digest. */
export function digestOf(bytes: Buffer, like = 'sha256:'): string {
  const algorithm = like.startsWith('sha512:') ? 'sha512' : 'sha256';
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

/** @throws BoxcutterError `image-digest-mismatch` */
export function verifyBytes(bytes: Buffer, expected: { readonly digest: string; readonly size?: number }, origin: string): void {
  const { digest, size } = expected;
  if (size !== undefined && size !== bytes.length) throw mismatch(origin, digest, `it should have ${size} bytes and has ${bytes.length}`);
  const actual = digestOf(bytes, digest);
  if (actual !== digest) throw mismatch(origin, digest, `the content has the digest ${actual}`);
}

export function mismatch(origin: string, digest: string, what: string): BoxcutterError {
  return new BoxcutterError('image-digest-mismatch', 'input', `${origin} gave other content than ${digest}: ${what}.`, {
    hint: 'Boxcutter does not use it. Try again. If that does not help, the registry, its mirror or a proxy between is damaged.',
    details: { origin, digest },
  });
}

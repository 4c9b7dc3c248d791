/** Of `node:crypto` the digests that constructs, and annotations with a hash of something, need. There is no randomness. */
import { bytesFrom, concat } from './buffer';
import { sha1, sha256 } from './sha';

const ALGORITHMS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = { sha1, sha256 };

type Data = string | Uint8Array;

class Hash {
  private parts: Uint8Array[] = [];

  constructor(private readonly algorithm: (bytes: Uint8Array) => Uint8Array) {}

  update(data: Data, encoding?: string): this {
    this.parts.push(typeof data === 'string' ? bytesFrom(data, encoding) : data);
    return this;
  }

  digest(encoding?: string): string | Uint8Array {
    const bytes = bytesFrom(this.algorithm(concat(this.parts)));
    return encoding === undefined || encoding === 'buffer' ? bytes : bytes.toString(encoding);
  }
}

export function createHash(name: string): Hash {
  const algorithm = ALGORITHMS[name.toLowerCase().replace('-', '')];
  if (algorithm === undefined) throw new Error(`a package that travels has no ${name}, but ${Object.keys(ALGORITHMS).join(' and ')}`);
  return new Hash(algorithm);
}

export function hash(name: string, data: Data, encoding = 'hex'): string | Uint8Array {
  return createHash(name).update(data).digest(encoding);
}

function noRandomness(): never {
  throw new Error('a package that travels has no randomness: it gives the same for the same configuration');
}

export const randomBytes = noRandomness;
export const randomUUID = noRandomness;
export const randomInt = noRandomness;
export const getRandomValues = noRandomness;

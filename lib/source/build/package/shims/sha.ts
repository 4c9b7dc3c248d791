/** SHA-1, by which constructs name their addresses, and SHA-256, by FIPS 180-4. */

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The message in blocks of 16 words, with its end marked and its length. */
function blocksOf(bytes: Uint8Array): number[][] {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  return Array.from({ length: padded.length / 64 }, (_, block) =>
    Array.from({ length: 16 }, (_word, word) => view.getUint32(block * 64 + word * 4)));
}

function bytesOf(words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  words.forEach((word, index) => new DataView(bytes.buffer).setUint32(index * 4, word >>> 0));
  return bytes;
}

export function sha1(bytes: Uint8Array): Uint8Array {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (const w of blocksOf(bytes)) {
    for (let t = 16; t < 80; t += 1) w.push(rotated((w[t - 3] ?? 0) ^ (w[t - 8] ?? 0) ^ (w[t - 14] ?? 0) ^ (w[t - 16] ?? 0), 31));
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    w.forEach((word, t) => {
      const [mixed, constant] = t < 20
        ? [(b & c) | (~b & d), 0x5a827999]
        : t < 40 ? [b ^ c ^ d, 0x6ed9eba1] : t < 60 ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc] : [b ^ c ^ d, 0xca62c1d6];
      const next = (rotated(a, 27) + mixed + e + constant + word) | 0;
      [e, d, c, b, a] = [d, c, rotated(b, 2), a, next];
    });
    [a, b, c, d, e].forEach((word, index) => {
      state[index] = ((state[index] ?? 0) + word) | 0;
    });
  }
  return bytesOf(state);
}

/** The first primes; their roots are the constants of the algorithm. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** The first 32 bits of the fraction. The roots of these primes are far enough from a rounding for a double to have them all. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

const CONSTANTS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

export function sha256(bytes: Uint8Array): Uint8Array {
  const state = [...START];
  for (const w of blocksOf(bytes)) {
    for (let t = 16; t < 64; t += 1) {
      const [x, y] = [w[t - 15] ?? 0, w[t - 2] ?? 0];
      const small0 = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
      const small1 = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
      w.push(((w[t - 16] ?? 0) + small0 + (w[t - 7] ?? 0) + small1) | 0);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    w.forEach((word, t) => {
      const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + (CONSTANTS[t] ?? 0) + word) | 0;
      const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    });
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      state[index] = ((state[index] ?? 0) + word) | 0;
    });
  }
  return bytesOf(state);
}

/** Zstandard without the zstd of Node: what frames come to, and what is refused before it is decoded. */
import { sha256 } from '../../../../lib/api/canonical-json';
import { framesOf, ZstdTooLarge, zstdPieces, zstdWhole } from '../../../../lib/formats/archive/zstd';
import { storedZstd, zstdBomb } from './make-zstd';

/** Four hundred lines of YAML, as the zstd program packs them with its level 19 and a checksum. */
const PACKED = Buffer.from('KLUv/WQzISUVABpEAAgVgEslB/C3MdjYEAM3JWXa7bVCZshgggB2AHYAQZ+oTItg6MXdx4kGaRy+cCZUR3ZQZMHQt95j/FezCCJSzMQcS3Hl+T3DMCkiglzWcWzU4ff0gSMJyWgOikwcuvUes7PqwiEP8wVTbIhFm9NTWnTNRLioi1GiC7zbe/OYEEZyBEVkE4d1TV8OYDQHAQ4aFCCAIMGBBQwGHAgwsCCBgnII+qMjW4ihD1e+TTBI07CFnwzVsXXGiISYQpzSbma8wZ93piAhxYh4IymtPL4/nDCFIshjFW4NOvydOvCSCcnMIqMi1mdjhlZzxCXsw3ZyxMNcgicypKKN6ZdjuWYUHqrEJsEFvq29P8LICoaITJzVNHvx6CFqCLqjl82CoZcbn0wsSMNwhZ6c6ox9aiRCiEJ8Um5luMH/O7MgkmJCLOMorDy9PXzYKCLItQYnjTn8nDbQkodkZiZVCesj44VSa4Ql7Genc+hhHsEiLoSiTWmXt8w1Ey41YiKxBZ5tPT8+IczIQYnExJF6Ji+dAELQG7Xsi2Hv6osJCdIsTGEnpjq35xxRiFCIi3QbGW3w/X42QaQYiWMUyioP7w4ddsWEfBUXDXH4N2VgJQ7JfB6yIusTYwmdxohK2M2+G8fDXMEhSshEG9Itbfk1M+GqYiEhC/xaen14QpjLExTRxIlazF04AYGPqCEIk9+/A1F3WQMR/CvMD/H2MoBLoVVnCiPiUgp3mVE6UKgg1EZFEjRtcAAKAVWR3pxAQm0DGoBCQFWkIyNQfwoYNblM6BJwbVD1GGTapSKNRqB7iOXnEMMmFxTFFL8NJEWIWTMjcydDCRpWxkyvMhk1M/FUhlxhh8wYq9B0hM8JwZqPMsw1c8SGWaTgllTyQGHNLUYCkaTJgj4JqFXXDK4t', 'base64');
const LIMIT = 64 * 1024 * 1024;

describe('content', () => {
  test('of the zstd program, with literals, sequences and a checksum', () => {
    const content = zstdWhole(PACKED, LIMIT);
    expect([content.length, sha256(content).toString('hex')]).toEqual([8755, 'a8e9b8b818aec6bfa8148bc460606158adbbc30ce621f01c0314086ae4e72182']);
  });

  test('of several frames, with skippable ones between them', () => {
    const skippable = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]);
    const content = zstdWhole(Buffer.concat([skippable, storedZstd(Buffer.from('one ')), skippable, PACKED, storedZstd(Buffer.alloc(0))]), LIMIT);
    expect([content.length, content.subarray(0, 10).toString()]).toEqual([8759, 'one kind: ']);
  });

  test('larger than a window and a block, piece by piece', () => {
    const content = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 7919) % 251));
    const pieces = [...zstdPieces(storedZstd(content), LIMIT)];
    expect(pieces.length).toBeGreaterThan(3);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
  });
});

describe('what is refused', () => {
  test('more content than is allowed, with the block that exceeds it', () => {
    const bomb = zstdBomb(20_000);
    expect(bomb.length).toBeLessThan(100_000);
    const error = thrown(() => zstdWhole(bomb, 1024 * 1024));
    expect(error).toBeInstanceOf(ZstdTooLarge);
    expect((error as ZstdTooLarge).made).toBe(1024 * 1024 + 128 * 1024);
  });

  test.each<[what: string, bytes: () => Buffer, message: RegExp]>([
    ['a window that takes the memory of the machine', () => storedZstd(Buffer.from('x'), { windowLog: 31 }), /needs a window of 2147483648 bytes/],
    ['a dictionary', () => storedZstd(Buffer.from('x'), { dictionary: true }), /needs a dictionary/],
    ['the end of a frame that is not there', () => PACKED.subarray(0, PACKED.length - 5), /middle of a frame/],
    ['a checksum that is not there', () => PACKED.subarray(0, PACKED.length - 1), /middle of a frame/],
    ['something else behind a frame', () => Buffer.concat([PACKED, Buffer.from('text')]), /is none/],
    ['a block of no known kind', () => Buffer.concat([storedZstd(Buffer.alloc(0)).subarray(0, 6), Buffer.from([7, 0, 0])]), /of no known kind/],
  ])('%s', (_what, bytes, message) => {
    expect(() => [...framesOf(bytes())]).toThrow(message);
  });

  test('compressed data that is damaged', () => {
    const damaged = Buffer.from(PACKED);
    damaged.fill(0xff, 20, 60);
    expect(() => zstdWhole(damaged, LIMIT)).toThrow();
  });
});

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

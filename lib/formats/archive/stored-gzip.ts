/**
 * Gzip without compression (RFC 1952, with the stored blocks of RFC 1951), for what has to be gzip and the same to the byte everywhere: the
 * bytes follow from the content alone, and not from a version of zlib.
 */
import { crc32 } from 'node:zlib';

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const BLOCK = 65_535;

export function storedGzip(bytes: Buffer): Buffer {
  const parts: Buffer[] = [HEADER];
  for (let at = 0; at === 0 || at < bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + BLOCK >= bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    parts.push(head, block);
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(bytes), 0);
  tail.writeUInt32LE(bytes.length % 2 ** 32, 4);
  return Buffer.concat([...parts, tail]);
}

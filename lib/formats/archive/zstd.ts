/**
 * Zstandard: what Node has of it since 22.15, and a decoder in JavaScript (fzstd) for older ones. What a frame asks for is looked at before
 * anything is decoded: the decoder would allocate whatever window a frame names.
 */
import * as zlib from 'node:zlib';

/** Bytes of a window; what the zstd program takes without being asked to take more. */
const MOST_WINDOW = 128 * 1024 * 1024;
/** Bytes that the decoder is given at a time: a few of them stand for a block of 128 KiB. */
const PIECE = 4096;
const MAGIC = 0xfd2fb528;
/** Frames of this kind carry no content; the lowest four bits are free. */
const SKIPPABLE = 0x184d2a50;
/** Compressed bytes of a block: at most as many as it has content. */
const MOST_BLOCK = 128 * 1024;

/** Content that has come to too many bytes; `made`: until then. */
export class ZstdTooLarge extends Error {
  constructor(readonly made: number) {
    super('it unpacks to too much');
  }
}

/** What Node has of zstd since 22.15; the types are those of the oldest Node that is supported. */
interface NodeZstd {
  zstdDecompressSync(bytes: Buffer, options: { readonly maxOutputLength: number }): Buffer;
  createZstdDecompress(options: { readonly chunkSize: number }): zlib.Gunzip;
}

interface Decoder {
  push(bytes: Uint8Array, final?: boolean): void;
}
type Fzstd = { readonly Decompress: new (take: (piece: Uint8Array) => void) => Decoder };

/** Undefined: this Node has none. */
export function nodeZstd(): NodeZstd | undefined {
  return 'zstdDecompressSync' in zlib ? zlib as unknown as NodeZstd : undefined;
}

/** Piece by piece. @throws Error for damaged content, {@link ZstdTooLarge} */
export function* zstdPieces(bytes: Buffer, most: number): Generator<Buffer, void, undefined> {
  let made = 0;
  for (const frame of framesOf(bytes)) {
    let pieces: Buffer[] = [];
    const decoder = new (fzstd().Decompress)((piece) => {
      made += piece.length;
      if (made > most) throw new ZstdTooLarge(made);
      // The decoder uses its memory again.
      if (piece.length > 0) pieces.push(Buffer.from(piece));
    });
    for (let at = 0; at < frame.length; at += PIECE) {
      decoder.push(frame.subarray(at, at + PIECE), at + PIECE >= frame.length);
      yield* pieces;
      pieces = [];
    }
  }
}

/** All of it. @throws Error for damaged content, {@link ZstdTooLarge} */
export function zstdWhole(bytes: Buffer, most: number): Buffer {
  return Buffer.concat([...zstdPieces(bytes, most)]);
}

/** The frames with content. @throws Error for a frame that is cut off, or that asks for too much */
export function* framesOf(bytes: Buffer): Generator<Buffer, void, undefined> {
  let at = 0;
  while (at < bytes.length) {
    const magic = at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0;
    if (((magic & 0xfffffff0) >>> 0) === SKIPPABLE) {
      at += 8 + numberAt(bytes, at + 4, 4);
      if (at > bytes.length) throw cutOff();
      continue;
    }
    if (magic !== MAGIC) throw new Error('what follows a frame is none');
    const end = endOfBlocks(bytes, at + headerLength(bytes, at));
    const hasChecksum = (numberAt(bytes, at + 4, 1) & 4) !== 0;
    const next = end + (hasChecksum ? 4 : 0);
    if (next > bytes.length) throw cutOff();
    yield bytes.subarray(at, next);
    at = next;
  }
}

function headerLength(bytes: Buffer, at: number): number {
  const flags = numberAt(bytes, at + 4, 1);
  if ((flags & 3) !== 0) throw new Error('it needs a dictionary');
  const isSingle = (flags & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const windowByte = isSingle ? 0 : 1;
  const window = isSingle ? contentSize(bytes, at + 5, sizeBytes) : windowOf(numberAt(bytes, at + 5, 1));
  if (window > MOST_WINDOW) throw new Error(`it needs a window of ${window} bytes, and ${MOST_WINDOW} is the most`);
  return 5 + windowByte + sizeBytes;
}

function contentSize(bytes: Buffer, at: number, length: number): number {
  return length === 8
    ? numberAt(bytes, at, 4) + numberAt(bytes, at + 4, 4) * 2 ** 32
    : numberAt(bytes, at, length) + (length === 2 ? 256 : 0);
}

function windowOf(byte: number): number {
  const base = 2 ** (10 + (byte >> 3));
  return base + (base / 8) * (byte & 7);
}

function endOfBlocks(bytes: Buffer, begin: number): number {
  for (let at = begin; ;) {
    const header = numberAt(bytes, at, 3);
    const type = (header >> 1) & 3;
    const size = header >> 3;
    if (type === 3 || size > MOST_BLOCK) throw new Error('a block is of no known kind, or too large');
    // A block of one repeated byte has only that.
    at += 3 + (type === 1 ? 1 : size);
    if (at > bytes.length) throw cutOff();
    if ((header & 1) !== 0) return at;
  }
}

function numberAt(bytes: Buffer, at: number, length: number): number {
  if (at + length > bytes.length) throw cutOff();
  return length === 0 ? 0 : bytes.readUIntLE(at, length);
}

function cutOff(): Error {
  return new Error('it ends in the middle of a frame');
}

/** Loaded when there is such content, and no zstd in Node. */
function fzstd(): Fzstd {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a dynamic import would make reading archives asynchronous
  return require('fzstd') as Fzstd;
}

/** Compressed bytes, recognised by their first ones: gzip, zstd, or neither. */
import * as zlib from 'node:zlib';
import { BoxcutterError, messageOf } from '../../errors';
import { ARCHIVE_LIMITS, type Budget } from './budget';
import { damaged, mebibytes, tooLarge } from './problems';
import { nodeZstd, zstdPieces, ZstdTooLarge, zstdWhole } from './zstd';

export type Compression = 'gzip' | 'zstd' | 'none';

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Bytes that are handed on at a time. */
const PIECE = 64 * 1024;

export function compressionOf(bytes: Buffer): Compression {
  if (bytes.subarray(0, GZIP.length).equals(GZIP)) return 'gzip';
  return bytes.subarray(0, ZSTD.length).equals(ZSTD) ? 'zstd' : 'none';
}

/**
 * Decompresses piece by piece, so that a reader that has seen enough can stop, and nothing beyond the limits is ever made.
 * @throws BoxcutterError `archive-too-large`, `archive-damaged`
 */
export async function* decompressed(bytes: Buffer, budget: Budget): AsyncGenerator<Buffer, void, undefined> {
  const compression = compressionOf(bytes);
  if (compression === 'none') {
    yield* pieces(bytes, budget);
    return;
  }
  const allowance = budget.allowance(bytes.length);
  const stream = compression === 'gzip' ? zlib.createGunzip({ chunkSize: PIECE }) : nodeZstd()?.createZstdDecompress({ chunkSize: PIECE });
  stream?.end(bytes);
  let made = 0;
  try {
    for await (const piece of stream ?? zstdPieces(bytes, allowance)) {
      made += (piece as Buffer).length;
      if (made > allowance) throw tooMuch(budget, bytes.length, allowance, made);
      budget.countUnpacked((piece as Buffer).length);
      yield piece as Buffer;
    }
  } catch (error) {
    throw failed(error, bytes, budget, allowance);
  } finally {
    stream?.destroy();
  }
}

/** The same at once, for what is small and has to be there at once. */
export function decompress(bytes: Buffer, budget: Budget): Buffer {
  const compression = compressionOf(bytes);
  const allowance = Math.min(budget.allowance(bytes.length), budget.atOnce);
  let content = bytes;
  try {
    if (compression === 'gzip') content = zlib.gunzipSync(bytes, { maxOutputLength: allowance });
    else if (compression === 'zstd') {
      content = nodeZstd()?.zstdDecompressSync(bytes, { maxOutputLength: allowance }) ?? zstdWhole(bytes, allowance);
    }
  } catch (error) {
    throw failed(error, bytes, budget, allowance);
  }
  budget.countUnpacked(content.length);
  return content;
}

function failed(error: unknown, bytes: Buffer, budget: Budget, allowance: number): BoxcutterError {
  if (error instanceof BoxcutterError) return error;
  if (error instanceof ZstdTooLarge) return tooMuch(budget, bytes.length, allowance, error.made);
  if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooMuch(budget, bytes.length, allowance, allowance);
  return damaged(budget.origin, `its compressed data is damaged (${messageOf(error)})`, error);
}

function* pieces(bytes: Buffer, budget: Budget): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE);
    budget.countUnpacked(piece.length);
    yield piece;
  }
}

function tooMuch(budget: Budget, compressed: number, allowance: number, counted: number): BoxcutterError {
  const isOfRatio = allowance === Math.max(ARCHIVE_LIMITS.unpackedAlways, compressed * ARCHIVE_LIMITS.ratio);
  const ratio = isOfRatio ? `, ${ARCHIVE_LIMITS.ratio} times what it has compressed` : '';
  const wholeMebibytes = Math.floor(allowance / 1024 / 1024) * 1024 * 1024;
  return tooLarge(budget.origin, `it unpacks to more than ${mebibytes(wholeMebibytes)}${ratio}`, { limit: allowance, counted });
}

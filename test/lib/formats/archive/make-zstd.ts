/** Zstandard frames for tests, made without a compressor: blocks as they are, and blocks of one repeated byte. */
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

export interface Frame {
  /** log2 of the window. @default 17 */
  readonly windowLog?: number;
  readonly dictionary?: boolean;
}

function block(type: 0 | 1, size: number, last: boolean, content: Buffer): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1) | (last ? 1 : 0), 0, 3);
  return Buffer.concat([header, content]);
}

function header({ windowLog = 17, dictionary = false }: Frame): Buffer {
  return Buffer.concat([MAGIC, Buffer.from([dictionary ? 1 : 0, (windowLog - 10) << 3]), Buffer.from(dictionary ? [7] : [])]);
}

/** The content in blocks that are not compressed. */
export function storedZstd(content: Buffer, frame: Frame = {}): Buffer {
  const blocks: Buffer[] = [];
  const most = 128 * 1024;
  for (let at = 0; at === 0 || at < content.length; at += most) {
    const piece = content.subarray(at, at + most);
    blocks.push(block(0, piece.length, at + most >= content.length, piece));
  }
  return Buffer.concat([header(frame), ...blocks]);
}

/** So many blocks of 128 KiB of the same byte, four bytes each. */
export function zstdBomb(blocks: number): Buffer {
  const one = (last: boolean): Buffer => block(1, 128 * 1024, last, Buffer.from('x'));
  return Buffer.concat([header({}), ...Array.from({ length: blocks }, (_, index) => one(index === blocks - 1))]);
}

/** Parts of files, each read into the memory of the one before. */
import * as fs from 'node:fs';

/** An open file, of which parts are read. */
export interface Bytes {
  /** Bytes. */
  readonly size: number;
  /**
   * @returns a view that holds until anything is read again, here or from another file; shorter than asked for where the file ends
   */
  read(position: number, length: number): Buffer;
}

/** A page of memory that nobody has touched yet costs a command more than to read what goes into it. */
const FIRST_SIZE = 512 * 1024;

let shared = Buffer.alloc(0);

/** @param opened a descriptor; it is not closed here */
export function bytesOf(opened: number, size: number): Bytes {
  return {
    size,
    read: (position, length) => {
      if (shared.length < length) shared = Buffer.allocUnsafeSlow(Math.max(FIRST_SIZE, length));
      let filled = 0;
      while (filled < length) {
        const got = fs.readSync(opened, shared, filled, length - filled, position + filled);
        if (got === 0) break;
        filled += got;
      }
      return shared.subarray(0, filled);
    },
  };
}

/** The text of a file of ASCII: a character is a byte. */
export function asciiText(file: string): string {
  const opened = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(opened);
    return bytesOf(opened, size).read(0, size).toString('latin1');
  } finally {
    fs.closeSync(opened);
  }
}

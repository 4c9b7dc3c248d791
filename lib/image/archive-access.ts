/** The bytes of an archive at places, from a file or from memory. */
import { open, stat } from 'node:fs/promises';
import { BoxcutterError, messageOf } from '../errors';
import { damaged } from '../formats/archive';

export type Read = (offset: number, length: number) => Promise<Buffer>;

/** Bytes at places, for as long as a piece of work takes. A source of images has no end at which a file could be closed. */
export interface Access {
  readonly size: number;
  use<T>(work: (read: Read) => Promise<T>): Promise<T>;
}

export function memoryAccess(bytes: Buffer): Access {
  const read: Read = (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length));
  return { size: bytes.length, use: async (work) => work(read) };
}

/** @throws BoxcutterError `image-unreadable`, and `archive-damaged` where the file gets shorter while it is read */
export async function fileAccess(file: string): Promise<Access> {
  const found = await stat(file).catch((error: unknown) => { throw unreadable(file, error); });
  if (!found.isFile()) throw unreadable(file, new Error('it is not a file'));
  return {
    size: found.size,
    use: async (work) => {
      const handle = await open(file, 'r').catch((error: unknown) => { throw unreadable(file, error); });
      try {
        return await work(async (offset, length) => {
          const bytes = Buffer.alloc(length);
          let read = 0;
          for (let more = 1; more > 0 && read < length; read += more) {
            more = (await handle.read(bytes, read, length - read, offset + read)).bytesRead;
          }
          if (read < length) throw damaged(file, 'it became shorter while it was read');
          return bytes;
        });
      } catch (error) {
        throw error instanceof BoxcutterError ? error : unreadable(file, error);
      } finally {
        await handle.close();
      }
    },
  };
}

function unreadable(file: string, error: unknown): BoxcutterError {
  return new BoxcutterError(
    'image-unreadable', 'input',
    `${file} cannot be read: ${messageOf(error)}.`,
    { hint: 'Check path and permissions.', cause: error },
  );
}

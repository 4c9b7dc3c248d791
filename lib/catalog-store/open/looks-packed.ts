import { open } from 'node:fs/promises';
import { BoxcutterError, messageOf } from '../../errors';
import { compressionOf } from '../../formats/archive';

/** Whether a file is an archive, compressed or not, by its first bytes; otherwise it is text. */
export async function looksPacked(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const head = Buffer.alloc(512);
      const { bytesRead } = await file.read(head, 0, head.length, 0);
      return compressionOf(head.subarray(0, bytesRead)) !== 'none' || head.toString('latin1', 257, 262) === 'ustar';
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new BoxcutterError('catalog-unreadable', 'input', `The catalog ${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

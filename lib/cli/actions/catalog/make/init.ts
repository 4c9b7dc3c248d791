import { readFileSync } from 'node:fs';
import { isDnsLabel, type JsonObject } from '../../../../api';
import { writeBlob } from '../../../../catalog';
import { defined } from '../../../../defined';
import { BoxcutterError, messageOf } from '../../../../errors';
import type { CatalogInitArgs } from '../../../commands/catalog/make/init';
import { printText } from '../../../output/terminal/sink';

/** An `olm.package`. */
export function catalogInit({ package: name, defaultChannel, description, icon, output }: CatalogInitArgs): Promise<number> {
  if (!isDnsLabel(name)) {
    throw new BoxcutterError('catalog-package-name', 'input', `${name} cannot be the name of a package.`, {
      hint: 'Use lower-case letters, digits and hyphens, at most 63 characters.',
    });
  }
  const text = description === undefined ? undefined : bytesOf(description).toString('utf8');
  const blob: JsonObject = {
    schema: 'olm.package', name, ...defined({ defaultChannel, icon: icon === undefined ? undefined : iconOf(icon), description: text }),
  };
  printText(writeBlob(blob, output));
  return Promise.resolve(0);
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new BoxcutterError('catalog-file-unreadable', 'input', `${file} cannot be read: ${messageOf(error)}.`, {
      hint: 'Check path and permissions.', cause: error,
    });
  }
}

function iconOf(file: string): JsonObject {
  const bytes = bytesOf(file);
  const mediatype = mediaTypeOf(bytes);
  if (mediatype === undefined) {
    throw new BoxcutterError('catalog-icon', 'input', `${file} is not an image.`, { hint: 'Icons are PNG, JPEG, GIF or SVG.' });
  }
  return { base64data: bytes.toString('base64'), mediatype };
}

/** By its first bytes, whatever the file is called. */
function mediaTypeOf(bytes: Buffer): string | undefined {
  const begins = (...signature: readonly number[]): boolean => signature.every((byte, index) => bytes[index] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (begins(0x47, 0x49, 0x46, 0x38)) return 'image/gif';
  return /<svg[\s>]/.test(bytes.subarray(0, 4096).toString('latin1')) ? 'image/svg+xml' : undefined;
}

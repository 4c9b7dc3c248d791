/** Bytes of a file as text. */
import { isAscii, isUtf8 } from 'node:buffer';

/** UTF-8 as text, without the mark of the byte order that may stand before it; undefined where the bytes are something else. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  // Twice as fast as a decoder, and files of bundles have megabytes.
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

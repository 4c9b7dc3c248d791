/** Of `node:buffer` what turns text into bytes and back, base64 among it. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const given = character.codePointAt(0) ?? 0;
    const code = given >= 0xd800 && given <= 0xdfff ? 0xfffd : given;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}

/** The least code point that takes so many bytes. */
const LEAST = [0, 0, 0x80, 0x800, 0x10000];

/** What is no UTF-8 becomes the replacement character. */
export function utf8Text(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length = lengthOf(first);
    const rest = [...bytes.subarray(at + 1, at + length)];
    const isWhole = length > 0 && rest.length === length - 1 && rest.every((byte) => (byte & 0xc0) === 0x80);
    const code = length === 1 ? first : rest.reduce((sum, byte) => (sum << 6) | (byte & 63), first & (0xff >> (length + 1)));
    const isCode = isWhole && code >= (LEAST[length] ?? 0) && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    text += isCode ? String.fromCodePoint(code) : '\ufffd';
    at += isCode ? length : 1;
  }
  return text;
}

/** Bytes of a character that begins with this one; 0: none does. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first >= 0xf5) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3);
    const word = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += DIGITS.charAt(word >> 18) + DIGITS.charAt((word >> 12) & 63);
    text += (b === undefined ? '=' : DIGITS.charAt((word >> 6) & 63)) + (c === undefined ? '=' : DIGITS.charAt(word & 63));
  }
  return text;
}

function base64Bytes(text: string): number[] {
  const bytes: number[] = [];
  let [word, bits] = [0, 0];
  for (const character of text.replaceAll('-', '+').replaceAll('_', '/').replace(/=.*$/s, '')) {
    const digit = DIGITS.indexOf(character);
    if (digit === -1) continue;
    word = ((word << 6) | digit) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((word >> bits) & 255);
  }
  return bytes;
}

function bytesOf(text: string, encoding = 'utf8'): number[] {
  switch (encoding.toLowerCase()) {
    case 'utf8':
    case 'utf-8':
      return utf8Bytes(text);
    case 'hex':
      return (/^(?:[0-9a-f]{2})*/i.exec(text)?.[0].match(/../g) ?? []).map((pair) => parseInt(pair, 16));
    case 'base64':
    case 'base64url':
      return base64Bytes(text);
    case 'ascii':
    case 'latin1':
    case 'binary':
      return [...text].map((character) => character.charCodeAt(0) & 255);
    default:
      throw new Error(`a package that travels has no encoding ${encoding}`);
  }
}

/** The bytes of a text; of anything else a copy. */
export function bytesFrom(data: string | ArrayLike<number> | ArrayBuffer, encoding?: string): Bytes {
  if (typeof data === 'string') return new Bytes(bytesOf(data, encoding));
  return data instanceof ArrayBuffer ? new Bytes(data) : new Bytes(Array.from(data));
}

export function concat(parts: readonly Uint8Array[]): Bytes {
  const all = new Bytes(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export class Bytes extends Uint8Array {
  override toString(encoding = 'utf8'): string {
    switch (encoding.toLowerCase()) {
      case 'utf8':
      case 'utf-8':
        return utf8Text(this);
      case 'hex':
        return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
      case 'base64':
        return base64Of(this);
      case 'base64url':
        return base64Of(this).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
      case 'ascii':
      case 'latin1':
      case 'binary':
        return Array.from(this, (byte) => String.fromCharCode(byte)).join('');
      default:
        throw new Error(`a package that travels has no encoding ${encoding}`);
    }
  }
}

const assembled = Object.assign(Bytes, {
  from: bytesFrom,
  alloc: (size: number) => new Bytes(size),
  concat,
  isBuffer: (value: unknown) => value instanceof Bytes,
  byteLength: (text: string | Uint8Array, encoding?: string) => (typeof text === 'string' ? bytesOf(text, encoding).length : text.length),
});

export { assembled as Buffer };

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

export function isUtf8(bytes: Uint8Array): boolean {
  const again = utf8Bytes(utf8Text(bytes));
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at]);
}

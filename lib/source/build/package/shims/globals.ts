/** What Node.js has beside the language, set before anything else of the package runs. */
import { absent } from './absent';
import { Buffer, bytesFrom, utf8Bytes, utf8Text } from './buffer';
import * as process from './process';

class TextEncoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array {
    return new Uint8Array(utf8Bytes(text));
  }
}

class TextDecoder {
  readonly encoding = 'utf-8';

  decode(bytes: Uint8Array = new Uint8Array()): string {
    return utf8Text(bytes);
  }
}

/** What is printed goes nowhere: what a package has to say, it throws. */
const silent = (): void => undefined;
const console = { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent };

function structuredClone<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

const given = {
  process: { ...process }, Buffer, TextEncoder, TextDecoder, console, structuredClone,
  global: globalThis,
  btoa: (text: string) => bytesFrom(text, 'latin1').toString('base64'),
  atob: (text: string) => bytesFrom(text, 'base64').toString('latin1'),
  ...Object.fromEntries(['setTimeout', 'setInterval', 'setImmediate'].map((name) => [name, absent('clock', name)])),
  clearTimeout: silent, clearInterval: silent, clearImmediate: silent,
  ...Object.fromEntries(['fetch', 'URL', 'URLSearchParams', 'AbortController'].map((name) => [name, absent(name)])),
};

for (const [name, value] of Object.entries(given)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

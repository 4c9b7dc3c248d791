/** A URL that a user names as a source: what of it is asked, shown and checked. Pure. */
import { BoxcutterError } from '../../errors';
import { isLoopback } from '../../net';

export interface Address {
  readonly url: URL;
  /** For messages and for guessing a name: without query and pin, where what is secret could stand. */
  readonly shown: string;
  /** SHA-256 that the content must have, in hexadecimal. */
  readonly sha256?: string;
}

const SCHEME = /^https?:\/\//i;

export function namesUrl(text: string): boolean {
  return SCHEME.test(text);
}

/** Content that is not encrypted may come from this machine alone. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}

/** @throws BoxcutterError `url-invalid` (input); what may be a password is not repeated */
export function parseAddress(text: string): Address {
  if (!URL.canParse(text)) throw invalid('The URL cannot be read.', 'Write https://, a host and a path.');
  const url = new URL(text);
  const shown = url.origin + url.pathname;
  if (url.username !== '' || url.password !== '') {
    throw invalid(`The URL of ${shown} holds credentials, `
      + 'which other users of this machine could see in the list of processes.', 'Download the file, and name it.');
  }
  if (!isSafe(url)) throw invalid(`${shown} is not encrypted.`, 'Name it with https://, or download the file and name it.');
  const pin = url.hash.slice(1);
  url.hash = '';
  if (pin === '') return { url, shown };
  const [, sha256] = /^sha256=([0-9a-f]{64})$/i.exec(pin) ?? [];
  if (sha256 !== undefined) return { url, shown, sha256: sha256.toLowerCase() };
  throw invalid(`What follows the # of ${shown} is not a pin.`, 'A pin is #sha256= and 64 hexadecimal digits.');
}

function invalid(message: string, hint: string): BoxcutterError {
  return new BoxcutterError('url-invalid', 'input', message, { hint });
}

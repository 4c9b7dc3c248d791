import { BoxcutterError } from '../../../errors';
import type { ListenAddress } from './config';

/**
 * Reads `127.0.0.1:8080`, `[::1]:8080`, `:8080` (every network of this machine) or `8080` (this machine alone).
 * @param what where it was given: `--metrics-address`
 * @throws BoxcutterError `address-invalid`
 */
export function parseAddress(text: string, what: string): ListenAddress {
  const match = /^(?:(?:\[([0-9a-fA-F:.%]+)\]|([^:[\]\s]*))(:))?(\d{1,5})$/.exec(text.trim());
  const port = Number(match?.[4]);
  if (match === null || port > 65_535) {
    throw new BoxcutterError('address-invalid', 'input', `${what} is "${text}", which is no address to listen on.`, {
      hint: 'Write it like 127.0.0.1:8080, or :8080 for every network of this machine.',
    });
  }
  const host = match[1] ?? match[2] ?? '';
  if (host !== '') return { host, port };
  return { host: match[3] === undefined ? '127.0.0.1' : '0.0.0.0', port };
}

import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import { hostOf } from './proxy';

/** How a server proves who it is. */
export interface ServerTrust {
  /** PEM of the authorities to trust instead of those that Node knows. */
  readonly ca?: string | readonly string[] | undefined;
  /** Name to expect in the certificate, and to ask for. @default the host of the address */
  readonly serverName?: string | undefined;
  /** Believe any certificate. Only where the user has said so for this very server. */
  readonly insecure?: boolean | undefined;
}

/**
 * How to verify a server. Verification is asked for explicitly: Node's own default is off when the environment says
 * NODE_TLS_REJECT_UNAUTHORIZED=0, which is meant for other programs as often as for this one.
 */
export function verifiedTls(url: URL, { ca, serverName, insecure }: ServerTrust): ConnectionOptions {
  const host = hostOf(url);
  const expected = serverName ?? host;
  return {
    host,
    // SNI carries names only, never addresses.
    ...(isIP(expected) === 0 ? { servername: expected } : {}),
    checkServerIdentity: (_host, certificate) => checkServerIdentity(expected, certificate),
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
    rejectUnauthorized: insecure !== true,
    ALPNProtocols: ['http/1.1'],
  };
}

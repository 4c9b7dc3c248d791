/** Why a server could not be reached, by the code of the failure: what happened, as the end of a sentence, and what to do. */
export interface Explanation {
  readonly what: string;
  readonly hint: string;
}

const NO_ROUTE: Explanation = { what: 'there is no route to it', hint: 'Check the network and the VPN.' };

/** Failures to reach a server that mean the same for every server. */
export const REACH: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: { what: 'nothing listens there', hint: 'Check name and port.' },
  ENOTFOUND: { what: 'the host name is unknown', hint: 'Check its spelling, the VPN and the DNS.' },
  EAI_AGAIN: { what: 'the name service does not answer', hint: 'Check the network connection and the DNS.' },
  ETIMEDOUT: {
    what: 'it does not answer in time',
    hint: 'Check the network, the VPN, firewalls and whether a proxy is needed (HTTPS_PROXY).',
  },
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ADDRESS_REFUSED: {
    what: 'its address is that of a network link, where clouds give machines their credentials, or of this machine, and nobody may send us '
      + 'there',
    hint: 'Ask the operators of the server to correct where it sends clients.',
  },
  ECONNRESET: { what: 'the connection was cut', hint: 'Try again; check whether something on the way (proxy, firewall) cuts connections.' },
};

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);
const NO_TLS = new Set(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/** The certificate of the server is signed by an authority that is not known here. */
export function isUntrusted(code: string): boolean {
  return UNTRUSTED.has(code);
}

/** What answers there does not speak TLS. */
export function isNoTls(code: string): boolean {
  return NO_TLS.has(code);
}

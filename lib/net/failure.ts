import { messageOf } from '../errors';

/** There was no (complete) answer. */
export class NetworkFailure extends Error {
  constructor(
    /** What happened, as the end of a sentence. */
    message: string,
    /**
     * Code of the network or of TLS (ECONNREFUSED, CERT_HAS_EXPIRED, ETIMEDOUT, ECONNRESET, ...), or of us: TOO_LARGE, ABORTED,
     * PROXY_REFUSED.
     */
    readonly code: string,
    /** `host:port` that was asked. */
    readonly host: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'NetworkFailure';
  }
}

/** Whatever went wrong as a `NetworkFailure`. */
export function asFailure(error: unknown, host: string): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  const { message, code } = failureOf(error);
  return new NetworkFailure(message, code, host, error);
}

/** How an error of a socket is called: what happened, as the end of a sentence, and its code. */
export function failureOf(error: unknown): { readonly message: string; readonly code: string } {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'EPIPE') return { message: 'the connection was cut', code: 'ECONNRESET' };
  return { message: messageOf(error) || code || 'the connection failed', code: code ?? 'UNKNOWN' };
}

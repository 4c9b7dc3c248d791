import { isBoxcutterError } from '../../errors';
import { failureOf } from '../../net';
import type { Timing } from '../timing';

/** Code of an answer that is too large to be held in memory. */
export const TOO_LARGE = 'TOO_LARGE';

/** Code of a write that was not sent, because this process may not write (any more). */
export const FENCED = 'FENCED';

/** Why requests are broken off when their connection is closed. */
export const CLOSING = new Error('the connection is being closed');

/** There was no (complete) answer. */
export class ConnectionFailure extends Error {
  constructor(
    /** What happened, as the end of a sentence. */
    message: string,
    /** Whether the request may have reached the server. */
    readonly sent: boolean,
    /** Code of the network, TLS or of us: ECONNREFUSED, CERT_HAS_EXPIRED, ETIMEDOUT, CLOSED... */
    readonly code: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'ConnectionFailure';
  }
}

/** Whatever went wrong as a `ConnectionFailure`. */
export function asFailure(error: unknown, sent: boolean): ConnectionFailure {
  if (error instanceof ConnectionFailure) return error;
  if (isBoxcutterError(error)) return new ConnectionFailure(error.message.replace(/\.$/, ''), sent, error.code, error);
  const { message, code } = failureOf(error);
  return new ConnectionFailure(message, sent, code, error);
}

/** The server did not answer within its deadline. */
export function noAnswer({ answerMs }: Timing): ConnectionFailure {
  return new ConnectionFailure(`no answer within ${answerMs / 1000} s`, true, 'ETIMEDOUT');
}

/** The write was not sent: another process may have the right to write by now. */
export function fenced(): ConnectionFailure {
  return new ConnectionFailure('this process has no right to write (any more)', false, FENCED);
}

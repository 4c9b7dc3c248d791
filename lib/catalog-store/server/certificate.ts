/** The certificate of a server, from files that are replaced while it runs, as Kubernetes does with those of a Secret. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { BoxcutterError, messageOf } from '../../errors';

export interface CertificateFiles {
  /** Path of a file with the certificate and those of its issuers (PEM). */
  readonly cert: string;
  /** Path of a file with its key (PEM). */
  readonly key: string;
}

export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface WatchedCertificate {
  /** As it is now. */
  readonly pair: CertificatePair;
  stop(): void;
}

/** A certificate that the program makes itself. */
export interface CertificateSource {
  /** @param use called with each new pair */
  watch(use: (pair: CertificatePair) => void): WatchedCertificate;
}

/**
 * Watching by events follows no links, and mounted Secrets are links; a watch by time misses a change before its own first look. Two small
 * files are read instead.
 */
const EVERY_MS = 2_000;

/**
 * Reads a certificate, and watches its files.
 * @param use called with each new pair that fits together
 * @throws BoxcutterError `tls-files` (category input)
 */
export function watchCertificate(
  files: CertificateFiles, use: (pair: CertificatePair) => void, onNote: (note: string) => void, everyMs = EVERY_MS,
): WatchedCertificate {
  const pair = readPair(files);
  fit(pair, files);
  let [current, refused] = [idOf(pair), ''];
  const look = (): void => {
    try {
      const next = readPair(files);
      const id = idOf(next);
      if (id === current) return;
      fit(next, files);
      use(next);
      [current, refused] = [id, ''];
      onNote(`A new certificate is in use, from ${files.cert}.`);
    } catch (error) {
      // Between the write of the one file and that of the other they do not fit together: said once, and tried again.
      if (messageOf(error) !== refused) onNote(`The certificate in use stays. ${messageOf(error)}`);
      refused = messageOf(error);
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    pair,
    stop: () => clearInterval(timer),
  };
}

function readPair({ cert, key }: CertificateFiles): CertificatePair {
  return { cert: read(cert), key: read(key) };
}

function fit(pair: CertificatePair, { cert, key }: CertificateFiles): void {
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new BoxcutterError('tls-files', 'input', `${cert} and ${key} are not a certificate and its key: ${messageOf(error)}.`, {
      hint: 'Give a certificate and its key, both as PEM files.', cause: error,
    });
  }
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new BoxcutterError('tls-files', 'input', `${file} cannot be read: ${messageOf(error)}.`, {
      hint: 'Check path and permissions.', cause: error,
    });
  }
}

function idOf({ cert, key }: CertificatePair): string {
  return createHash('sha256').update(cert).update('\0').update(key).digest('hex');
}

/**
 * Who may use a proxy: the callers that know its token. Every process of a machine can reach a port on loopback, and the proxy has the
 * rights of the kubeconfig behind it.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export class Gate {
  /** What every path begins with. Headers belong to the caller: they carry its own credentials for the server. */
  readonly base = `/${randomBytes(32).toString('base64url')}`;

  /** The path as the server knows it; undefined for a caller without the token. */
  admit(path: string): string | undefined {
    const [given, rest] = [path.slice(0, this.base.length), path.slice(this.base.length)];
    if (!timingSafeEqual(digest(given), digest(this.base))) return undefined;
    return rest.startsWith('/') ? rest : `/${rest}`;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

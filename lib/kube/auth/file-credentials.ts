import { readFileSync } from 'node:fs';
import { defined } from '../../defined';
import { BoxcutterError, messageOf } from '../../errors';
import type { Credentials, Identity } from './identity';
import type { KubeconfigUser } from './kubeconfig';

/**
 * Token, basic authentication and client certificates, from the kubeconfig itself or from files that are read again as they rotate.
 * In kubectl's precedence: data over files, a token file over a token, a token over a password.
 * @param fileMs how long the content of files is believed, in milliseconds
 */
export function fileCredentials(user: KubeconfigUser, fileMs: number): Credentials {
  let cached: { identity: Identity; readAt: number } | undefined;
  let changedAt = -Infinity;
  const inFiles = Boolean(user.tokenFile) || Boolean(user['client-certificate']) || Boolean(user['client-key']);
  return {
    current: async () => {
      if (cached !== undefined && (!inFiles || performance.now() - cached.readAt < fileMs)) return cached.identity;
      try {
        const identity = readIdentity(user);
        if (JSON.stringify(identity) !== JSON.stringify(cached?.identity)) changedAt = performance.now();
        cached = { identity, readAt: performance.now() };
      } catch (error) {
        // A file that is being replaced: what was read before is the better answer.
        if (cached === undefined) throw error;
      }
      return cached.identity;
    },
    renew: (sentAt = performance.now()) => {
      if (!inFiles || cached === undefined) return false;
      const before = JSON.stringify(cached.identity);
      try {
        cached = { identity: readIdentity(user), readAt: performance.now() };
      } catch {
        return false;
      }
      if (JSON.stringify(cached.identity) !== before) changedAt = performance.now();
      return changedAt > sentAt;
    },
  };
}

function readIdentity(user: KubeconfigUser): Identity {
  const token = user.tokenFile ? readText(user.tokenFile, 'token').trim() : user.token?.trim();
  const cert = dataOrFile(user['client-certificate-data'], user['client-certificate'], 'client certificate');
  const key = dataOrFile(user['client-key-data'], user['client-key'], 'client key');
  const basic = user.username ? Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64') : undefined;
  const authorization = token ? `Bearer ${token}` : basic === undefined ? undefined : `Basic ${basic}`;
  return {
    ...defined({ authorization, cert, key }),
  };
}

/** Text of a base64 field or of a file; the field wins. Throws `credentials-unavailable`. */
export function dataOrFile(data: string | undefined, file: string | undefined, what: string): string | undefined {
  if (data) return Buffer.from(data, 'base64').toString('utf8');
  return file ? readText(file, what) : undefined;
}

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BoxcutterError(
      'credentials-unavailable', 'server',
      `The ${what} that the kubeconfig names cannot be read: ${messageOf(error)}.`,
      {
        hint: `Check that ${file} exists and that you may read it.`,
        details: { path: file },
        cause: error,
      },
    );
  }
}

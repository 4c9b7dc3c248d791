/** What git says, without what is secret in it. Pure. */
import { defined } from '../defined';
import { isBoxcutterError, BoxcutterError } from '../errors';
import { addressOf, checkRepository } from './address';
import type { GitCredentials, GitRepository } from './given';

export function basicOf({ username, password }: GitCredentials): string {
  return Buffer.from(`${username}:${password}`).toString('base64');
}

/**
 * Git repeats the whole address, and a query may hold what is secret; and it repeats what a server says, which may be what we have sent to
 * it.
 */
export function withoutSecrets(
  error: unknown, { repository, credentials, allowLocal = false }: Pick<GitRepository, 'repository' | 'credentials' | 'allowLocal'>,
): unknown {
  if (!isBoxcutterError(error)) return error;
  const shown = checkRepository(repository, { allowLocal });
  const secrets = credentials === undefined ? [] : [basicOf(credentials), credentials.password, encodeURIComponent(credentials.password)];
  const named = [addressOf(repository), repository].reduce((text, address) => text.replaceAll(address, shown), error.message);
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), named);
  if (clean === error.message) return error;
  const { code, category, hint } = error;
  return new BoxcutterError(code, category, clean, defined({ hint }));
}

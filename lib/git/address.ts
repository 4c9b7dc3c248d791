/** Which repositories may be read, told from their addresses alone. Pure. */
import { BoxcutterError } from '../errors';
import { isLoopback } from '../net';

export interface RepositoryOptions {
  /** Repositories of this machine (`file://`) may be read. @default false */
  readonly allowLocal?: boolean | undefined;
}

/**
 * @returns the address as it may be shown
 * @throws BoxcutterError `git-address` (input); what may be a password is not repeated
 */
export function checkRepository(repository: string, { allowLocal = false }: RepositoryOptions = {}): string {
  if (!URL.canParse(repository) || /[\u0000-\u0020]/.test(repository)) {
    throw invalid('The address of the git repository cannot be read.', 'Write https://, a host and a path.');
  }
  const url = new URL(repository);
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  if (url.username !== '' || url.password !== '') {
    throw invalid(`The address of ${shown} holds credentials, which everybody who may read it could see.`, 'Put them into a Secret.');
  }
  switch (url.protocol) {
    case 'https:':
      return shown;
    case 'http:':
      if (isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) return shown;
      throw invalid(`${shown} is not encrypted.`, 'Name it with https://.');
    case 'file:':
      if (allowLocal && url.host === '') return shown;
      throw invalid(`${shown} is a repository of the machine that would read it, which is not allowed.`, 'Name it with https://.');
    default:
      throw invalid(`Repositories are not read by ${url.protocol.slice(0, -1)}.`, 'Name it with https://.');
  }
}

function invalid(message: string, hint: string): BoxcutterError {
  return new BoxcutterError('git-address', 'input', message, { hint });
}

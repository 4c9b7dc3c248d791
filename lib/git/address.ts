/** Which repositories may be read. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { BoxcutterError, messageOf } from '../errors';
import { hostOf, isLoopback, portOf, proxyFor } from '../net';

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

/** As git is given it: read once, here, so that git cannot take another host from it than the one that was checked. */
export function addressOf(repository: string): string {
  const url = new URL(repository);
  if (url.protocol === 'file:') return repository;
  url.hash = '';
  return url.href;
}

/** Whether no server at this address is asked. */
export type RefusesAddress = (address: string) => boolean;

/**
 * Looks the host of a repository up, as git would.
 * @returns how curl is told to find it there and nowhere else (`HOST:PORT:ADDRESS`); undefined: it is an address already, or a proxy looks
 * it up
 * @throws BoxcutterError `git-address` (input) where an address is refused; `git-failed` (server) where there is no such host
 */
export async function reachableAt(repository: string, refuses: RefusesAddress): Promise<string | undefined> {
  const url = new URL(repository);
  const host = hostOf(url);
  const refuse = (found: readonly string[]): void => {
    if (!found.some(refuses)) return;
    const what = 'is that of this machine or of a network link, which no repository may lead to';
    throw invalid(`The address of ${host} ${what}.`, 'Name another host.');
  };
  refuse([isLoopback(host) && isIP(host) === 0 ? '127.0.0.1' : host]);
  if (isIP(host) !== 0 || proxyFor(url, undefined, process.env) !== undefined) return undefined;
  const found = await lookup(host, { all: true }).catch((error: unknown) => {
    throw new BoxcutterError('git-failed', 'server', `git failed: ${host} cannot be looked up: ${messageOf(error)}`, { cause: error });
  });
  const addresses = found.map(({ address }) => address);
  refuse(addresses);
  return `${host}:${portOf(url)}:${addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address)).join(',')}`;
}

function invalid(message: string, hint: string): BoxcutterError {
  return new BoxcutterError('git-address', 'input', message, { hint });
}

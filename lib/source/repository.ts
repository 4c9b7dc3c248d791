/**
 * Which URL or repository content came from, for the history of the extension. A repository is read from the files of git: the program need
 * not be there, and the same repository gives the same answer in every clone, on every machine.
 */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type ContentSource, type RepositorySource, urlSource } from '../api';
import { defined } from '../defined';
import { namesGit, parseGitAddress } from './git/address';

/** Of what is put down. */
const LIMIT = 253;
/** A configuration of git beyond this is none. */
const CONFIG_BYTES = 1024 * 1024;

/** @param path a file, a folder, a URL or a git repository; of anything else nothing is known */
export function contentSourceOf(path: string): ContentSource | undefined {
  return namesGit(path) ? ofGitAddress(path) : urlSource(path) ?? repositoryOf(path);
}

function ofGitAddress(text: string): RepositorySource | undefined {
  const { repository: url, directory } = parseGitAddress(text);
  const repository = repositoryName(url);
  if (repository === undefined) return undefined;
  return { repository, ...defined({ path: (directory?.length ?? 0) > LIMIT ? undefined : directory }) };
}

/** @param path a file or a folder; of anything else nothing is known */
export function repositoryOf(path: string): RepositorySource | undefined {
  try {
    const real = realpathSync(path);
    const root = rootOf(real);
    const url = root === undefined ? undefined : remoteOf(textOf(join(commonFolder(join(root, '.git')), 'config')));
    const repository = url === undefined ? undefined : repositoryName(url);
    if (root === undefined || repository === undefined) return undefined;
    const below = relative(root, real).split(sep).join('/');
    return { repository, ...defined({ path: below === '' || below.length > LIMIT ? undefined : below }) };
  } catch {
    // What cannot be read says nothing: an image, standard input, a folder of another user.
    return undefined;
  }
}

function rootOf(path: string): string | undefined {
  if (existsSync(join(path, '.git'))) return path;
  const above = dirname(path);
  return above === path ? undefined : rootOf(above);
}

/** Where the configuration is: a worktree and a submodule have a file that names it. */
function commonFolder(git: string): string {
  if (statSync(git).isDirectory()) return git;
  const [, named = ''] = /^gitdir: (.+)$/m.exec(textOf(git)) ?? [];
  const folder = resolve(dirname(git), named.trim());
  const common = join(folder, 'commondir');
  return existsSync(common) ? resolve(folder, textOf(common).trim()) : folder;
}

function textOf(file: string): string {
  if (statSync(file).size > CONFIG_BYTES) throw new Error(`${file} is too large`);
  return readFileSync(file, 'utf8');
}

/** The address of the remote `origin`, or of the only one. Pure. */
export function remoteOf(config: string): string | undefined {
  const remotes = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split('\n').map((text) => text.trim())) {
    if (line.startsWith('[')) remote = /^\[remote "([^"]*)"\]/.exec(line)?.[1];
    const [, url] = /^url\s*=\s*"?([^"]*)"?$/.exec(line) ?? [];
    if (remote !== undefined && url !== undefined && !remotes.has(remote)) remotes.set(remote, url);
  }
  return remotes.get('origin') ?? (remotes.size === 1 ? [...remotes.values()][0] : undefined);
}

/**
 * `github.com/acme/shop`, however it is reached: the scheme, the user, credentials, the port and `.git` are left out. Undefined for what is
 * not the same on every machine, as a path is. Pure.
 */
export function repositoryName(url: string): string | undefined {
  const place = url.includes('://') ? placeOfUrl(url) : placeOfShorthand(url);
  if (place === undefined) return undefined;
  const name = `${place.host.toLowerCase()}/${place.path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')}`;
  // A colon or an at sign in the path could be a credential.
  return name.length <= LIMIT && /^[a-z0-9.-]+\/[\w.~+%/-]+$/i.test(name) ? name : undefined;
}

interface Place {
  readonly host: string;
  readonly path: string;
}

function placeOfUrl(text: string): Place | undefined {
  if (!/^(?:https?|ssh|git|git\+ssh|git\+https):/i.test(text) || !URL.canParse(text)) return undefined;
  const { hostname: host, pathname: path } = new URL(text);
  return { host, path };
}

/** `git@github.com:acme/shop.git`. One letter before the colon is a drive. */
function placeOfShorthand(text: string): Place | undefined {
  const [, host, path] = /^(?:[^@/]+@)?([^@:/]{2,}):(.+)$/.exec(text) ?? [];
  return host === undefined || path === undefined ? undefined : { host, path };
}

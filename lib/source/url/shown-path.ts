/** What a user names as a path, as it may be shown and kept: of a URL neither the query nor credentials, where secrets stand. Pure. */
import { namesGit } from '../git/address';

export function shownPath(path: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(path) || !URL.canParse(path)) return path;
  const { protocol, host, pathname, search, hash } = new URL(path);
  const pin = namesGit(path) || /^#sha256=[0-9a-f]{64}$/i.test(hash) ? hash : '';
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}${pin}`;
}

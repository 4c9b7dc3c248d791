/** Where the content of a revision came from, as it is put down in the history of its extension. */

/** As far as it is the same for every clone of it: no path of a machine, no credentials. */
export type ContentSource = RepositorySource | UrlSource;

export interface RepositorySource {
  /** Remote of the git repository, without scheme, user and `.git`: `github.com/acme/shop`. At most 253 characters. */
  readonly repository: string;
  /** File or folder in it. Absent: its root. At most 253 characters. */
  readonly path?: string;
}

export interface UrlSource {
  /** The address that was named, without credentials, query and pin. At most {@link MAX_URL_LENGTH} characters. */
  readonly url: string;
}

export const MAX_URL_LENGTH = 2048;

/** Undefined for what is no URL, or one that is too long to be kept. What may be secret is left out. */
export function urlSource(text: string): UrlSource | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  const url = origin + pathname;
  return url.length > MAX_URL_LENGTH ? undefined : { url };
}

/** For people: `github.com/acme/shop (deploy/web)`, `https://example.com/shop.yaml`. */
export function sourceText(source: ContentSource): string {
  if ('url' in source) return source.url;
  return source.path === undefined ? source.repository : `${source.repository} (${source.path})`;
}

/**
 * Do two contents come from one place, maybe in different versions of it? Repositories are compared without the path in them. URLs are
 * compared without the versions in them, those of files on GitHub by their repository.
 */
export function isSamePlace(one: ContentSource, other: ContentSource): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf(source: ContentSource): string {
  if (!('url' in source)) return source.repository.toLowerCase();
  if (!URL.canParse(source.url)) return source.url;
  const { host, pathname } = new URL(source.url);
  const [owner, repository] = pathname.split('/').filter((segment) => segment !== '');
  const isGitHub = host === 'github.com' || host === 'raw.githubusercontent.com';
  if (isGitHub && owner !== undefined && repository !== undefined) return `github.com/${owner}/${repository}`.toLowerCase();
  return host + pathname.split('/').map(withoutVersion).join('/');
}

/** `shop-1.2.0-rc.1.tgz` and `shop-1.2.0.tgz` are one file in two versions; `v2`, and what may be a commit, are versions as well. */
function withoutVersion(segment: string): string {
  const [ending = ''] = /\.(?:ya?ml|json|tgz|tar|tar\.gz)$/i.exec(segment) ?? [];
  const name = segment.slice(0, segment.length - ending.length);
  if (/^(?:v?\d+|[0-9a-f]{7,40})$/i.test(name)) return `*${ending}`;
  return name.replace(/v?\d+(?:\.\d+)+(?:[-+][0-9A-Za-z.+-]*)?/gi, '*') + ending;
}

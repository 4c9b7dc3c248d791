/** Addresses of catalogs on a server: `https://host/catalogs/NAME`, with or without what the API has behind it. */
import { BoxcutterError } from '../../errors';
import { isLoopback } from '../../net';

export interface CatalogAddress {
  /** Ends with the name of the catalog; without query. */
  readonly url: URL;
  readonly name: string;
}

/**
 * Understands the address of a catalog. What is not encrypted may come from this machine alone.
 * @throws BoxcutterError `url-invalid` (category input); what may be a password is not repeated
 */
export function parseCatalogAddress(text: string): CatalogAddress {
  if (!URL.canParse(text)) throw invalid('The address of a catalog cannot be read.');
  const url = new URL(text);
  const shown = url.origin + url.pathname;
  if (url.username !== '' || url.password !== '') {
    throw invalid(`The address ${shown} holds credentials, `
      + 'which other users of this machine could see in the list of processes.', 'Leave them out.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) {
    throw invalid(`${shown} is not encrypted.`, 'Name it with https://; plain HTTP is for this machine (localhost).');
  }
  const [, path, name] = /^(.*\/catalogs\/([^/]+))(?:\/(?:api(?:\/v1(?:\/(?:all|metas))?)?)?)?\/?$/.exec(url.pathname) ?? [];
  if (path === undefined || name === undefined || url.search !== '' || url.hash !== '') {
    throw invalid(`${shown} is not an address of a catalog.`);
  }
  url.pathname = path;
  return { url, name: decoded(name) };
}

/** The address of one of the endpoints of a catalog. */
export function endpointOf({ url }: Pick<CatalogAddress, 'url'>, endpoint: 'all' | 'metas'): URL {
  const address = new URL(url);
  address.pathname = `${url.pathname}/api/v1/${endpoint}`;
  return address;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function invalid(message: string, hint = 'A catalog on a server is https://HOST/catalogs/NAME. '
  + 'Download a file from a web server first.'): BoxcutterError {
  return new BoxcutterError('url-invalid', 'input', message, { hint });
}

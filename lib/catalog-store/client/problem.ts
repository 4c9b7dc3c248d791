/** What went wrong with a server of catalogs, in words: which one, what, what to do. */
import { docPage } from '../../doc-page';
import { BoxcutterError } from '../../errors';
import { isNoTls, isUntrusted, type NetworkFailure, REACH } from '../../net';

/** There was no whole answer. */
export function unreachable(failure: NetworkFailure, url: URL): BoxcutterError {
  const { code } = failure;
  const { host } = url;
  const details = { host, code };
  if (code === 'ABORTED') return new BoxcutterError('interrupted', 'interrupted', `Interrupted while talking to the server ${host}.`);
  if (code === 'TOO_LARGE') return answered(url, `${failure.message}, which no catalog has`);
  const trust = trustProblem(code, host);
  if (trust !== undefined) {
    return new BoxcutterError('catalog-server-tls', 'server', `The server ${host} of the catalog cannot be trusted: ${trust}.`, {
      hint: `The certificate of its authority can be named as registries["${host}"].ca in the settings: ${docPage('registries.md')}`,
      details, cause: failure,
    });
  }
  const known = REACH[code];
  const what = known?.what ?? failure.message;
  return new BoxcutterError('catalog-server', 'server', `The catalog could not be fetched from ${host}: ${what}.`, {
    hint: known?.hint ?? 'Check its name and the network.', details, cause: failure,
  });
}

function trustProblem(code: string, host: string): string | undefined {
  if (isUntrusted(code)) return 'its certificate is signed by an authority that is not known here';
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is not for ${host}`;
  if (isNoTls(code)) return 'it does not speak TLS';
  return /^(?:ERR_OSSL|ERR_SSL|CERT_)/.test(code) ? `the TLS handshake failed (${code})` : undefined;
}

/** The answer is not that of a server of catalogs. */
export function answered(
  url: URL, what: string, hint = 'Check that this is the address of a catalog, and that no login page answers instead.',
): BoxcutterError {
  return new BoxcutterError('catalog-server', 'server', `The server ${url.host} gave an answer that is not a catalog: ${what}.`, {
    hint, details: { host: url.host },
  });
}

/** The answer is a status that brings no content. */
export function refused(url: URL, status: number): BoxcutterError {
  const { host, pathname } = url;
  const details = { host, status };
  if (status === 404) {
    return new BoxcutterError('catalog-not-found', 'input', `The server ${host} has no catalog at ${pathname}.`, {
      hint: 'Check the name after /catalogs/. The server also answers so while it has not unpacked the catalog.', details,
    });
  }
  if (status === 401 || status === 403) {
    return new BoxcutterError('catalog-server', 'server', `The server ${host} does not let us read the catalog (${status}).`, {
      hint: 'Servers of catalogs ask for no credentials, so a proxy in front of it does.', details,
    });
  }
  return new BoxcutterError('catalog-server', 'server', `The server ${host} answered ${status} when it was asked for the catalog.`, {
    hint: status >= 500 || status === 429
      ? 'Try again. If that does not help, check the health of the server.'
      : 'Check that this is the address of a catalog.',
    details,
  });
}

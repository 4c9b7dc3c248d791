/** What went wrong with a registry, in words: which one, what, what to do. Nothing that could be a secret is repeated. */
import { counted } from '../../counted';
import { isJsonObject } from '../../api';
import { defined } from '../../defined';
import { docPage } from '../../doc-page';
import { BoxcutterError } from '../../errors';
import { isNoTls, isUntrusted, REACH, type Answer, type Explanation, type NetworkFailure } from '../../net';
import type { Endpoint } from './endpoint';
import { registrySettingsFile } from './settings';

/** The error for a request that got no answer. */
export function networkError(failure: NetworkFailure, { registry }: Endpoint): BoxcutterError {
  const { code, host } = failure;
  const details = { registry, host, code };
  // Most are the registry's own host; others are where it sends us for tokens and content.
  const who = host === registry ? `The registry ${registry}` : `The server ${host} of the registry ${registry}`;
  if (code === 'ABORTED') return new BoxcutterError('interrupted', 'interrupted', `Interrupted while talking to the registry ${registry}.`);
  const tls = tlsProblem(code, host);
  if (tls !== undefined) {
    return new BoxcutterError(
      'registry-tls', 'server',
      `${who} cannot be trusted: ${tls.what}.`,
      { hint: tls.hint, details, cause: failure },
    );
  }
  const known = REACH[code];
  return new BoxcutterError('registry-unreachable', 'server', `${who} cannot be reached: ${known?.what ?? failure.message}.`, {
    hint: known?.hint ?? (code === 'PROXY_REFUSED'
      ? 'Check HTTPS_PROXY, NO_PROXY and the credentials for the proxy.'
      : 'Check its name and the network.'),
    details,
    cause: failure,
  });
}

function tlsProblem(code: string, host: string): Explanation | undefined {
  if (isUntrusted(code)) {
    return {
      what: 'its certificate is signed by an authority that is not known here',
      hint: `Name the certificate of that authority in ${registrySettingsFile()}: registries: {"${host}": {ca: FILE}} `
        + `(${docPage('registries.md')})`,
    };
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return { what: 'its certificate has expired', hint: 'Renew it, and check the clock of this machine.' };
  }
  if (code === 'CERT_NOT_YET_VALID') return { what: 'its certificate is not valid yet', hint: 'Check the clock of this machine.' };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return { what: `its certificate is not for ${host}`,
    hint: 'Use a name that the certificate has.' };
  if (isNoTls(code)) {
    return {
      what: 'it does not speak TLS',
      hint: `Check the port. If plain HTTP is meant, say so in ${registrySettingsFile()}: registries: {"${host}": {plainHttp: true}} `
        + `(${docPage('registries.md')})`,
    };
  }
  if (code.startsWith('ERR_OSSL') || code.startsWith('ERR_SSL') || code.startsWith('CERT_')) {
    return {
      what: `the TLS handshake failed (${code})`,
      hint: `Check the certificates of the server, and registries["${host}"].ca in the settings: ${docPage('registries.md')}`,
    };
  }
  return undefined;
}

/** The registry does not let us: 401 after all that could be tried. */
export function unauthorized(endpoint: Endpoint, actions: string, credentials: string | undefined, said = ''): BoxcutterError {
  const what = `${actions === 'pull' ? 'read' : 'write'} ${endpoint.repository}`;
  const how = credentials === undefined
    ? `The registry ${endpoint.registry} needs credentials to ${what}, and there are none for it`
    : `The registry ${endpoint.registry} does not let us ${what} with the credentials from ${credentials}`;
  return new BoxcutterError('registry-unauthorized', 'server', `${how}${said === '' ? '.' : `: ${said}`}`, {
    hint: credentials === undefined
      ? 'Log in (podman login, docker login), or check the name: some registries give this answer for images that do not exist.'
      : 'Log in again, or ask for the permission; check the name, too: some registries give this answer for images that do not exist.',
    details: { registry: endpoint.registry, repository: endpoint.repository, ...defined({ credentials }) },
  });
}

/** There are credentials for it, and they are not sent without TLS. */
export function unprotected({ registry, repository, base }: Endpoint, credentials: string): BoxcutterError {
  const message = `The registry ${registry} asks for credentials, `
    + `but boxcutter does not send those from ${credentials} to ${base.host} without TLS.`;
  return new BoxcutterError('registry-unauthorized', 'server', message, {
    hint: 'Others on the network could read them. Use TLS for the registry, or allow reading without credentials.',
    details: { registry, repository, credentials },
  });
}

/** The error for an answer that is not what was asked for. `said` are the registry's own words. */
export function answerError(status: number, endpoint: Endpoint, what: string, said: string, retryAfter?: number): BoxcutterError {
  const { registry, repository } = endpoint;
  const details = { registry, repository, status };
  const words = said === '' ? '.' : `: ${said}`;
  if (status === 403) {
    return new BoxcutterError('registry-forbidden', 'server', `The registry ${registry} does not allow us to ${what}${words}`, {
      hint: 'Ask for the permission, or use other credentials.', details,
    });
  }
  if (status === 429) {
    const wait = retryAfter === undefined
      ? ''
      : ` It asks to wait ${retryAfter < 120 ? counted(Math.ceil(retryAfter), 'second') : `${Math.ceil(retryAfter / 60)} minutes`}.`;
    return new BoxcutterError(
      'registry-answer', 'server',
      `The registry ${registry} has had too many requests from this client to ${what}${words}`,
      {
        hint: `Try again later.${wait} Clients that are logged in may send more requests.`, details,
      },
    );
  }
  return new BoxcutterError(
    'registry-answer', 'server',
    `The registry ${registry} answered ${status} when it was asked to ${what}${words}`,
    {
      hint: status >= 500
        ? 'Try again. If that does not help, check the health of the registry.'
        : 'Check that this is the address of a registry.', details,
    },
  );
}

/** For an answer with the right status and the wrong content. */
export function senselessAnswer(
  { registry, repository }: Endpoint, what: string, hint = 'Check that this is the address of a registry, '
    + 'and that no login page answers instead.',
): BoxcutterError {
  return new BoxcutterError(
    'registry-answer', 'server',
    `The registry ${registry} gave an answer that cannot be used: ${what}.`,
    { hint, details: { registry, repository } },
  );
}

const MAX_WORDS = 300;

/** The registry's own words from the body of an error (OCI distribution specification, "Error Codes"), in one line. Takes the body. */
export async function wordsOf(answer: Answer, redact: (text: string) => string): Promise<string> {
  const body = await answer.read(64 * 1024).then((bytes) => bytes.toString('utf8'), () => '');
  let text = '';
  try {
    const document: unknown = JSON.parse(body);
    const first: unknown = isJsonObject(document) && Array.isArray(document['errors'])
      ? (document['errors'] as readonly unknown[])[0]
      : document;
    if (isJsonObject(first)) {
      text = [
        'code',
        'message',
        'error',
        'error_description',
        'details',
      ].map((key) => first[key]).filter((part) => typeof part === 'string' && part !== '').join(': ');
    }
  } catch {
    if (String(answer.headers['content-type'] ?? '').startsWith('text/plain')) text = body;
  }
  // What comes from elsewhere must not steer a terminal.
  const line = redact(text).replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line;
}

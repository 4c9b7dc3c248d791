import { BoxcutterError } from '../../../../lib/errors';
import type { Connection } from '../../../../lib/kube/auth/connection';
import { connectionError, responseError } from '../../../../lib/kube/http/problem';
import { ConnectionFailure } from '../../../../lib/kube/http/failure';
import { fixedCredentials, status } from '../fake-server';

const connection: Connection = {
  server: 'https://api.example:6443', namespace: 'default', tls: {}, credentials: fixedCredentials({}), origin: 'context "a" of config',
  // With a proxy no handshake is made to look at the certificate of the server.
  proxy: new URL('http://proxy.example:3128'),
};
const failure = (code: string, cause?: unknown): ConnectionFailure => new ConnectionFailure('what the network said', false, code, cause);
const summary = ({ code, category }: BoxcutterError): string => `${category}: ${code}`;

describe('no answer', () => {
  test.each([
    ['ECONNREFUSED', 'server: server-unreachable', 'nothing listens there'],
    ['ENOTFOUND', 'server: server-unreachable', 'the host name is unknown'],
    ['ETIMEDOUT', 'server: server-unreachable', 'it does not answer in time'],
    ['PROXY_REFUSED', 'server: server-unreachable', 'what the network said'],
    ['SOMETHING_ELSE', 'server: server-unreachable', 'what the network said'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'server: server-not-trusted', 'signed by an authority that is not known here'],
    ['CERT_HAS_EXPIRED', 'server: server-not-trusted', 'its certificate expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'server: server-not-trusted', 'its certificate is not for api.example'],
    ['STALE', 'server: server-failed', 'cannot list its kinds'],
    ['CLOSED', 'interrupted: connection-closed', 'was closed'],
  ])('with the code %s is %s: %s', async (code, kind, words) => {
    const error = await connectionError(failure(code), connection);
    expect(summary(error)).toBe(kind);
    expect(error.message).toContain('https://api.example:6443');
    expect(error.message).toContain(words);
  });

  test('because there are no credentials is the error of the credentials', async () => {
    const cause = new BoxcutterError('credentials-unavailable', 'server', 'The credential plugin failed.');
    expect(await connectionError(failure('credentials-unavailable', cause), connection)).toBe(cause);
  });
});

describe('an answer that is not what was asked for', () => {
  test.each([
    [401, 'server: server-unauthorized', 'does not accept our credentials'],
    [403, 'server: server-forbidden', 'does not allow that: no'],
    [500, 'server: server-failed', 'answered 500: no'],
    [418, 'server: server-failed', 'answered 418: no'],
  ])('with status %i is %s: %s', async (code, kind, words) => {
    const error = await responseError({ status: code, headers: {}, body: JSON.stringify(status(code, 'Reason', 'no')) }, connection);
    expect(summary(error)).toBe(kind);
    expect(error.message).toContain(words);
  });
});

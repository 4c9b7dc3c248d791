/** A connection as a kubeconfig, for another program: with the credentials that count now. */
import { defined } from '../../defined';
import type { Connection } from './connection';

const coded = (pem: string | undefined): string | undefined => (pem === undefined ? undefined : Buffer.from(pem).toString('base64'));

/** @param user act as this user; undefined: as the connection does */
export async function kubeconfigText(
  { server, tls, proxy, credentials, impersonate }: Connection, user: string | undefined,
): Promise<string> {
  const { authorization = '', cert, key } = await credentials.current();
  const [, token] = /^Bearer (.+)$/.exec(authorization) ?? [];
  const [, basic] = /^Basic (.+)$/.exec(authorization) ?? [];
  const [username, ...password] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString('utf8').split(':');
  const acting = user === undefined
    ? defined({
        'as': impersonate?.user, 'as-groups': impersonate?.groups, 'as-uid': impersonate?.uid, 'as-user-extra': impersonate?.extra,
      })
    : { as: user };
  return JSON.stringify({
    'apiVersion': 'v1', 'kind': 'Config', 'current-context': 'it', 'contexts': [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
    'clusters': [{
      name: 'it', cluster: {
        server,
        ...defined({
          'certificate-authority-data': coded(tls.ca), 'tls-server-name': tls.serverName,
          'insecure-skip-tls-verify': tls.insecure, 'proxy-url': proxy?.href,
        }),
      },
    }],
    'users': [{
      name: 'it', user: {
        ...defined({
          token, username, 'password': username === undefined ? undefined : password.join(':'),
          'client-certificate-data': coded(cert), 'client-key-data': coded(key),
        }),
        ...acting,
      },
    }],
  });
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromClient, type ClientKubeConfig } from '../../../../lib/kube/auth/client-kubeconfig';
import { resolveConnection } from '../../../../lib/kube/auth/context';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** As that package has it in memory after `loadFromFile`. */
const given: ClientKubeConfig = {
  clusters: [
    { name: 'east', server: 'https://east.example:6443/', caData: base64('authority'), tlsServerName: 'east', skipTLSVerify: false },
    { name: 'west', server: 'https://west.example', skipTLSVerify: true, proxyUrl: 'http://proxy.example:3128' },
  ],
  users: [
    { name: 'anna', token: 'of-anna', impersonateUser: 'deployer' },
    { name: 'bert', certData: base64('certificate'), keyData: base64('key') },
  ],
  contexts: [
    { name: 'first', cluster: 'east', user: 'anna', namespace: 'shop' },
    { name: 'second', cluster: 'west', user: 'bert' },
  ],
  currentContext: 'first',
};

/** A kubeconfig file in the environment, which must not be looked at. */
const env = { KUBECONFIG: '/nonexistent/kubeconfig' };

test('a KubeConfig that a program made names server, trust, credentials and impersonation', async () => {
  const connection = resolveConnection({ kubeconfig: given }, env);
  expect(connection).toMatchObject({
    server: 'https://east.example:6443', namespace: 'shop', tls: { ca: 'authority', serverName: 'east' }, impersonate: { user: 'deployer' },
    origin: 'context "first" of the KubeConfig of the program',
  });
  expect(connection.tls.insecure).toBeUndefined();
  await expect(connection.credentials.current()).resolves.toEqual({ authorization: 'Bearer of-anna' });
});

test('another of its contexts can be chosen', async () => {
  const connection = resolveConnection({ kubeconfig: given, context: 'second' }, env);
  expect(connection).toMatchObject({ server: 'https://west.example', namespace: 'default', tls: { insecure: true } });
  expect(connection.proxy?.host).toBe('proxy.example:3128');
  await expect(connection.credentials.current()).resolves.toEqual({ cert: 'certificate', key: 'key' });
});

test('the token file of a pod, as that package writes it, is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-kubeconfig-'));
  try {
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, 'of-the-pod\n');
    const pod = { ...given, users: [{ name: 'anna', authProvider: { name: 'tokenFile', config: { tokenFile } } }] };
    await expect(resolveConnection({ kubeconfig: pod }, env).credentials.current()).resolves.toEqual({ authorization: 'Bearer of-the-pod' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('credential plugins and auth providers come through as they are', () => {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'login' };
  const authProvider = { name: 'oidc', config: { 'id-token': 't' } };
  const { users } = fromClient({ ...given, users: [{ name: 'plugin', exec }, { name: 'provider', authProvider }] });
  expect(Object.fromEntries(users)).toEqual({ plugin: { exec }, provider: { 'auth-provider': authProvider } });
});

test('what such an object lacks is said of the object, not of a file', () => {
  const empty = { clusters: [], users: [], contexts: [], currentContext: '' };
  expect(() => resolveConnection({ kubeconfig: empty }, env)).toThrow('The KubeConfig of the program has no current context.');
  expect(() => resolveConnection({ kubeconfig: given, context: 'third' }, env)).toThrow(expect.objectContaining({
    message: 'The KubeConfig of the program has no context "third".',
    hint: 'Contexts of the KubeConfig of the program: first, second.',
  }));
});

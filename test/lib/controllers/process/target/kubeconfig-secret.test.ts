/** What of a Secret is taken for the way to another cluster. */
import { kubeconfigIn } from '../../../../../lib/controllers/process/target/kubeconfig-secret';
import { renewableCluster } from '../../../../../lib/kube';
import { connectionOfText } from '../../../../../lib/kube/auth';

const ref = { namespace: 'a', name: 'b', key: 'kubeconfig' };
const secret = (data: object) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'b' }, data });

test.each([
  ['there is none', undefined, { type: 'missing', message: 'Secret a/b does not exist.' }],
  ['it is empty', secret({}), { type: 'missing', message: 'Secret a/b has no key kubeconfig. It is empty.' }],
  ['it has other keys', secret({ value: 'eA==', tls: 'eA==' }), { type: 'missing', message: 'Secret a/b has no key kubeconfig. It has tls, value.' }],
  ['it is there', secret({ kubeconfig: Buffer.from('x: y').toString('base64') }), { type: 'kubeconfig', text: 'x: y' }],
])('%s', (_name, given, expected) => {
  expect(kubeconfigIn(given, ref)).toEqual(expected);
});

const kubeconfig = (user: object, cluster: object = {}) => JSON.stringify({
  'current-context': 'c',
  'contexts': [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
  'clusters': [{ name: 'k', cluster: { server: 'https://shop.example:6443', ...cluster } }],
  'users': [{ name: 'u', user }, { name: 'other', user: { exec: { command: 'x', apiVersion: 'y' } } }],
});

test.each([
  ['user.exec', { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'steal' } }, {}],
  ['user.auth-provider', { 'auth-provider': { name: 'oidc' } }, {}],
  ['user.client-certificate, user.client-key', { 'client-certificate': '/a', 'client-key': '/b' }, {}],
  ['user.tokenFile', { tokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token', token: 'x' }, {}],
  ['cluster.certificate-authority', { token: 'x' }, { 'certificate-authority': '/etc/passwd' }],
])('%s would run a program or read a file here: refused', (field, user, cluster) => {
  expect(() => connectionOfText(kubeconfig(user, cluster), 'Secret a/b')).toThrow(expect.objectContaining({
    code: 'kubeconfig-unsafe', message: `The kubeconfig of Secret a/b has ${field}: no program is run and no file is read because it says so.`,
  }) as Error);
});

test.each([
  ['no YAML', 'a: [', 'cannot be read'],
  ['no mapping', '- a', 'is not a YAML mapping'],
  ['without a context', '{}', 'has no current context'],
  ['with a server that is none', kubeconfig({}, { server: 'file:///etc/passwd' }), 'is not an http or https URL'],
])('%s is refused in words that name the Secret', (_name, text, words) => {
  const refusal = (): unknown => connectionOfText(text, 'Secret a/b');
  expect(refusal).toThrow(words);
  expect(refusal).toThrow('Secret a/b');
});

test('token and address are taken as they are; a user that is not the current one does not matter', async () => {
  const { server, credentials } = connectionOfText(kubeconfig({ token: 'abc' }), 'Secret a/b');
  expect(server).toBe('https://shop.example:6443');
  expect(await credentials.current()).toEqual({ authorization: 'Bearer abc' });
});

test('without a kubeconfig no request is sent, and each says at once why', async () => {
  const { cluster, without } = renewableCluster('Secret a/b has not been read yet.');
  const ask = () => cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: 'x' });
  expect(await ask()).toMatchObject({ type: 'lost', message: expect.stringContaining('Secret a/b has not been read yet') as string });
  without('Secret a/b does not exist.');
  expect(await ask()).toMatchObject({ type: 'lost', message: expect.stringContaining('Secret a/b does not exist') as string });
  cluster.close();
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { authProviderCredentials } from '../../../../lib/kube/auth/auth-provider';

const root = join(__dirname, '..', '..', '..', '..');

/** A JSON web token that nobody has signed, good until 2286. */
const token = ['{"alg":"none"}', '{"exp":9999999999}', ''].map((part) => Buffer.from(part).toString('base64url')).join('.');

test('an OIDC user of the older form shows its id token', () => {
  // In a process of its own: jest cannot load the ECMAScript modules of the Kubernetes client.
  const script = `
    const { credentialsOf } = require(${JSON.stringify(join(root, 'lib/kube/auth/credentials.ts'))});
    const config = { 'id-token': ${JSON.stringify(token)}, 'client-id': 'c', 'idp-issuer-url': 'https://issuer.example' };
    credentialsOf({ 'auth-provider': { name: 'oidc', config } }, { server: 'https://x.example' }, 0).current().then((identity) => console.log(JSON.stringify(identity)));
  `;
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=commonjs', '-e', script], { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual({ authorization: `Bearer ${token}` });
});

test('a token service that never answers is given up', async () => {
  const silent = (): Promise<string> => new Promise(() => {});
  const credentials = authProviderCredentials({ name: 'oidc', config: {} }, () => Promise.resolve(silent), 20);
  await expect(credentials.current()).rejects.toMatchObject({
    code: 'credentials-unavailable', message: expect.stringContaining('there was no answer within 0.02 s') as string,
  });
});

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsOf } from '../../../../lib/kube/auth/credentials';
import { execCredentials } from '../../../../lib/kube/auth/exec-plugin';
import type { ExecConfig } from '../../../../lib/kube/auth/kubeconfig';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const cluster = { server: 'https://x.example', 'certificate-authority-data': 'Q0E=' };

test('a token, and basic authentication', async () => {
  await expect(credentialsOf({ token: 't' }, cluster, 0).current()).resolves.toEqual({ authorization: 'Bearer t' });
  await expect(credentialsOf({ username: 'u', password: 'p' }, cluster, 0).current()).resolves.toEqual({ authorization: 'Basic dTpw' });
  expect(credentialsOf({ token: 't' }, cluster, 0).renew()).toBe(false);
});

test('a token file wins over a token and is read again after a while; the old one serves while it is away', async () => {
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, 'one\n');
  const patient = credentialsOf({ tokenFile, token: 'fixed' }, cluster, 60_000);
  const eager = credentialsOf({ tokenFile }, cluster, 0);
  await expect(patient.current()).resolves.toEqual({ authorization: 'Bearer one' });
  await expect(eager.current()).resolves.toEqual({ authorization: 'Bearer one' });
  writeFileSync(tokenFile, 'two\n');
  await expect(patient.current()).resolves.toEqual({ authorization: 'Bearer one' });
  await expect(eager.current()).resolves.toEqual({ authorization: 'Bearer two' });
  // After 401: what is in the file now, if that is something else.
  expect(patient.renew()).toBe(true);
  await expect(patient.current()).resolves.toEqual({ authorization: 'Bearer two' });
  expect(patient.renew()).toBe(false);
  rmSync(tokenFile);
  await expect(eager.current()).resolves.toEqual({ authorization: 'Bearer two' });
});

test('a token file is read again after a while also when the clock of the machine was set back', async () => {
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, 'one');
  const credentials = credentialsOf({ tokenFile }, cluster, 1);
  await credentials.current();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  writeFileSync(tokenFile, 'two');
  const read = performance.now();
  while (performance.now() - read < 2) await new Promise(setImmediate);
  await expect(credentials.current()).resolves.toEqual({ authorization: 'Bearer two' });
  clock.mockRestore();
});

describe('a credential plugin', () => {
  /** A plugin that counts its runs, notes what it was given, and prints `status`. */
  function plugin(status: unknown, more: Partial<ExecConfig> = {}): ExecConfig {
    const command = join(folder, 'plugin');
    const output = typeof status === 'string' ? status : JSON.stringify({ kind: 'ExecCredential', status });
    writeFileSync(join(folder, 'output'), output);
    writeFileSync(command, `#!/bin/sh\necho run >> "${folder}/runs"\nprintf '%s' "$KUBERNETES_EXEC_INFO" > "${folder}/info"\nprintf '%s' "$EXTRA" > "${folder}/extra"\ncat "${folder}/output"\n`);
    chmodSync(command, 0o755);
    return { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never', ...more };
  }
  const runs = (): number => readFileSync(join(folder, 'runs'), 'utf8').split('\n').length - 1;

  test('runs once, with its environment and what it may know of the cluster', async () => {
    const exec = plugin({ token: 't' }, { provideClusterInfo: true, env: [{ name: 'EXTRA', value: 'e' }] });
    const credentials = credentialsOf({ exec }, cluster, 0);
    await expect(Promise.all([credentials.current(), credentials.current()])).resolves.toEqual([
      { authorization: 'Bearer t' },
      { authorization: 'Bearer t' },
    ]);
    expect(runs()).toBe(1);
    expect(readFileSync(join(folder, 'extra'), 'utf8')).toBe('e');
    expect(JSON.parse(readFileSync(join(folder, 'info'), 'utf8'))).toEqual({
      apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', spec: { interactive: false, cluster },
    });
  });

  test('runs again when its credentials are over, or were refused', async () => {
    const over = credentialsOf({ exec: plugin({ token: 't', expirationTimestamp: '2020-01-01T00:00:00Z' }) }, cluster, 0);
    await over.current();
    await over.current();
    expect(runs()).toBe(2);
    const valid = credentialsOf({ exec: plugin({
      clientCertificateData: 'C',
      clientKeyData: 'K',
      expirationTimestamp: '2999-01-01T00:00:00Z',
    }) }, cluster, 0);
    await valid.current();
    await expect(valid.current()).resolves.toEqual({ cert: 'C', key: 'K' });
    expect(runs()).toBe(3);
    expect(valid.renew()).toBe(true);
    await valid.current();
    expect(runs()).toBe(4);
  });

  test.each([
    ['not JSON: tok3n', 'did not answer with JSON'],
    ['{"status":{}}', 'gave neither a token nor a certificate'],
  ])('that answers %s is reported, without repeating what it said', async (output, message) => {
    const problem = await credentialsOf({ exec: plugin(output) }, cluster, 0).current().catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'credentials-unavailable', message: expect.stringContaining(message) });
    expect((problem as Error).message).not.toContain('tok3n');
  });

  test('that fails is reported with what it complained about', async () => {
    const exec = { ...plugin({}), command: 'sh', args: ['-c', 'echo "please log in" >&2; exit 3'] };
    await expect(credentialsOf({ exec }, cluster, 0)
      .current()).rejects.toMatchObject({ message: 'The credential plugin sh failed (exit code 3): please log in' });
  });

  test('that hangs is given up at its deadline and named, even when what it has started lives on', async () => {
    const exec: ExecConfig = { ...plugin({}), command: 'sh', args: ['-c', 'echo "waiting for the token service" >&2; sleep 3 & wait'] };
    const credentials = execCredentials(exec, cluster, 100);
    const started = Date.now();
    await expect(Promise.all([credentials.current(), credentials.current()])).rejects.toMatchObject({
      code: 'credentials-unavailable',
      message: 'The credential plugin sh gave no credentials within 0.1 s. It said: waiting for the token service',
      hint: expect.stringContaining('Run the command by hand'),
    });
    expect(Date.now() - started).toBeLessThan(2_500);
  });

  test('that hung is asked again the next time', async () => {
    const flag = join(folder, 'flag');
    const command = `if [ -e ${flag} ]; then echo '{"status":{"token":"t"}}'; else touch ${flag}; exec sleep 300; fi`;
    const credentials = execCredentials({ ...plugin({}), command: 'sh', args: ['-c', command] }, cluster, 200);
    await expect(credentials.current()).rejects.toMatchObject({ code: 'credentials-unavailable' });
    const patient = execCredentials({ ...plugin({}), command: 'sh', args: ['-c', command] }, cluster, 10_000);
    await expect(patient.current()).resolves.toEqual({ authorization: 'Bearer t' });
  });

  test('that is not installed is reported with the hint of the kubeconfig', async () => {
    const exec = { ...plugin({}), command: 'no-such-plugin', installHint: 'Install it from example.com.' };
    await expect(credentialsOf({ exec }, cluster, 0).current()).rejects.toMatchObject({
      code: 'credentials-unavailable', message: expect.stringContaining('is not installed'), hint: 'Install it from example.com.',
    });
  });
});

test('the hint of a plugin that fails shows its arguments without the secrets among them', async () => {
  const args = ['get-token', '--oidc-client-secret=s3cr3t', '--password', 's3cr3t', '--oidc-issuer-url=https://issuer.example'];
  const exec: ExecConfig = { apiVersion: 'client.authentication.k8s.io/v1', command: 'false', args, interactiveMode: 'Never' };
  const hint = 'Run the command by hand to see what is wrong: false get-token --oidc-client-secret=... --password ... --oidc-issuer-url=https://issuer.example';
  await expect(credentialsOf({ exec }, cluster, 0).current()).rejects.toMatchObject({ hint });
});

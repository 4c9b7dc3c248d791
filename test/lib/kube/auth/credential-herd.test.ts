/** Many requests find out at the same time that credentials are over, or were refused. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsOf } from '../../../../lib/kube/auth/credentials';
import { authProviderCredentials } from '../../../../lib/kube/auth/auth-provider';
import type { Credentials } from '../../../../lib/kube/auth/identity';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'herd-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A plugin that counts its runs. */
function pluginOf(status: unknown): Credentials {
  const command = join(folder, 'plugin');
  writeFileSync(join(folder, 'output'), JSON.stringify({ kind: 'ExecCredential', status }));
  writeFileSync(command, `#!/bin/sh\necho run >> "${folder}/runs"\ncat "${folder}/output"\n`);
  chmodSync(command, 0o755);
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never' as const };
  return credentialsOf({ exec }, { server: 'https://x.example' }, 60_000);
}
const runs = (): number => readFileSync(join(folder, 'runs'), 'utf8').split('\n').length - 1;
const manyTimes = <Result>(act: () => Promise<Result>): Promise<Result[]> => Promise.all(Array.from({ length: 8 }, act));

test('a plugin is asked once for all of them when its credentials are over', async () => {
  const credentials = pluginOf({ token: 't', expirationTimestamp: '2020-01-01T00:00:00Z' });
  await credentials.current();
  await manyTimes(() => credentials.current());
  expect(runs()).toBe(2);
});

test('a plugin is asked once for all of them when its credentials were refused', async () => {
  const credentials = pluginOf({ token: 't' });
  await credentials.current();
  const sentAt = performance.now();
  await manyTimes(async () => {
    expect(credentials.renew(sentAt)).toBe(true);
    await credentials.current();
  });
  // The last one was slow: what it was refused with is not what we have now.
  expect(credentials.renew(sentAt)).toBe(true);
  await credentials.current();
  expect(runs()).toBe(2);
  credentials.renew(performance.now());
  await credentials.current();
  expect(runs()).toBe(3);
});

test('a token file that was replaced serves all requests that were refused with the old token', async () => {
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, 'old');
  const credentials = credentialsOf({ tokenFile }, { server: 'https://x.example' }, 60_000);
  await credentials.current();
  const sentAt = performance.now();
  writeFileSync(tokenFile, 'new');
  expect([credentials.renew(sentAt), credentials.renew(sentAt)]).toEqual([true, true]);
  // The new one was refused as well, and there is no other.
  expect(credentials.renew(performance.now())).toBe(false);
});

test('an auth provider is asked once for all of them: a refresh token may be good only once', async () => {
  let asked = 0;
  const credentials = authProviderCredentials({ name: 'oidc' }, () => Promise.resolve(async () => {
    asked += 1;
    return Promise.resolve(`Bearer ${asked}`);
  }));
  await expect(manyTimes(() => credentials.current())).resolves.toEqual(Array.from({ length: 8 }, () => ({ authorization: 'Bearer 1' })));
});

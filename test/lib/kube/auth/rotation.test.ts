import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { TLSSocket } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { podConnection } from '../../../../lib/kube/auth/context';
import { credentialsOf } from '../../../../lib/kube/auth/credentials';
import { caCert, goodCert, goodKey, otherCert, otherKey } from '../certificates';
import { configMap, configMaps, fast, FakeServer, initialEnd, json, recorder, status, stream } from '../fake-server';

/** Credentials that change while the program runs. */
let folder: string;
let server: FakeServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotation-'));
});
afterEach(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' };
const write = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test('a token in a file: the next request shows the new one; after 401 it is read at once, for requests and for streams', async () => {
  const fake = (server = await FakeServer.start());
  let accepted = 'Bearer one';
  const used: string[] = [];
  fake.handler = (seen, response) => {
    used.push(seen.headers.authorization ?? '');
    if (seen.headers.authorization !== accepted) return json(response, 401, status(401, 'Unauthorized')) ?? true;
    if (seen.query.get('watch') === '1') return stream(response).send('BOOKMARK', initialEnd('5')) ?? true;
    return seen.path.endsWith('/a') ? (json(response, 200, configMap('a', '1')) ?? true) : undefined;
  };
  const tokenFile = write('token', 'one');
  // Read again only after 401: the file counts as fresh for an hour.
  const cluster = fake.cluster({ credentials: credentialsOf({ tokenFile }, { server: fake.url }, 3_600_000) });
  await expect(cluster.get(ref)).resolves.toMatchObject({ type: 'object' });
  write('token', 'two');
  accepted = 'Bearer two';
  await expect(cluster.get(ref)).resolves.toMatchObject({ type: 'object' });
  write('token', 'three');
  accepted = 'Bearer three';
  const seen = recorder();
  cluster.observe(configMaps, seen);
  await seen.reached('synced');
  expect(seen.lines).toEqual(['synced']);
  expect(used.slice(-5)).toEqual(['Bearer one', 'Bearer one', 'Bearer two', 'Bearer two', 'Bearer three']);
});

test('the token of a pod is read again as it rotates', async () => {
  write('token', 'one');
  write('namespace', 'team');
  write('ca.crt', caCert);
  const env = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const connection = podConnection({}, env, fast, folder);
  await expect(connection?.credentials.current()).resolves.toEqual({ authorization: 'Bearer one' });
  write('token', 'two');
  await expect(connection?.credentials.current()).resolves.toEqual({ authorization: 'Bearer two' });
});

test('a client certificate: new connections show the new one; kept ones with the old one are not used any more', async () => {
  const fake = (server = await FakeServer.start({ cert: goodCert, key: goodKey, requestCert: true, rejectUnauthorized: false }));
  const shown: string[] = [];
  fake.handler = (seen, response) => {
    if (!seen.path.endsWith('/a') && seen.query.get('watch') !== '1') return undefined;
    shown.push((response.socket as TLSSocket).getPeerCertificate().fingerprint256);
    if (seen.query.get('watch') === '1') return stream(response).send('BOOKMARK', initialEnd('5')) ?? true;
    return json(response, 200, configMap('a', '1')) ?? true;
  };
  const user = { 'client-certificate': write('cert', goodCert), 'client-key': write('key', goodKey) };
  const cluster = fake.cluster({ tls: { ca: caCert }, credentials: credentialsOf(user, { server: fake.url }, 0) });
  await cluster.get(ref);
  await cluster.get(ref);
  write('cert', otherCert);
  write('key', otherKey);
  await cluster.get(ref);
  const seen = recorder();
  cluster.observe(configMaps, seen);
  await seen.reached('synced');
  expect(shown).toHaveLength(4);
  expect(shown[0]).toBe(shown[1]);
  expect(shown[2]).not.toBe(shown[1]);
  expect(shown[3]).toBe(shown[2]);
});

/** Verification of servers cannot be switched off by the environment: every client meets a server whose authority nobody knows. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { goodCert, goodKey } from '../kube/certificates';

const root = join(__dirname, '..', '..', '..');
let server: Server;
let folder: string;
const seen: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'environment-'));
  server = createServer({ cert: goodCert, key: goodKey }, (request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? ''}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** In a process of its own, because Node reads its own environment and not that of a test. */
const script = (address: string, kubeconfig: string): string => `
  const https = require('node:https');
  const { connect } = require('./lib/kube');
  const { registrySource } = require('./lib/image');
  const { fetchFile } = require('./lib/control-plane/programs/fetch-file');
  const { request } = require('./lib/control-plane/local-client');
  const { authProviderCredentials } = require('./lib/kube/auth/auth-provider');
  const { Server } = require('./lib/testing/fault-proxy/upstream');
  const { upstreamOf } = require('./lib/testing/fault-proxy/target');
  const { openTunnel } = require('./lib/net/proxy');
  const url = ${JSON.stringify(address)};
  const { host, port } = new URL(url);
  const kubeconfig = (context) => ({ kubeconfig: ${JSON.stringify(kubeconfig)}, context });
  const forwarded = { method: 'GET', path: '/fault-proxy', headers: {}, body: Buffer.alloc(0) };
  const attempts = {
    control: () => new Promise((resolve, reject) => https.get(url + '/control', resolve).on('error', reject)),
    'API server': () => connect(kubeconfig('verified')),
    'API server, insecure-skip-tls-verify': () => connect(kubeconfig('insecure')),
    registry: () => registrySource(host + '/app:v1', { cache: false, settings: {}, env: {}, timing: { attempts: 1 } }).resolve(),
    download: () => fetchFile(url + '/program', 'program', { env: {} }),
    'local control plane': () => request({ port: Number(port), token: 'secret' }, 'GET', '/version'),
    'fault proxy': () => new Server(upstreamOf({ server: url, token: 'secret' })).exchange(forwarded),
    proxy: () => openTunnel(new URL(url), new URL('https://elsewhere.example'), new AbortController().signal),
    'token service': () => authProviderCredentials({ name: 'oidc', config: {} }).current(),
  };
  (async () => {
    const results = {};
    for (const [name, attempt] of Object.entries(attempts)) {
      results[name] = await attempt().then(() => 'trusted', (error) => [error.code, error.cause?.code, error.message]);
    }
    process.stdout.write(JSON.stringify(results), () => process.exit(0));
  })();
`;

test('NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing for any client', async () => {
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kubeconfig = join(folder, 'kubeconfig');
  const contexts = ['verified', 'insecure'];
  writeFileSync(kubeconfig, JSON.stringify({
    clusters: contexts.map((name) => ({ name, cluster: { server: `${address}/${name}`, 'insecure-skip-tls-verify': name === 'insecure' } })),
    users: [{ name: 'me', user: { token: 'secret' } }],
    contexts: contexts.map((name) => ({ name, context: { cluster: name, user: 'me' } })),
  }));
  const { stdout } = await promisify(execFile)(
    process.execPath, ['--require', 'tsx/cjs', '--input-type=commonjs', '-e', script(address, kubeconfig)],
    { cwd: root, env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NO_PROXY: '*' } },
  );
  const untrusted = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
  expect(JSON.parse(stdout)).toEqual({
    'control': 'trusted',
    'API server': ['server-not-trusted', untrusted, expect.any(String)],
    // Reached, as the user has asked for; it only is no API server.
    'API server, insecure-skip-tls-verify': ['server-unreachable', 'MALFORMED', expect.any(String)],
    'registry': ['registry-tls', untrusted, expect.any(String)],
    'download': ['download-failed', untrusted, expect.any(String)],
    'local control plane': [untrusted, null, expect.any(String)],
    'fault proxy': [untrusted, null, expect.any(String)],
    'proxy': [untrusted, null, expect.any(String)],
    'token service': ['credentials-unavailable', null, expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED')],
  });
  expect(seen.filter((line) => !line.startsWith('/insecure'))).toEqual(['/control ']);
});

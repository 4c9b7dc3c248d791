/** How TLS connections to one server share what they can, and when each is verified from the start. */
import type { KubeCluster } from '../../../../lib/kube';
import type { Identity } from '../../../../lib/kube/auth/identity';
import { caCert, goodCert, goodKey, otherCert, otherKey } from '../certificates';
import { FakeServer } from '../fake-server';

const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a' };

let server: FakeServer;
let cluster: KubeCluster;
let identity: Identity;

beforeEach(async () => {
  server = await FakeServer.start({ cert: goodCert, key: goodKey });
  identity = {};
  const credentials = { current: () => Promise.resolve(identity), renew: () => false };
  cluster = server.cluster({ tls: { ca: caCert }, credentials });
});
afterEach(() => server.stop());

/** A request after all connections were cut: has the next connection resumed a session? */
async function resumesNext(): Promise<boolean | undefined> {
  const before = server.resumed.length;
  server.cut();
  await cluster.get(ref);
  return server.resumed[before];
}

test('a connection resumes the session of one before it', async () => {
  await cluster.resolve('v1', 'ConfigMap');
  expect(server.resumed[0]).toBe(false);
  expect(await resumesNext()).toBe(true);
  expect(await resumesNext()).toBe(true);
});

test('a server that does not resume the session is verified anew', async () => {
  await cluster.resolve('v1', 'ConfigMap');
  server.forgetSessions();
  expect(await resumesNext()).toBe(false);
  expect(await resumesNext()).toBe(true);
});

test('another certificate of ours begins a session of its own', async () => {
  identity = { cert: goodCert, key: goodKey };
  await cluster.resolve('v1', 'ConfigMap');
  identity = { cert: otherCert, key: otherKey };
  expect(await resumesNext()).toBe(false);
  expect(await resumesNext()).toBe(true);
});

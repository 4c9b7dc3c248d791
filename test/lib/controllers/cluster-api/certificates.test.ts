/** Certificates of the webhook: what they are good for, and when they are exchanged. */
import { X509Certificate } from 'node:crypto';
import { connect, createServer } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { authoritiesOf, nextStep, type Certificates, type Facts } from '../../../../lib/controllers/cluster-api/requirement/certificates/decide';
import { makePair, type Pair } from '../../../../lib/controllers/cluster-api/requirement/certificates/make';
import { certificatesIn, certificateSecret } from '../../../../lib/controllers/cluster-api/requirement/certificates/secret';

const HOSTS = ['webhook.olmv1-system.svc'];
const DAY = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 27);
const made = (now = NOW, hosts: readonly string[] = HOSTS): Pair => makePair(hosts, { now, lifeMs: 90 * DAY });

/** Says what a client says that trusts these authorities. */
async function handshake(pair: Pair, ca: string, servername: string): Promise<string> {
  const server = createServer({ cert: pair.certificate, key: pair.key }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, ca, servername });
  const said = await new Promise<string>((resolve) => {
    socket.once('secureConnect', () => resolve('trusted')).once('error', ({ message }) => resolve(message));
  });
  socket.destroy();
  server.close();
  return said;
}

test('a client that trusts its authority takes it, for its names and no others; another authority does not vouch for it', async () => {
  const pair = makePair(HOSTS, { now: Date.now(), lifeMs: DAY });
  const other = makePair(HOSTS, { now: Date.now(), lifeMs: DAY });
  expect(await handshake(pair, pair.authority, HOSTS[0]!)).toBe('trusted');
  expect(await handshake(pair, other.authority + pair.authority, HOSTS[0]!)).toBe('trusted');
  expect(await handshake(pair, pair.authority, 'other.olmv1-system.svc')).toMatch(/does not match certificate/);
  expect(await handshake(pair, other.authority, HOSTS[0]!)).toMatch(/unable to verify|self.signed|issuer/);
});

test('it is for servers alone, signs nothing, and is valid as long as it was asked for', () => {
  const certificate = new X509Certificate(made().certificate);
  expect([certificate.ca, certificate.keyUsage, certificate.subjectAltName]).toEqual([false, ['1.3.6.1.5.5.7.3.1'], 'DNS:webhook.olmv1-system.svc']);
  expect(Date.parse(certificate.validTo)).toBe(NOW + 90 * DAY);
  expect(new X509Certificate(made(NOW, ['127.0.0.1', '::1']).certificate).subjectAltName).toBe('IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
});

test('what the Secret holds is read back', () => {
  const certificates: Certificates = { current: made(), next: made(), previous: made().authority };
  expect(certificatesIn(certificateSecret('ns', certificates))).toEqual(certificates);
  expect(certificatesIn(certificateSecret('ns', { current: certificates.current }))).toEqual({ current: certificates.current });
  expect(certificatesIn(undefined)).toBeUndefined();
});

describe('a certificate', () => {
  const current = made();
  const next = made();
  const at = (days: number, more: Partial<Facts> = {}): Facts => (
    { hosts: HOSTS, now: NOW + days * DAY, trustedSince: undefined, settleMs: 60_000, ...more }
  );

  test.each<[what: string, stored: Certificates | undefined, facts: Facts, step: object]>([
    ['is made when there is none', undefined, at(0), { type: 'make' }],
    ['is kept while it is young', { current }, at(1), { type: 'keep', againInMs: 6 * 3_600_000 }],
    ['is made anew for other names', { current }, at(1, { hosts: ['other.svc'] }), { type: 'make' }],
    ['is made anew when it is over', { current, next }, at(91), { type: 'make' }],
    ['is made anew when its key is another', { current: { ...current, key: next.key } }, at(1), { type: 'make' }],
    ['gets a next one after two thirds of its time', { current }, at(61), { type: 'stage' }],
    ['stays in use while a webhook does not trust the next one', { current, next }, at(61), { type: 'keep', againInMs: 60_000 }],
    ['stays in use until servers have noticed', { current, next }, at(61, { trustedSince: NOW + 61 * DAY - 20_000 }), { type: 'keep', againInMs: 40_000 }],
    ['gives way before it ends, also when a webhook cannot be written', { current, next }, at(86), { type: 'promote' }],
    ['gives way then', { current, next }, at(61, { trustedSince: NOW + 61 * DAY - 60_000 }), { type: 'promote' }],
  ])('%s', (_what, stored, facts, step) => {
    expect(nextStep(stored, facts)).toEqual(step);
  });

  test('webhooks trust the one in use, the next, and the one before', () => {
    expect(authoritiesOf({ current })).toBe(current.authority);
    expect(authoritiesOf({ current, next })).toBe(current.authority + next.authority);
    expect(authoritiesOf({ current: next, previous: current.authority })).toBe(next.authority + current.authority);
  });
});

import * as fs from 'node:fs';
import { prepareCredentials, serviceAccountKeys } from '../../../lib/control-plane/credentials';
import { writeKubeconfig } from '../../../lib/control-plane/kubeconfig';
import { clusterPlaces } from '../../../lib/control-plane/places';
import { scratchFolder } from './scratch';

const places = clusterPlaces('demo', scratchFolder());
const mode = (file: string): number => fs.statSync(file).mode & 0o777;

test('tokens differ, are kept from start to start, and only the owner may read them', () => {
  const tokens = prepareCredentials(places);
  expect(new Set(Object.values(tokens)).size).toBe(Object.keys(tokens).length);
  expect(prepareCredentials(places)).toEqual(tokens);
  expect([mode(places.tokens), mode(serviceAccountKeys(places).privateKey), mode(places.certificates)]).toEqual([0o600, 0o600, 0o700]);
  expect(fs.readFileSync(places.tokens, 'utf8')).toContain(`${tokens.admin},admin,admin,"system:masters"\n`);
});

test('a serving certificate that cannot be used any more is removed with its key', () => {
  fs.writeFileSync(places.servingCertificate, 'expired or torn');
  fs.writeFileSync(places.servingCertificate.replace('.crt', '.key'), 'key');
  prepareCredentials(places);
  expect(fs.readdirSync(places.certificates).sort()).toEqual(['service-account.key', 'service-account.pub']);
});

test('the kubeconfig needs no other file, and has a context for each user', () => {
  writeKubeconfig(places.kubeconfig, { name: 'demo', server: 'https://127.0.0.1:1', authority: 'PEM', tokens: { admin: 'a', restricted: 'r' } });
  const config = JSON.parse(fs.readFileSync(places.kubeconfig, 'utf8')) as Record<string, unknown>;
  expect(mode(places.kubeconfig)).toBe(0o600);
  expect(config).toMatchObject({
    'clusters': [{ name: 'boxcutter-demo', cluster: { 'server': 'https://127.0.0.1:1', 'certificate-authority-data': Buffer.from('PEM').toString('base64') } }],
    'contexts': [{ name: 'boxcutter-demo' }, { name: 'boxcutter-demo-restricted' }],
    'current-context': 'boxcutter-demo',
  });
});

/** Releases out of what Helm 3, Helm 4 and operator-controller store, and out of what somebody else has put there. */
import { gzipSync } from 'node:zlib';
import { readRelease, storedRelease, type StoredRelease } from '../../../../lib/adoption';
import type { KubeObject } from '../../../../lib/api';
import { chunkedSecrets, helmSecret, releaseJson } from './stored';

function stored(object: KubeObject): StoredRelease {
  const found = storedRelease(object);
  if (found === undefined) throw new Error('no release');
  return found;
}

test('a Secret of Helm 3', () => {
  const release = readRelease(stored(helmSecret({ manifest: '---\n# Source: shop-chart/templates/a.yaml\nkind: A\n' })));
  expect(release).toMatchObject({
    name: 'shop', namespace: 'shop-ns', version: 1, status: 'deployed', storage: 'helm', appliesServerSide: false,
    chart: { name: 'shop-chart', version: '1.2.3', appVersion: '9' }, config: { replicas: 2 },
  });
});

test('one of Helm 4 says how it applies', () => {
  expect(readRelease(stored(helmSecret({ more: { apply_method: 'ssa' } }))).appliesServerSide).toBe(true);
});

test('a ConfigMap has one base64 less, and old releases no gzip', () => {
  const secret = helmSecret();
  const { type: _type, ...rest } = secret;
  const configMap = { ...rest, kind: 'ConfigMap', data: { release: Buffer.from(JSON.stringify(releaseJson())).toString('base64') } };
  expect(readRelease(stored(configMap))).toMatchObject({ name: 'shop', status: 'deployed' });
});

test('files and hooks stand beside the manifest', () => {
  const file = { name: 'crds/a.yaml', data: Buffer.from('kind: CustomResourceDefinition').toString('base64') };
  const more = {
    chart: { metadata: { name: 'c' }, files: [file, { name: 'README.md', data: 'aGk=' }] },
    hooks: [{ name: 'h', kind: 'Job', path: 'c/templates/h.yaml', manifest: 'kind: Job', events: ['pre-install'] }, { broken: true }],
  };
  const release = readRelease(stored(helmSecret({ more })));
  expect(release.files).toEqual([{ name: 'crds/a.yaml', text: 'kind: CustomResourceDefinition' }, { name: 'README.md', text: 'hi' }]);
  expect(release.hooks).toEqual([{ name: 'h', kind: 'Job', path: 'c/templates/h.yaml', manifest: 'kind: Job', events: ['pre-install'] }]);
});

test('chunks of operator-controller, in whatever order they come', () => {
  const [index, ...chunks] = chunkedSecrets({ namespace: 'shop-ns', more: { labels: { 'olm.operatorframework.io/bundle-name': 'shop.v1' } } });
  expect(chunks.length).toBeGreaterThan(1);
  const release = readRelease(stored(index), [...chunks].reverse());
  expect(release).toMatchObject({ storage: 'operator-controller', namespace: 'shop-ns', labels: { 'olm.operatorframework.io/bundle-name': 'shop.v1' } });
});

test('a chunk that is missing is named', () => {
  const [index, ...chunks] = chunkedSecrets();
  expect(() => readRelease(stored(index), chunks.slice(1))).toThrow(/does not hold a readable release of Helm: its chunk sh\.helm\.release\.v1\.shop\.v1-chunk0 is missing/);
});

test('more chunks than operator-controller writes are refused', () => {
  const [index, ...chunks] = chunkedSecrets();
  const names = Array.from({ length: 11 }, (_, number) => `c${number}`);
  const greedy = { ...index, data: { ...(index['data'] as object), extraChunks: Buffer.from(JSON.stringify(names)).toString('base64') } };
  expect(() => readRelease(stored(greedy), chunks)).toThrow(/more than 11 chunks/);
});

test.each<[string, KubeObject, RegExp]>([
  ['what is no base64', { ...helmSecret(), data: { release: '!!!' } }, /it is not base64/],
  ['damaged gzip', helmSecret({}, Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])), /does not hold a readable release/],
  ['no data', { ...helmSecret(), data: {} }, /no data "release"/],
  ['a list', helmSecret({}, gzipSync('[]')), /it is no object/],
  ['no manifest', helmSecret({ more: { manifest: 5 } }), /it has no manifest/],
  ['another release than its labels say', helmSecret({ more: { name: 'other' } }), /name two releases/],
  ['another namespace than its own', helmSecret({ more: { namespace: 'kube-system' } }), /another namespace than its own/],
  ['a bomb', helmSecret({}, gzipSync(Buffer.alloc(97 * 1024 * 1024, 32))), /does not hold a readable release/],
  ['more values than a release has', helmSecret({}, gzipSync(`{"a":[${'0,'.repeat(2_000_001)}0]}`)), /more than 2000000 values/],
])('%s is refused', (_what, object, message) => {
  expect(() => readRelease(stored(object))).toThrow(message);
});

test('what has no labels of a release is none', () => {
  const { metadata, ...secret } = helmSecret();
  expect(storedRelease({ ...secret, metadata: { ...metadata, labels: { name: 'shop', version: '1' } } })).toBeUndefined();
  expect(storedRelease({ ...secret, metadata: { ...metadata, labels: { ...metadata.labels, version: 'x' } } })).toBeUndefined();
  expect(storedRelease({ ...secret, type: 'Opaque', metadata })).toBeUndefined();
});

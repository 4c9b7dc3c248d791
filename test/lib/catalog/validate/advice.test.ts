/** What is allowed, and gives trouble later. */
import { adviseEdges } from '../../../../lib/catalog/validate/lint/edges';
import { versionRelease } from '../../../../lib/semver';
import { advice, bundle, channel, deprecations, errors, type Json, loadText, pack, withEntries } from './catalogs';
import { validateCatalog } from '../../../../lib/catalog';

const VALID = withEntries(['1.0.0'], ['p.v1.0.0']);
const [, CHANNEL, BUNDLE] = VALID as [Json, Json, Json];
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const svg = Buffer.from('<?xml version="1.0"?>\n<!-- a picture -->\n<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
const withIcon = (icon: Json): readonly Json[] => [pack('p', { icon }), CHANNEL, BUNDLE];
const deprecated = (...references: readonly Json[]): readonly Json[] =>
  [...VALID, deprecations(references.map((reference) => ({ reference, message: 'x' })))];

test.each<[string, readonly Json[], readonly string[]]>([
  ['nothing is wrong', VALID, []],
  ['an icon that is a PNG', withIcon({ base64data: png, mediatype: 'image/png' }), []],
  ['an icon that is an SVG', withIcon({ base64data: svg, mediatype: 'image/svg+xml' }), []],
  ['an icon without data', withIcon({ mediatype: 'image/png' }), ['catalog-icon']],
  ['an icon without a type', withIcon({ base64data: png }), ['catalog-icon']],
  ['an icon that is no picture', withIcon({ base64data: 'aGVsbG8=', mediatype: 'image/png' }), ['catalog-icon']],
  ['an icon of another type', withIcon({ base64data: png, mediatype: 'image/svg+xml' }), ['catalog-icon']],
  ['an image with a tag', [pack('p'), CHANNEL, bundle('1.0.0', { image: 'example.io/p:v1' })], ['catalog-unpinned-image']],
  ['no related images', [pack('p'), CHANNEL, bundle('1.0.0', { relatedImages: [] })], ['catalog-related-images']],
  ['an empty related image', [pack('p'), CHANNEL, bundle('1.0.0', { relatedImages: [{ name: 'x', image: '' }] })], ['catalog-related-images']],
  ['manifests beside an image', [pack('p'), CHANNEL, bundle('1.0.0', {
    properties: [...BUNDLE['properties'] as Json[], { type: 'olm.bundle.object', value: { data: 'e30=' } }],
  })], ['catalog-bundle-objects']],
  ['a head that is deprecated', deprecated({ schema: 'olm.bundle', name: 'p.v1.0.0' }), ['catalog-deprecated-head']],
  ['a default channel that is deprecated', deprecated({ schema: 'olm.channel', name: 's' }), ['catalog-deprecated-default']],
  ['skipped versions that skip each other', withEntries(['1.0.0', '1.1.0', '2.0.0'], [
    'p.v2.0.0', { name: 'p.v1.0.0', skips: ['p.v1.1.0'] }, { name: 'p.v1.1.0', skips: ['p.v1.0.0'] },
  ]), ['catalog-downgrade', 'catalog-dead-end', 'catalog-dead-end']],
  ['the same, and a skipRange from which all is reached', withEntries(['1.0.0', '1.1.0', '2.0.0'], [
    { name: 'p.v2.0.0', skipRange: '>=1.0.0 <2.0.0' }, { name: 'p.v1.0.0', skips: ['p.v1.1.0'] }, { name: 'p.v1.1.0', skips: ['p.v1.0.0'] },
  ]), ['catalog-downgrade']],
  ['a version that replaces a newer one', withEntries(['1.0.0', '2.0.0'], [{ name: 'p.v1.0.0', replaces: 'p.v2.0.0' }, 'p.v2.0.0']), [
    'catalog-downgrade',
  ]],
  ['an empty catalog', [], ['catalog-empty']],
  ['a template', [...VALID, { schema: 'olm.template.basic' }, { schema: 'olm.semver' }], ['catalog-template', 'catalog-template']],
  ['schemas that are nearly those of OLM', [...VALID, { schema: 'olm.bundel' }, { schema: 'olm.deprecation' }, { schema: 'OLM.Channel' }], [
    'catalog-unknown-schema', 'catalog-unknown-schema', 'catalog-unknown-schema',
  ]],
  ['a schema of one\'s own', [...VALID, { schema: 'example.io/extra' }], []],
  ['two packages in a file', [
    ...VALID, pack('q'), channel('s', ['q'], { package: 'q' }),
    bundle('1.0.0', { name: 'q', package: 'q', properties: [{ type: 'olm.package', value: { packageName: 'q', version: '1.0.0' } }] }),
  ], ['catalog-mixed-file']],
])('%s', async (_, blobs, codes) => {
  expect(await errors(blobs)).toEqual([]);
  expect(await advice(blobs)).toEqual(codes);
});

test('advice is no error: the catalog passes', () => {
  return loadText('').then((loaded) => expect(validateCatalog(loaded)).toMatchObject({ passed: true, issues: [{ severity: 'warning' }] }));
});

test('what reaches the head is told as long as the comparisons last, of all channels together', () => {
  const names = ['p.v1.0.0', 'p.v1.1.0', 'p.v1.2.0'];
  const entries = names.map((name, index) => ({ name, skips: [], ...(index === 2 ? { replaces: 'p.v1.1.0', skipRange: '<1.0.0' } : {}) }));
  const place = { file: 'a.yaml', document: 1, line: 1, offset: 0, length: 1 };
  const channel = { schema: 'olm.channel', name: 's', package: 'p', entries, properties: [], place } as const;
  const toldWith = (comparisons: number): readonly string[] => {
    const told: string[] = [];
    adviseEdges(channel, 'p.v1.2.0', (name) => versionRelease(name.slice(3)), { comparisons }, (code) => void told.push(code));
    return told;
  };
  expect([toldWith(1), toldWith(0)]).toEqual([['catalog-dead-end'], []]);
});

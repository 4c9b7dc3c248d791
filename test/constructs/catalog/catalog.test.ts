/** Catalogs as code: what is synthesised, and what the validation says. */
import { App, Testing } from 'cdk8s';
import { bundleFilesOf } from '../../../lib/bundle';
import { Catalog, CatalogBundle, type CatalogBundleProps, Channel } from '../../../lib';
import { files } from '../../lib/formats/sample';

const IMAGE = `registry.example/web@sha256:${'0'.repeat(64)}`;

function declare(props: Partial<ConstructorParameters<typeof Catalog>[2]> = {}): Catalog {
  return new Catalog(Testing.app(), 'web', { defaultChannel: 'stable', ...props });
}

function bundle(catalog: Catalog, version: string, more: Partial<CatalogBundleProps> = {}): CatalogBundle {
  return new CatalogBundle(catalog, version, { image: IMAGE, version, ...more } as CatalogBundleProps);
}

beforeEach(() => { jest.spyOn(process.stderr, 'write').mockReturnValue(true); });
afterEach(() => jest.restoreAllMocks());

test('a catalog is synthesised as its blobs: package, channels, bundles, deprecations', () => {
  const catalog = declare({ description: 'Web', icon: { base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' }, deprecated: 'Use shop.' });
  const one = bundle(catalog, '1.0.0', { deprecated: 'Broken.' });
  const gvk = { type: 'olm.gvk', value: { group: 'g', version: 'v1', kind: 'K' } };
  const two = bundle(catalog, '1.1.0', { name: 'web-1.1.0', release: '2', properties: [gvk] } as never);
  new Channel(catalog, 'stable', { chain: [one], deprecated: 'Use fast.' }).add(two, { replaces: one, skips: ['web.v0.9.0'], skipRange: '<1.1.0' });
  expect(catalog.blobs).toEqual([
    { schema: 'olm.package', name: 'web', defaultChannel: 'stable', description: 'Web', icon: { base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' } },
    { schema: 'olm.channel', package: 'web', name: 'stable', entries: [{ name: 'web.v1.0.0' }, { name: 'web-1.1.0', replaces: 'web.v1.0.0', skips: ['web.v0.9.0'], skipRange: '<1.1.0' }] },
    {
      schema: 'olm.bundle', package: 'web', name: 'web-1.1.0', image: IMAGE, relatedImages: [{ name: '', image: IMAGE }],
      properties: [{ type: 'olm.package', value: { packageName: 'web', version: '1.1.0', release: '2' } }, { type: 'olm.gvk', value: { group: 'g', version: 'v1', kind: 'K' } }],
    },
    {
      schema: 'olm.bundle', package: 'web', name: 'web.v1.0.0', image: IMAGE, relatedImages: [{ name: '', image: IMAGE }],
      properties: [{ type: 'olm.package', value: { packageName: 'web', version: '1.0.0' } }],
    },
    {
      schema: 'olm.deprecations', package: 'web', entries: [
        { reference: { schema: 'olm.package' }, message: 'Use shop.' },
        { reference: { schema: 'olm.bundle', name: 'web.v1.0.0' }, message: 'Broken.' },
        { reference: { schema: 'olm.channel', name: 'stable' }, message: 'Use fast.' },
      ],
    },
  ]);
});

test('what cdk8s writes are these blobs, and nothing else', () => {
  const app = new App();
  const catalog = new Catalog(app, 'web', { defaultChannel: 'stable' });
  new Channel(catalog, 'stable', { chain: [bundle(catalog, '1.0.0')] });
  const texts = (blobs: readonly object[]): readonly string[] => blobs.map((blob) => JSON.stringify(blob)).sort();
  expect(texts(Testing.synth(catalog) as object[])).toEqual(texts(catalog.blobs));
});

test('a bundle whose files are at hand says itself what is in it', () => {
  const catalog = declare();
  const content = bundleFilesOf('web-bundle', Object.entries(files()).map(([path, text = '']) => [path, text] as const));
  const web = new CatalogBundle(catalog, 'latest', { image: IMAGE, bundle: content });
  new Channel(catalog, 'stable', { chain: [web] });
  expect(web.name).toBe('web.v1.2.3');
  expect(Testing.synth(catalog)).toHaveLength(3);
});

describe('the validation refuses', () => {
  test('a bundle that no channel has, by the path of its construct', () => {
    const catalog = declare();
    new Channel(catalog, 'stable', { chain: [bundle(catalog, '1.0.0')] });
    bundle(catalog, '1.1.0');
    expect(() => Testing.synth(catalog)).toThrow(/web\/1\.1\.0: .*"web\.v1\.1\.0" not found in any channel entries/);
  });

  test('a default channel that there is not', () => {
    const catalog = declare({ defaultChannel: 'fast' });
    new Channel(catalog, 'stable', { chain: [bundle(catalog, '1.0.0')] });
    expect(() => Testing.synth(catalog)).toThrow(/default channel "fast" not found/);
  });

  test('a bundle that cannot be read, and nothing that only follows from it', () => {
    const catalog = declare();
    const broken = new CatalogBundle(catalog, 'broken', { image: IMAGE, bundle: bundleFilesOf('broken', [['manifests/a.yaml', 'a: [']]) });
    new Channel(catalog, 'stable', { chain: [broken] });
    expect(() => broken.name).toThrow('web/broken cannot be read as a bundle, so it has no name.');
    expect(() => Testing.synth(catalog)).toThrow(/web\/broken \(/);
    expect(() => Testing.synth(catalog)).not.toThrow(/channel/);
  });
});

test('advice is written once', () => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const catalog = declare();
  new Channel(catalog, 'stable', { chain: [bundle(catalog, '1.0.0', { image: 'registry.example/web:1' })] });
  Testing.synth(catalog);
  Testing.synth(catalog);
  expect(write.mock.calls.filter(([text]) => String(text).includes('registry.example/web:1')).length).toBeLessThanOrEqual(1);
});

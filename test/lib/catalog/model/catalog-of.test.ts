import { type BlobPlace, type BundleBlob, type CatalogContent, catalogOf, type ChannelBlob, type PackageBlob } from '../../../../lib/catalog';

const place: BlobPlace = { file: 'catalog.yaml', document: 1, line: 1, offset: 0, length: 1 };

describe('the catalog that blobs make', () => {
  test('has packages, channels and bundles by name, with what the publisher deprecates', () => {
    const { packages } = catalogOf({
      ...nothing,
      packages: [pack('b'), pack('a')],
      channels: [channel('a', 'stable', ['a.v1', 'a.v2']), channel('a', 'beta', ['a.v2'])],
      bundles: [bundle('a', 'a.v2', '2.0.0'), bundle('a', 'a.v1', '1.0.0', '3')],
      deprecations: [{
        schema: 'olm.deprecations', package: 'a', place, entries: [
          { reference: { schema: 'olm.package' }, message: 'use b' },
          { reference: { schema: 'olm.channel', name: 'beta' }, message: 'use stable' },
          { reference: { schema: 'olm.bundle', name: 'a.v1' }, message: 'old' },
        ],
      }],
    });
    const a = packages.get('a');
    expect([...packages.keys()]).toEqual(['a', 'b']);
    expect([...a?.channels.keys() ?? []]).toEqual(['beta', 'stable']);
    expect([...a?.channels.get('stable')?.entries.keys() ?? []]).toEqual(['a.v1', 'a.v2']);
    expect(a?.bundles.get('a.v1')?.version).toMatchObject({ version: { raw: '1.0.0' }, release: '3' });
    expect([a?.deprecation, a?.channels.get('beta')?.deprecation, a?.channels.get('stable')?.deprecation, a?.bundles.get('a.v1')?.deprecation])
      .toEqual(['use b', 'use stable', undefined, 'old']);
  });

  test('takes the first of two blobs of a name, and nothing of a package that is not declared', () => {
    const { packages } = catalogOf({
      ...nothing,
      packages: [pack('a', 'first'), pack('a', 'second'), pack('')],
      channels: [channel('ghost', 'stable', ['ghost.v1'])],
      bundles: [bundle('ghost', 'ghost.v1', '1.0.0')],
    });
    expect([...packages.values()].map(({ name, defaultChannel }) => [name, defaultChannel])).toEqual([['a', 'first']]);
  });

  test.each([
    ['no semantic version', [{ type: 'olm.package', value: { packageName: 'a', version: 'master' } }]],
    ['two of them', [version('1.0.0'), version('1.0.0')]],
    ['none', []],
    ['a release that is none', [version('1.0.0', '02')]],
  ])('a bundle whose property olm.package is %s has no version', (_, properties) => {
    const { packages } = catalogOf({ ...nothing, packages: [pack('a')], bundles: [{ ...bundle('a', 'a.v1', '1.0.0'), properties }] });
    expect(packages.get('a')?.bundles.get('a.v1')).not.toHaveProperty('version');
  });
});

const nothing: CatalogContent = { packages: [], channels: [], bundles: [], deprecations: [], others: [] };

function pack(name: string, defaultChannel = 'stable'): PackageBlob {
  return { schema: 'olm.package', name, defaultChannel, properties: [], place };
}

function channel(packageName: string, name: string, entries: readonly string[]): ChannelBlob {
  return { schema: 'olm.channel', package: packageName, name, entries: entries.map((entry) => ({ name: entry, skips: [] })), properties: [], place };
}

function bundle(packageName: string, name: string, number: string, release?: string): BundleBlob {
  return { schema: 'olm.bundle', package: packageName, name, image: `example.com/${name}`, relatedImages: [], properties: [version(number, release)], place };
}

function version(number: string, release?: string) {
  return { type: 'olm.package', value: { packageName: 'a', version: number, ...(release === undefined ? {} : { release }) } };
}

import { catalogOf, listBundles, listChannels, listPackages } from '../../../../lib/catalog';
import { bundle, channel, deprecations, load, pack, packageProperty } from '../validate/catalogs';

const catalog = async () => catalogOf((await load([
  pack('q', { defaultChannel: 'none' }),
  pack('p'),
  channel('s', ['p.v1.9.0', { name: 'p.v1.10.0', replaces: 'p.v1.9.0', skips: ['a', 'b'], skipRange: '<1.10.0' }, { name: 'gone', replaces: 'p.v1.10.0' }]),
  channel('two', ['p.v1.9.0', 'p.v1.10.0']),
  bundle('1.9.0', { image: 'old' }),
  bundle('1.10.0', {
    properties: [packageProperty('1.10.0'), { type: 'olm.csv.metadata', value: { displayName: 'P' } }],
  }),
  deprecations([{ reference: { schema: 'olm.bundle', name: 'p.v1.9.0' }, message: 'old' }]),
])).content);

test('packages have the head of their default channel, if there is one', async () => {
  expect(listPackages(await catalog())).toEqual([
    { name: 'p', defaultChannel: 's', channels: 2, bundles: 2 },
    { name: 'q', defaultChannel: 'none', channels: 0, bundles: 0 },
  ]);
});

test('channels have their heads', async () => {
  expect(listChannels(await catalog(), 'p')).toEqual([
    { package: 'p', name: 's', isDefault: true, heads: ['gone'], entries: 3 },
    { package: 'p', name: 'two', isDefault: false, heads: ['p.v1.10.0', 'p.v1.9.0'], entries: 2 },
  ]);
});

test('bundles stand newest first, by version and not by name, with the edges of their channel', async () => {
  const image = expect.stringContaining('example.io/p@') as string;
  expect(listBundles(await catalog())).toEqual([
    { package: 'p', channel: 's', name: 'p.v1.10.0', version: '1.10.0', replaces: 'p.v1.9.0', skips: ['a', 'b'], skipRange: '<1.10.0', image },
    { package: 'p', channel: 's', name: 'p.v1.9.0', version: '1.9.0', skips: [], image: 'old', deprecation: 'old' },
    { package: 'p', channel: 's', name: 'gone', replaces: 'p.v1.10.0', skips: [], image: '' },
    { package: 'p', channel: 'two', name: 'p.v1.10.0', version: '1.10.0', skips: [], image },
    { package: 'p', channel: 'two', name: 'p.v1.9.0', version: '1.9.0', skips: [], image: 'old', deprecation: 'old' },
  ]);
});

test('the display name is that of the newest bundle, from the metadata or from the manifests', async () => {
  const csv = Buffer.from(JSON.stringify({ kind: 'ClusterServiceVersion', spec: { displayName: 'Of the manifest' } })).toString('base64');
  const object = { type: 'olm.bundle.object', value: { data: csv } };
  const loaded = await load([pack('p'), channel('s', ['p.v1.0.0']), bundle('1.0.0', { properties: [packageProperty('1.0.0'), object] })]);
  expect(listPackages(catalogOf(loaded.content))).toMatchObject([{ displayName: 'Of the manifest', head: 'p.v1.0.0', version: '1.0.0' }]);
});

test('of a package that is not there, nothing', async () => {
  expect(listBundles(await catalog(), 'x')).toEqual([]);
});

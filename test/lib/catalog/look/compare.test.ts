import { diffCatalogs, isEmptyDiff } from '../../../../lib/catalog';
import { type SmallPackage, smallCatalog } from '../small-catalog';

const gvk = (version: string) => ({ type: 'olm.gvk', value: { group: 'example.com', version, kind: 'Widget' } });
const versionOf = (version: string) => ({ type: 'olm.package', value: { packageName: 'p', version } });

const older: SmallPackage = {
  defaultChannel: 'alpha',
  channels: { alpha: ['p.v1.0.0'], stable: ['p.v1.0.0', { name: 'p.v1.1.0', replaces: 'p.v1.0.0', skipRange: '<1.1.0' }] },
  special: {
    'p.v1.0.0': { relatedImages: [{ name: 'a', image: 'r/agent:1' }] },
    'p.v1.1.0': { properties: [versionOf('1.1.0'), gvk('v1beta1'), gvk('v1')] },
  },
};
const newer: SmallPackage = {
  defaultChannel: 'stable',
  channels: { stable: ['p.v1.0.0', { name: 'p.v1.1.0', replaces: 'p.v1.0.0' }, { name: 'p.v1.2.0', replaces: 'p.v1.1.0', skips: ['p.v1.0.0'] }] },
  special: {
    'p.v1.0.0': { image: 'registry.example/p.v1.0.0-rebuilt', relatedImages: [{ name: 'a', image: 'r/agent:2' }] },
    'p.v1.1.0': { properties: [versionOf('1.1.0'), gvk('v1beta1'), gvk('v1')] },
    'p.v1.2.0': { properties: [versionOf('1.2.0'), gvk('v1'), gvk('v2')] },
  },
  deprecations: [
    { reference: { schema: 'olm.package' }, message: 'take q' }, { reference: { schema: 'olm.bundle', name: 'p.v1.0.0' }, message: 'old' },
  ],
};

describe('what differs between two catalogs', () => {
  const diff = diffCatalogs(smallCatalog({ p: older, gone: { channels: { s: ['gone.v1.0.0'] } } }), smallCatalog({ p: newer, q: { channels: { s: ['q.v1.0.0'] } } }));
  const [gone, p, q] = diff.packages;

  test('are packages that come and go, with all that they have', () => {
    expect(diff.packages.map(({ name, change }) => [name, change])).toEqual([['gone', 'removed'], ['p', 'changed'], ['q', 'added']]);
    expect([gone?.bundles[0]?.change, gone?.channels[0]?.entries]).toEqual(['removed', { added: [], removed: ['gone.v1.0.0'] }]);
    expect([q?.bundles[0]?.change, q?.defaultChannel]).toEqual(['added', { to: 's' }]);
  });

  test('are the default channel and deprecations', () => {
    expect(p).toMatchObject({ defaultChannel: { from: 'alpha', to: 'stable' }, deprecation: { to: 'take q' } });
  });

  test('are channels, their heads, entries and edges, and what the head serves', () => {
    expect(p?.channels.map(({ name, change }) => [name, change])).toEqual([['alpha', 'removed'], ['stable', 'changed']]);
    expect(p?.channels[1]).toMatchObject({
      head: { from: 'p.v1.1.0', to: 'p.v1.2.0' },
      entries: { added: ['p.v1.2.0'], removed: [] },
      edges: {
        added: [{ from: 'p.v1.1.0', kind: 'replaces', to: 'p.v1.2.0' }, { from: 'p.v1.0.0', kind: 'skips', to: 'p.v1.2.0' }],
        removed: [{ from: '<1.1.0', kind: 'skipRange', to: 'p.v1.1.0' }],
      },
      kinds: { added: ['Widget.example.com/v2'], removed: ['Widget.example.com/v1beta1'] },
    });
  });

  test('are versions, newest first, and what of a version is another', () => {
    expect(p?.bundles).toEqual([
      expect.objectContaining({ name: 'p.v1.2.0', change: 'added', version: '1.2.0' }),
      {
        name: 'p.v1.0.0', change: 'changed', version: '1.0.0', deprecation: { to: 'old' }, kinds: { added: [], removed: [] },
        image: { from: 'registry.example/p.v1.0.0', to: 'registry.example/p.v1.0.0-rebuilt' },
        relatedImages: { added: ['r/agent:2'], removed: ['r/agent:1'] },
      },
    ]);
  });

  test('are the images of both, for a mirror', () => {
    expect(diff.images).toEqual({
      added: ['r/agent:2', 'registry.example/p.v1.0.0-rebuilt', 'registry.example/p.v1.2.0', 'registry.example/q.v1.0.0'],
      removed: ['r/agent:1', 'registry.example/gone.v1.0.0', 'registry.example/p.v1.0.0'],
    });
  });
});

test('a catalog does not differ from itself', () => {
  const diff = diffCatalogs(smallCatalog({ p: older }), smallCatalog({ p: older }));
  expect([diff, isEmptyDiff(diff)]).toEqual([{ packages: [], images: { added: [], removed: [] } }, true]);
});

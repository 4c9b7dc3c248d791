import { type ChannelEntry, edgeText, type InstalledBundle, type Resolution, resolveBundle } from '../../../../lib/catalog';
import { catalogWith, named, type PackageTable } from '../a-catalog';

/** The bundles that may follow, best first, with the edge that leads to each. */
function successors(table: PackageTable, installed: InstalledBundle, channels?: readonly string[]): readonly string[] {
  const resolution = resolveBundle({
    catalogs: [named('c', catalogWith(table))], packageName: table.name, policy: 'CatalogProvided', installed, ...(channels && { channels }),
  });
  return textsOf(resolution);
}

function textsOf({ candidates }: Resolution): readonly string[] {
  return candidates.filter(({ fate }) => fate.is !== 'ineligible').map(({ bundle, edge }) => `${bundle.name}: ${edge ? edgeText(edge) : 'no edge'}`);
}

function entry(name: string, edges: Partial<ChannelEntry> = {}) {
  return { name, ...edges };
}

describe('upgrade edges, one hop as OLMv1 knows them', () => {
  // As a channel of a catalog this is invalid, for it has several heads: the resolver assumes no valid graph.
  const graph: PackageTable = {
    name: 'p',
    bundles: [
      { version: '2.0.0' }, { version: '2.0.0+1', name: 'p.v2.0.0-1' }, { version: '2.1.0' }, { version: '2.2.0' }, { version: '2.2.1' },
      { version: '2.3.0' }, { version: '2.4.0' },
    ],
    channels: {
      stable: [
        entry('p.v2.0.0'), entry('p.v2.1.0', { replaces: 'p.v2.0.0' }), entry('p.v2.2.0', { replaces: 'p.v2.1.0', skips: ['p.v2.0.0-1'] }),
        entry('p.v2.2.1'), entry('p.v2.3.0', { replaces: 'p.v2.2.0', skips: ['p.v2.2.1'] }), entry('p.v2.4.0', { skipRange: '>=2.3.0 <2.4.0' }),
        entry('p.v2.0.0-1'),
      ],
    },
  };
  test.each([
    ['replaced by name', { name: 'p.v2.0.0', version: '2.0.0' }, ['p.v2.1.0: replaces it in channel stable', 'p.v2.0.0: the installed version']],
    ['skipped by name', { name: 'p.v2.2.1', version: '2.2.1' }, ['p.v2.3.0: skips it in channel stable', 'p.v2.2.1: the installed version']],
    ['in a skipRange', { name: 'p.v2.3.0', version: '2.3.0' }, [
      'p.v2.4.0: skipRange >=2.3.0 <2.4.0 in channel stable', 'p.v2.3.0: the installed version',
    ]],
    ['a rebuild, which has a name of its own', { name: 'p.v2.0.0-1', version: '2.0.0+1' }, [
      'p.v2.2.0: skips it in channel stable', 'p.v2.0.0-1: the installed version',
    ]],
    ['in no catalog', { name: 'p.v9.0.0', version: '9.0.0' }, []],
    ['in no catalog, but in a skipRange', { name: 'other', version: '2.3.5' }, ['p.v2.4.0: skipRange >=2.3.0 <2.4.0 in channel stable']],
    ['of the same version under another name', { name: 'other', version: '2.1.0' }, ['p.v2.1.0: the installed version']],
  ])('the installed bundle is %s', (_, installed, expected) => {
    expect(successors(graph, installed)).toEqual(expected);
  });

  test('a real rebuild: skipped, with build metadata as its release, which is newer than none', () => {
    const volsync: PackageTable = {
      name: 'v',
      bundles: [
        { version: '0.10.0' }, { version: '0.10.1' }, { version: '0.10.1+0.1730236570.p', name: 'v.v0.10.1-0.1730236570.p' }, { version: '0.10.2' },
      ],
      channels: {
        'stable-0.10': [
          entry('v.v0.10.0', { skipRange: '>=0.4.0 <0.10.0' }), entry('v.v0.10.1', { skipRange: '>=0.4.0 <0.10.1' }),
          entry('v.v0.10.1-0.1730236570.p', { replaces: 'v.v0.10.0', skips: ['v.v0.10.1'], skipRange: '>=0.4.0 <0.10.1' }),
          entry('v.v0.10.2', { replaces: 'v.v0.10.1-0.1730236570.p', skipRange: '>=0.4.0 <0.10.2' }),
        ],
      },
    };
    expect(successors(volsync, { name: 'v.v0.10.1', version: '0.10.1' })).toEqual([
      'v.v0.10.2: skipRange >=0.4.0 <0.10.2 in channel stable-0.10',
      'v.v0.10.1-0.1730236570.p: skips it in channel stable-0.10',
      'v.v0.10.1: the installed version',
    ]);
    expect(successors(volsync, { name: 'v.v0.10.1-0.1730236570.p', version: '0.10.1+0.1730236570.p' })).toEqual([
      'v.v0.10.2: replaces it in channel stable-0.10',
      'v.v0.10.1-0.1730236570.p: the installed version',
    ]);
  });

  test.each([
    ['a skip of what is replaced strands what is before', [entry('p.v1'), entry('p.v2', { replaces: 'p.v1' }), entry('p.v3', { replaces: 'p.v2', skips: ['p.v2'] })], ['p.v2']],
    ['a cycle', [entry('p.v1', { replaces: 'p.v2' }), entry('p.v2', { replaces: 'p.v3' }), entry('p.v3', { replaces: 'p.v1' })], ['p.v3']],
    ['a skipRange alone', [entry('p.v1'), entry('p.v2'), entry('p.v3', { skipRange: '>=1.0.0 <3.0.0' })], ['p.v3']],
    ['a skip without the bundle', [entry('p.v2', { skips: ['p.v1'] })], ['p.v2']],
  ])('in a graph with %s, edges are what they are', (_, entries, expected) => {
    const bundles = ['1.0.0', '2.0.0', '3.0.0'].map((version) => ({ version, name: `p.v${version.charAt(0)}` }));
    const found = successors({ name: 'p', bundles, channels: { stable: entries } }, { name: 'p.v1', version: '1.0.0' });
    expect(found.map((text) => text.split(':')[0]).filter((name) => name !== 'p.v1')).toEqual(expected);
  });

  test('the same bundles can have other edges in other channels, and only the channels that are asked for count', () => {
    const table: PackageTable = {
      name: 'p',
      bundles: [{ version: '1.0.0' }, { version: '1.1.0' }, { version: '2.0.0' }],
      channels: {
        candidate: ['p.v1.0.0', entry('p.v1.1.0', { replaces: 'p.v1.0.0' }), entry('p.v2.0.0', { replaces: 'p.v1.1.0', skips: ['p.v1.0.0'] })],
        stable: ['p.v1.0.0', entry('p.v1.1.0', { replaces: 'p.v1.0.0' }), entry('p.v2.0.0', { replaces: 'p.v1.1.0' })],
      },
    };
    const installed = { name: 'p.v1.0.0', version: '1.0.0' };
    expect(successors(table, installed, ['stable'])).toEqual(['p.v1.1.0: replaces it in channel stable', 'p.v1.0.0: the installed version']);
    expect(successors(table, installed)[0]).toBe('p.v2.0.0: skips it in channel candidate');
  });

  test('what others skip can be installed all the same, where nothing is installed', () => {
    const resolution = resolveBundle({ catalogs: [named('c', catalogWith(graph))], packageName: 'p', policy: 'CatalogProvided', version: '2.2.1' });
    expect(resolution.failure === undefined && resolution.bundle.name).toBe('p.v2.2.1');
  });

  test('a skipRange that cannot be read is no edge', () => {
    const table = {
      name: 'p', bundles: [{ version: '1.0.0' }, { version: '2.0.0' }],
      channels: { stable: ['p.v1.0.0', entry('p.v2.0.0', { skipRange: '>v1.0.0' })] },
    };
    expect(successors(table, { name: 'p.v1.0.0', version: '1.0.0' })).toEqual(['p.v1.0.0: the installed version']);
  });

  test('a release of the installed version is another version, and needs an edge', () => {
    const table = {
      name: 'p', bundles: [{ version: '1.0.0', release: '1', name: 'p-v1.0.0-1' }, { version: '1.0.0', release: '2', name: 'p-v1.0.0-2' }],
      channels: { stable: ['p-v1.0.0-1', entry('p-v1.0.0-2', { replaces: 'p-v1.0.0-1' })] },
    };
    expect(successors(table, { name: 'p-v1.0.0-1', version: '1.0.0', release: '1' })).toEqual([
      'p-v1.0.0-2: replaces it in channel stable', 'p-v1.0.0-1: the installed version',
    ]);
    expect(successors(table, { name: 'unknown', version: '1.0.0', release: '2' })).toEqual(['p-v1.0.0-2: the installed version']);
  });
});

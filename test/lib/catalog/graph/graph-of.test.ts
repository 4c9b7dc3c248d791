import { dotOf, type GraphChannel, type GraphChoice, upgradeGraphOf, versionRelease } from '../../../../lib/catalog';
import { type SmallEntry, type SmallPackage, smallCatalog } from '../small-catalog';

const chain = (...versions: readonly string[]): readonly SmallEntry[] =>
  versions.map((version, index) => ({ name: `p.v${version}`, ...(index === 0 ? {} : { replaces: `p.v${versions[index - 1] ?? ''}` }) }));

/** The first channel of the first package. */
const graphOf = (pack: SmallPackage, choice: GraphChoice = {}): GraphChannel => {
  const [first] = upgradeGraphOf(smallCatalog({ p: pack }), { channel: 's', ...choice }).graph.packages;
  return first?.channels[0] ?? { name: '', isDefault: false, nodes: [], outsiders: [] };
};

const edgesOf = ({ nodes }: GraphChannel): readonly string[] =>
  nodes.flatMap((node) => node.edges.map(({ from, kind, isIgnoredByV0 }) => `${from} ${kind}${isIgnoredByV0 ? '!' : ''} ${node.name}`));

describe('the graph of a channel', () => {
  test('has its entries newest first, with the head, what is skipped, and what has no bundle', () => {
    const { nodes } = graphOf({
      channels: { s: [...chain('1.9.0', '1.10.0'), { name: 'p.v1.11.0', replaces: 'p.v1.9.0', skips: ['p.v1.10.0'] }, 'p.gone'] },
      bundles: ['p.v1.9.0', 'p.v1.10.0', 'p.v1.11.0'],
    });
    expect(nodes.map(({ name, isHead, isSkipped, isMissing }) => [name, isHead, isSkipped, isMissing])).toEqual([
      ['p.v1.11.0', true, false, false], ['p.v1.10.0', false, true, false], ['p.v1.9.0', false, false, false], ['p.gone', true, false, true],
    ]);
  });

  test('has the edges of each entry; v0 ignores those that lead to a skipped one, and second skips of the same', () => {
    expect(edgesOf(graphOf({
      channels: {
        s: [
          ...chain('1.0.0', '1.1.0'), { name: 'p.v1.2.0', replaces: 'p.v1.0.0', skips: ['p.v1.1.0'] },
          { name: 'p.v1.3.0', replaces: 'p.v1.2.0', skips: ['p.v1.1.0'], skipRange: '<1.1.0' },
        ],
      },
    }))).toEqual([
      'p.v1.1.0 skips p.v1.3.0', 'p.v1.0.0 skipRange p.v1.3.0', 'p.v1.2.0 replaces p.v1.3.0', 'p.v1.1.0 skips! p.v1.2.0',
      'p.v1.0.0 replaces p.v1.2.0', 'p.v1.0.0 replaces! p.v1.1.0',
    ]);
  });

  test('has edges from bundles of other channels, and from names that nobody lists', () => {
    const graph = graphOf({
      channels: {
        s: [{ name: 'p.v2.0.0', replaces: 'p.v1.9.0', skips: ['p.v0.1.0'], skipRange: '>=1.0.0 <2.0.0' }],
        old: chain('1.0.0', '1.9.0'), older: ['p.v1.0.0', 'p.v0.5.0'],
      },
    });
    expect(edgesOf(graph)).toEqual([
      'p.v0.1.0 skips p.v2.0.0', 'p.v1.0.0 skipRange p.v2.0.0', 'p.v1.9.0 skipRange p.v2.0.0', 'p.v1.9.0 replaces p.v2.0.0',
    ]);
    expect(graph.outsiders.map(({ name, channels }) => [name, ...channels])).toEqual([
      ['p.v1.9.0', 'old'], ['p.v1.0.0', 'old', 'older'], ['p.v0.1.0'],
    ]);
  });

  test('a pre-release is in a range as any version is', () => {
    expect(edgesOf(graphOf({ channels: { s: ['p.v1.2.0-rc1', { name: 'p.v1.2.0', skipRange: '<1.2.0' }] } }))).toEqual(['p.v1.2.0-rc1 skipRange p.v1.2.0']);
  });

  test('a cycle is drawn: nothing is the head', () => {
    const { nodes } = graphOf({ channels: { s: [{ name: 'p.v1.0.0', replaces: 'p.v2.0.0' }, { name: 'p.v2.0.0', replaces: 'p.v1.0.0' }] } });
    expect(nodes.map(({ isHead }) => isHead)).toEqual([false, false]);
  });

  test('a skipRange that cannot be read gives no edge, and is told', () => {
    const { graph, unreadable } = upgradeGraphOf(smallCatalog({
      p: { channels: { s: ['p.v1.0.0', { name: 'p.v2.0.0', replaces: 'p.v1.0.0', skipRange: '>v1.0.0' }] } },
    }));
    expect(graph.packages[0]?.channels[0]?.nodes[0]?.edges).toHaveLength(1);
    expect(unreadable).toEqual([{
      package: 'p', channel: 's', bundle: 'p.v2.0.0', skipRange: '>v1.0.0', problem: { found: 'bad-comparator', text: '>v1.0.0', comparator: '>v' },
    }]);
  });
});

describe('a choice', () => {
  const pack: SmallPackage = { channels: { s: chain('1.0.0', '2.0.0', '3.0.0'), t: chain('1.0.0') } };

  test.each<[string, GraphChoice, readonly string[]]>([
    ['everything', {}, ['s: 3 2 1', 't: 1']],
    ['a channel', { channel: 't' }, ['t: 1']],
    ['a minimum bundle: a channel of which nothing is left goes', { minimumBundle: 'p.v2.0.0' }, ['s: 3 2']],
    ['a minimum version', { minimumVersion: versionRelease('2.1.0') }, ['s: 3']],
    ['a minimum that is newer than all', { minimumVersion: versionRelease('9.0.0') }, []],
  ])('of %s', (_, choice, expected) => {
    const { packages } = upgradeGraphOf(smallCatalog({ p: pack }), choice).graph;
    const shown = packages.flatMap(({ channels }) => channels.map(({ name, nodes }) =>
      `${name}: ${nodes.map((node) => node.version?.version.major).join(' ')}`));
    expect(shown).toEqual(expected);
  });

  test('keeps what is new enough, also where all its edges come from what is not', () => {
    expect(graphOf({ channels: { s: [...chain('1.0.0', '3.0.0'), 'p.v2.0.0'] } }, { minimumBundle: 'p.v2.0.0' }).nodes.map(({ name }) => name))
      .toEqual(['p.v3.0.0', 'p.v2.0.0']);
  });

  test.each<[string, GraphChoice, string, string]>([
    ['package', { package: 'q' }, 'package-not-in-catalog', 'package "q" not found'],
    ['channel', { channel: 'u' }, 'catalog-channel-unknown', 'no package of the catalog has a channel "u"'],
    ['channel of a package', { package: 'p', channel: 'u' }, 'catalog-channel-unknown', 'package "p" has no channel "u"'],
    ['minimum bundle', { minimumBundle: 'p.v7.0.0' }, 'catalog-bundle-unknown', 'unknown minimum edge name: "p.v7.0.0"'],
  ])('of an unknown %s is refused', (_, choice, code, message) => {
    expect(() => upgradeGraphOf(smallCatalog({ p: pack }), choice)).toThrow(expect.objectContaining({ code, message }) as Error);
  });
});

describe('a graph for Graphviz', () => {
  test('says in words what is the head, skipped, deprecated, elsewhere, and which way each edge leads', () => {
    const { graph } = upgradeGraphOf(smallCatalog({
      p: {
        channels: {
          s: [...chain('1.0.0', '1.1.0'), { name: 'p.v2.0.0', replaces: 'p.v1.0.0', skips: ['p.v1.1.0', 'p.v0.1.0'], skipRange: '<1.1.0' }],
        },
        deprecations: [{ reference: { schema: 'olm.bundle', name: 'p.v1.0.0' }, message: 'old' }],
      },
    }));
    expect(dotOf(graph, { v0: true })).toMatchSnapshot();
  });

  test('a name with quotes and backslashes stays within its quotes', () => {
    const text = dotOf(upgradeGraphOf(smallCatalog({ 'a"b\\': { channels: { 'c\n"': ['d\\'] }, bundles: [] } })).graph);
    expect(text).toContain(String.raw`subgraph "cluster a\"b\\" {`);
    expect(text).toContain(String.raw`"a\"b\\/c \"/d\\" [label="d\\\nhead\nnot in the catalog", peripheries=2, style="dotted"];`);
  });
});

test('a package may have thousands of channels: each costs what is in it', () => {
  const channels = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`c${index}`, ['p.v1.0.0', { name: 'p.v1.1.0', replaces: 'p.v1.0.0' }]]));
  const { graph } = upgradeGraphOf(smallCatalog({ p: { channels, bundles: ['p.v1.0.0', 'p.v1.1.0'] } }));
  expect(graph.packages[0]?.channels).toHaveLength(20_000);
});

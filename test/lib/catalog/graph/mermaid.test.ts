/** What `opm alpha render-graph` prints, line by line. */
import { mermaidOf, upgradeGraphOf } from '../../../../lib/catalog';
import { type SmallPackage, smallCatalog } from '../small-catalog';

const walker: SmallPackage = {
  defaultChannel: 'fast',
  channels: {
    slow: ['walker.v0.0.1', { name: 'walker.v0.1.0', replaces: 'walker.v0.0.1' }],
    fast: [
      'walker.v0.0.1',
      { name: 'walker.v0.1.0', replaces: 'walker.v0.0.1' },
      { name: 'walker.v0.1.1', replaces: 'walker.v0.0.1', skips: ['walker.v0.1.0'] },
    ],
  },
  deprecations: [
    { reference: { schema: 'olm.bundle', name: 'walker.v0.0.1' }, message: 'old' },
    { reference: { schema: 'olm.channel', name: 'slow' }, message: 'slow' },
    { reference: { schema: 'olm.package' }, message: 'take the runner' },
  ],
};
const runner: SmallPackage = { channels: { main: ['run-ner.v1.0.0', { name: 'run-ner.v2.0.0', replaces: 'run-ner.v1.0.0' }] } };
const catalog = smallCatalog({ walker, 'run-ner': runner });

const HEADER = `graph LR
  classDef deprecated fill:#E8960F
  classDef skipped stroke:#FF0000,stroke-width:4px
  classDef deprecatedskipped fill:#E8960F,stroke:#FF0000,stroke-width:4px
`;
const RUNNER = `  %% package "run-ner"
  subgraph "run-ner"
    %% channel "main"
    subgraph run-ner-main["main"]
      run-ner-main-run-ner.v2.0.0["run-ner.v2.0.0"]
      run-ner-main-run-ner.v1.0.0["run-ner.v1.0.0"]-- replace --> run-ner-main-run-ner.v2.0.0["run-ner.v2.0.0"]
      run-ner-main-run-ner.v1.0.0["run-ner.v1.0.0"]
    end
  end
`;

describe('a catalog as Mermaid', () => {
  test('has all packages, channels, versions and edges; with the semantics of v0 what they skip and ignore is marked', () => {
    expect(mermaidOf(upgradeGraphOf(catalog).graph, { v0: true })).toBe(`${HEADER}${RUNNER}  %% package "walker"
  subgraph "walker"
    %% channel "fast"
    subgraph walker-fast["fast"]
      walker-fast-walker.v0.1.1["walker.v0.1.1"]
      walker-fast-walker.v0.1.0["walker.v0.1.0"]-- skip --> walker-fast-walker.v0.1.1["walker.v0.1.1"]
      walker-fast-walker.v0.0.1["walker.v0.0.1"]-- replace --> walker-fast-walker.v0.1.1["walker.v0.1.1"]
      walker-fast-walker.v0.1.0["walker.v0.1.0"]
      walker-fast-walker.v0.0.1["walker.v0.0.1"]-- replace --> walker-fast-walker.v0.1.0["walker.v0.1.0"]
      walker-fast-walker.v0.0.1["walker.v0.0.1"]
    end
    %% channel "slow"
    subgraph walker-slow["slow"]
      walker-slow-walker.v0.1.0["walker.v0.1.0"]
      walker-slow-walker.v0.0.1["walker.v0.0.1"]-- replace --> walker-slow-walker.v0.1.0["walker.v0.1.0"]
      walker-slow-walker.v0.0.1["walker.v0.0.1"]
    end
  end
style walker fill:#989695
style walker-slow fill:#DCD0FF
class walker-fast-walker.v0.0.1,walker-slow-walker.v0.0.1 deprecated
class walker-fast-walker.v0.1.0 skipped
linkStyle 3 stroke:#FF0000,stroke-width:3px,stroke-dasharray:5;
`);
  });

  test('from a minimum bundle on has its package alone, and what is not older', () => {
    expect(mermaidOf(upgradeGraphOf(catalog, { minimumBundle: 'walker.v0.1.0' }).graph, { v0: true })).toBe(`${HEADER}  %% package "walker"
  subgraph "walker"
    %% channel "fast"
    subgraph walker-fast["fast"]
      walker-fast-walker.v0.1.1["walker.v0.1.1"]
      walker-fast-walker.v0.1.0["walker.v0.1.0"]-- skip --> walker-fast-walker.v0.1.1["walker.v0.1.1"]
      walker-fast-walker.v0.1.0["walker.v0.1.0"]
    end
    %% channel "slow"
    subgraph walker-slow["slow"]
      walker-slow-walker.v0.1.0["walker.v0.1.0"]
    end
  end
style walker fill:#989695
style walker-slow fill:#DCD0FF
class walker-fast-walker.v0.1.0 skipped
`);
  });

  test('of one package has that alone', () => {
    expect(mermaidOf(upgradeGraphOf(catalog, { package: 'run-ner' }).graph, { v0: true })).toBe(`${HEADER}${RUNNER}`);
  });

  test('has an edge from each entry that a skipRange reaches, in the order of the channel', () => {
    const range = smallCatalog({
      p: {
        channels: {
          s: [
            'p.v1.0.0', { name: 'p.v1.0.1', replaces: 'p.v1.0.0' },
            { name: 'p.v1.1.0', replaces: 'p.v1.0.0', skips: ['p.v1.0.1'], skipRange: '>=1.0.0 <1.1.0' },
          ],
        },
        deprecations: [{ reference: { schema: 'olm.bundle', name: 'p.v1.0.1' }, message: 'broken' }],
      },
    });
    expect(mermaidOf(upgradeGraphOf(range).graph)).toBe(`${HEADER}  %% package "p"
  subgraph "p"
    %% channel "s"
    subgraph p-s["s"]
      p-s-p.v1.1.0["p.v1.1.0"]
      p-s-p.v1.0.1["p.v1.0.1"]-- skip --> p-s-p.v1.1.0["p.v1.1.0"]
      p-s-p.v1.0.0["p.v1.0.0"]-- "skipRange(>=1.0.0 <1.1.0)" --> p-s-p.v1.1.0["p.v1.1.0"]
      p-s-p.v1.0.1["p.v1.0.1"]-- "skipRange(>=1.0.0 <1.1.0)" --> p-s-p.v1.1.0["p.v1.1.0"]
      p-s-p.v1.0.0["p.v1.0.0"]-- replace --> p-s-p.v1.1.0["p.v1.1.0"]
      p-s-p.v1.0.1["p.v1.0.1"]
      p-s-p.v1.0.0["p.v1.0.0"]-- replace --> p-s-p.v1.0.1["p.v1.0.1"]
      p-s-p.v1.0.0["p.v1.0.0"]
    end
  end
class p-s-p.v1.0.1 deprecated
`);
  });

  test('what is deprecated and skipped has one class for both', () => {
    expect(mermaidOf(upgradeGraphOf(smallCatalog({
      p: {
        channels: { s: ['p.v1.0.0', { name: 'p.v1.1.0', skips: ['p.v1.0.0'] }] },
        deprecations: [{ reference: { schema: 'olm.bundle', name: 'p.v1.0.0' }, message: 'broken' }],
      },
    })).graph, { v0: true })).toContain('\nclass p-s-p.v1.0.0 deprecatedskipped\n');
  });

  test('a name that would end a line, a node or a text does not', () => {
    const evil = 'x"];end\n  click x "javascript:0"';
    const text = mermaidOf(upgradeGraphOf(smallCatalog({ [evil]: { channels: { [evil]: [evil] }, bundles: [] } })).graph);
    expect(text.split('\n')).toHaveLength(12);
    const tag = '<img src=x onerror=alert(1)>';
    const tags = mermaidOf(upgradeGraphOf(smallCatalog({ [tag]: { channels: { [tag]: [tag] }, bundles: [] } })).graph);
    expect(tags).toContain('"#60;img src=x onerror=alert(1)#62;"');
    expect(tags).not.toContain('<');
    expect(text).toContain('#34;];end#10;  click x #34;javascript:0#34;');
  });
});

/**
 * How long it takes to look into a catalog that is loaded already: its graph, as data and as text; a page with all of its channels; a
 * search; what differs from the catalog before. The size of the catalog grows from one package to a thousand, with twenty versions each;
 * and the picture of one channel from ten versions to four hundred.
 */
import { type Catalog, diffCatalogs, mermaidOf, searchCatalog, upgradeGraphOf } from '../../lib/catalog';
import { graphPage } from '../../lib/cli/output/catalog-graph/page';
import { svgOf } from '../../lib/cli/output/catalog-graph/svg';
import { largeCatalog } from './large-catalog';
import { median } from './median';

export interface LookRow {
  readonly packages: number;
  readonly bundles: number;
  /** Milliseconds, the median; so are all that follow. */
  readonly graph: number;
  readonly mermaid: number;
  readonly page: number;
  readonly search: number;
  readonly diff: number;
}

export interface PictureRow {
  readonly versions: number;
  readonly edges: number;
  readonly picture: number;
  readonly bytes: number;
}

const BUNDLES_EACH = 20;

export function lookRows(sizes: readonly number[], rounds: number): readonly LookRow[] {
  return sizes.map((packages) => {
    const older = described(largeCatalog({ packages, bundlesEach: BUNDLES_EACH - 1 }, false));
    const newer = described(largeCatalog({ packages, bundlesEach: BUNDLES_EACH }, false));
    const { graph } = upgradeGraphOf(newer);
    return {
      packages,
      bundles: packages * BUNDLES_EACH,
      graph: median(rounds, () => upgradeGraphOf(newer)),
      mermaid: median(rounds, () => mermaidOf(graph)),
      page: median(Math.min(rounds, 3), () => graphPage(graph, { source: 'large', v0: false, remarks: [] })),
      search: median(rounds, () => searchCatalog(newer, ['certificate', 'thing'])),
      diff: median(rounds, () => diffCatalogs(older, newer)),
    };
  });
}

export function pictureRows(versions: readonly number[], rounds: number): readonly PictureRow[] {
  return versions.map((bundlesEach) => {
    const { graph } = upgradeGraphOf(largeCatalog({ packages: 1, bundlesEach }, false));
    const nodes = graph.packages.flatMap(({ channels }) => channels.flatMap((channel) => channel.nodes));
    return {
      versions: bundlesEach,
      edges: nodes.reduce((sum, { edges }) => sum + edges.length, 0),
      picture: median(rounds, () => svgOf(graph, { v0: false })),
      bytes: svgOf(graph, { v0: false }).length,
    };
  });
}

/** With what publishers write about their bundles. */
function described({ packages }: Catalog): Catalog {
  const description = 'Manages things in a cluster, their backups and their upgrades. '.repeat(30);
  const about = {
    displayName: 'Things', description, keywords: ['things', 'certificate'], provider: 'Example', installModes: [], ownedKinds: ['Thing'],
  };
  const withWords = [...packages].map(([name, pack]) => {
    const bundles = [...pack.bundles].map(([bundle, blob]) => [bundle, { ...blob, about }] as const);
    return [name, { ...pack, bundles: new Map(bundles) }] as const;
  });
  return { packages: new Map(withWords) };
}

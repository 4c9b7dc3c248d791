/**
 * How long it takes to choose from a catalog that is loaded already: a package alone, a package with all that it depends on, and why there
 * is no way. The size of the catalog grows from one package to a thousand, with twenty versions each.
 *
 * Run: npx tsx bench/catalogs/resolve.ts
 */
import { type Catalog, type InstalledPackage, type NamedCatalog, resolveBundle, solve } from '../../lib/catalog';
import { bundleName, largeCatalog, packageName, versionOf } from './large-catalog';
import { median } from './median';

export interface ResolveRow {
  readonly packages: number;
  readonly bundles: number;
  /** Milliseconds, the median. */
  readonly resolve: number;
  readonly solve: number;
  readonly steps: number;
  /** With a tenth of the packages installed. */
  readonly solveInstalled: number;
  readonly explain: number;
}

const BUNDLES_EACH = 20;

export function resolveRows(sizes: readonly number[], rounds: number): readonly ResolveRow[] {
  return sizes.map((packages) => row(packages, rounds));
}

function row(packages: number, rounds: number): ResolveRow {
  const plain = named(largeCatalog({ packages, bundlesEach: BUNDLES_EACH }, false));
  const needing = named(largeCatalog({ packages, bundlesEach: BUNDLES_EACH }, true));
  const first = packageName(0);
  const installedBundle = { name: bundleName(0, '1.0.0'), version: '1.0.0' };
  const wanted = [{ packageName: first }];
  const installed = Array.from({ length: Math.floor(packages / 10) }, (_, index) => installedPackage(packages - 1 - index));
  const impossible = [{ packageName: first, version: versionOf(BUNDLES_EACH - 1) }];
  return {
    packages,
    bundles: packages * BUNDLES_EACH,
    resolve: median(rounds, () => resolveBundle({
      catalogs: plain, packageName: first, policy: 'CatalogProvided', version: '>=1.1 <2', installed: installedBundle,
      cluster: { kubeVersion: 'v1.31.0' },
    })),
    solve: median(rounds, () => solve({ catalogs: needing, installed: [], wanted })),
    steps: solve({ catalogs: needing, installed: [], wanted }).plan?.length ?? 0,
    solveInstalled: median(rounds, () => solve({ catalogs: needing, installed, wanted })),
    explain: median(rounds, () => solve({ catalogs: needing, installed: [], wanted: impossible })),
  };
}

function named(catalog: Catalog): readonly NamedCatalog[] {
  return [{ name: 'large', priority: 0, labels: {}, catalog }];
}

function installedPackage(index: number): InstalledPackage {
  return { packageName: packageName(index), name: bundleName(index, '1.0.0'), version: '1.0.0', properties: [] };
}

function print(rows: readonly ResolveRow[]): void {
  const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
  console.log('packages  bundles   resolve     solve  steps  10 % installed   explain');
  for (const { packages, bundles, resolve, solve: solved, steps, solveInstalled, explain } of rows) {
    const cells = [
      String(packages).padStart(8), String(bundles).padStart(7), ms(resolve).padStart(8), ms(solved).padStart(8),
      String(steps).padStart(5), ms(solveInstalled).padStart(14), ms(explain).padStart(8),
    ];
    console.log(cells.join('  '));
  }
}

if (require.main === module) print(resolveRows([1, 10, 100, 500, 1000], 11));

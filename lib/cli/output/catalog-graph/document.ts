/** A graph as a document. Pure. */
import { formatVersionRelease, type GraphNode, type UpgradeGraph, type VersionRelease } from '../../../catalog';
import { defined } from '../../../defined';

export const CATALOG_GRAPH_SCHEMA = 'boxcutter.catalog-graph/v1';

export function graphDocument({ packages }: UpgradeGraph, catalog: string): object {
  return {
    schema: CATALOG_GRAPH_SCHEMA,
    catalog,
    packages: packages.map(({ name, deprecation, channels }) => ({
      name, ...defined({ deprecation }),
      channels: channels.map(({ nodes, outsiders, isDefault, ...channel }) => ({
        name: channel.name, default: isDefault, ...defined({ deprecation: channel.deprecation }),
        versions: nodes.map(nodeDocument),
        outside: outsiders.map((outsider) => ({ ...outsider, ...defined({ version: versionText(outsider.version) }) })),
      })),
    })),
  };
}

function nodeDocument({ name, version, isHead, isSkipped, isMissing, deprecation, skipRange, edges }: GraphNode): object {
  return {
    name, ...defined({ version: versionText(version) }), head: isHead, skipped: isSkipped, missing: isMissing,
    ...defined({ deprecation, skipRange: skipRange?.text }),
    from: edges.map(({ from, kind, isIgnoredByV0 }) => ({ bundle: from, kind, ignoredByV0: isIgnoredByV0 })),
  };
}

function versionText(version: VersionRelease | undefined): string | undefined {
  return version === undefined ? undefined : formatVersionRelease(version);
}

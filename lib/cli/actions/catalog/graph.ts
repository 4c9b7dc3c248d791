import {
  dotOf, mermaidOf, skipRangeProblemText, type UpgradeGraph, upgradeGraphOf, type VersionRelease, versionRelease,
} from '../../../catalog';
import { BoxcutterError } from '../../../errors';
import type { CatalogGraphArgs } from '../../commands/catalog/graph';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { printDocument } from '../../output/print';
import { printText } from '../../output/terminal/sink';
import { readCatalog } from './read';

/** Draws also what is not valid: that is when one needs it most. What cannot be drawn is a note. */
export async function catalogGraph(args: CatalogGraphArgs): Promise<number> {
  const minimumVersion = args.minimumVersion === undefined ? undefined : minimum(args.minimumVersion);
  const { catalog, remarks: seen } = await readCatalog(args.catalog, { ...args, undeclared: true });
  const { package: name, channel, minimumEdge } = args;
  const { graph, unreadable } = upgradeGraphOf(catalog, { package: name, channel, minimumBundle: minimumEdge, minimumVersion });
  const ignored = unreadable.map(({ package: of, channel: within, bundle, problem }) =>
    `Package ${of}, channel ${within}: the skipRange of ${bundle} is ignored. ${skipRangeProblemText(problem)}.`);
  const empty = [...catalog.packages.values()].filter((one) => one.channels.size === 0 && (name === undefined || name === one.name));
  const undrawn = empty.map((one) => `Package ${one.name} has no channel, so there is nothing to draw.`);
  const remarks = [...seen, ...undrawn, ...ignored];
  remarks.forEach(note);
  await write(graph, args, remarks);
  return EXIT.done;
}

async function write(graph: UpgradeGraph, { output, v0, catalog: source }: CatalogGraphArgs, remarks: readonly string[]): Promise<void> {
  switch (output) {
    case 'mermaid':
      return printText(mermaidOf(graph, { v0 }));
    case 'dot':
      return printText(dotOf(graph, { v0 }));
    case 'svg':
      return printText((await import('../../output/catalog-graph/svg.js')).svgOf(graph, { v0 }));
    case 'html':
      return printText((await import('../../output/catalog-graph/page.js')).graphPage(graph, { source, v0, remarks }));
    default:
      return printDocument((await import('../../output/catalog-graph/document.js')).graphDocument(graph, source), 'json');
  }
}

function minimum(text: string): VersionRelease {
  const version = versionRelease(text);
  if (version !== undefined) return version;
  throw new BoxcutterError('usage-version', 'input', `--minimum-version ${text} is not a version.`, {
    hint: 'A version has three numbers: --minimum-version 2.15.0',
  });
}

/** Real catalogs are drawn; their folder is given in the environment, as they are not part of the project. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogFilesFromDirectory, catalogOf, dotOf, loadCatalog, mermaidOf, upgradeGraphOf } from '../../../../../lib/catalog';
import { graphPage } from '../../../../../lib/cli/output/catalog-graph/page';
import { svgOf } from '../../../../../lib/cli/output/catalog-graph/svg';

const folder = process.env['BOXCUTTER_CATALOGS'];

describe('real catalogs', () => {
  if (folder === undefined) {
    test.skip('skipped: BOXCUTTER_CATALOGS does not name a folder of catalogs', () => undefined);
    return;
  }
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

  test.each(names)('%s: every entry of every channel is in each form of the graph', async (name) => {
    const { content } = await loadCatalog(catalogFilesFromDirectory(join(folder, name)));
    const { graph, unreadable } = upgradeGraphOf(catalogOf(content));
    const entries = content.channels.flatMap((channel) => channel.entries.map((entry) => entry.name));
    expect([unreadable, entries.length > 0]).toEqual([[], true]);
    const page = graphPage(graph, { source: name, v0: false, remarks: [] });
    for (const text of [mermaidOf(graph), dotOf(graph), svgOf(graph, { v0: false }), page]) {
      expect(entries.filter((entry) => !text.includes(entry))).toEqual([]);
    }
  });
});

/**
 * Real catalogs, which are not part of the repository: each of their edges is one that the resolver follows. In the folder that
 * BOXCUTTER_CATALOGS names (the continuous integration sets it), with one catalog a subfolder.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CatalogBundle, type CatalogPackage, catalogFilesFromDirectory, catalogOf, formatVersionRelease, isInSkipRange, loadCatalog, type NamedCatalog,
  parseSkipRange, resolveBundle, solve,
} from '../../../../lib/catalog';

const folder = process.env['BOXCUTTER_CATALOGS'];
const found = folder === undefined ? [] : readdirSync(folder, { withFileTypes: true });
const names = found.filter((one) => one.isDirectory()).map(({ name }) => name).sort();

if (folder === undefined) test.skip('skipped: BOXCUTTER_CATALOGS does not name a folder of catalogs', () => undefined);
else {
  test.each(names)('%s: every edge is followed, and every package can be installed', async (name) => {
    const { content } = await loadCatalog(catalogFilesFromDirectory(join(folder, name)));
    const catalog = catalogOf(content);
    const catalogs: readonly NamedCatalog[] = [{ name, priority: 0, labels: {}, catalog }];
    for (const one of catalog.packages.values()) {
      expect(solve({ catalogs, installed: [], wanted: [{ packageName: one.name }] }).plan?.at(-1)?.packageName).toBe(one.name);
      for (const [from, to, channel] of edgesOf(one)) {
        const version = from.version === undefined ? '' : formatVersionRelease(from.version);
        const { candidates } = resolveBundle({
          catalogs, packageName: one.name, channels: [channel], policy: 'CatalogProvided', installed: { name: from.name, version },
        });
        const fate = candidates.find(({ bundle }) => bundle === to)?.fate.is;
        expect({ channel, from: from.name, to: to.name, isFollowed: fate === 'chosen' || fate === 'eligible' })
          .toEqual({ channel, from: from.name, to: to.name, isFollowed: true });
      }
    }
  });
}

/** From a bundle to one that may follow it, in a channel. */
function* edgesOf({ channels, bundles }: CatalogPackage): Generator<readonly [from: CatalogBundle, to: CatalogBundle, channel: string]> {
  for (const { name: channel, entries } of channels.values()) {
    for (const { name, replaces, skips, skipRange } of entries.values()) {
      const to = bundles.get(name);
      if (to === undefined) continue;
      const named = [...(replaces === undefined ? [] : [replaces]), ...skips].flatMap((one) => bundles.get(one) ?? []);
      const range = skipRange === undefined ? undefined : parseSkipRange(skipRange);
      const ranged = range !== undefined && 'range' in range
        ? [...bundles.values()].filter(({ version }) => version !== undefined && isInSkipRange(range.range, version.version)) : [];
      for (const from of new Set([...named, ...ranged])) yield [from, to, channel];
    }
  }
}

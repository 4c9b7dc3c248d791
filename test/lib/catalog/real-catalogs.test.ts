/**
 * Real catalogs, which are not part of the repository: each is validated, rendered again to the same content, drawn, served, and each of its
 * edges is resolved. In the folder that BOXCUTTER_CATALOGS names (the continuous integration sets it), with one catalog a subfolder.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Blob, type CatalogBundle, type CatalogPackage, catalogFiles, type CatalogFiles, catalogFilesFromDirectory, catalogFilesFromMap, catalogOf,
  dotOf, formatVersionRelease, isInSkipRange, loadCatalog, mermaidOf, type NamedCatalog, parseSkipRange, resolveBundle, solve, upgradeGraphOf,
  validateCatalog, walkMetas,
} from '../../../lib/catalog';
import { catalogHandler, CatalogService, CatalogShelf, CatalogStore, listen, openCatalog } from '../../../lib/catalog-store';
import { graphPage } from '../../../lib/cli/output/catalog-graph/page';
import { svgOf } from '../../../lib/cli/output/catalog-graph/svg';
import { hasErrors } from '../../../lib/issue';
import { renderReferences } from '../../../lib/source/catalog';

const folder = process.env['BOXCUTTER_CATALOGS'];
const entries = folder === undefined ? [] : readdirSync(folder, { withFileTypes: true });
const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();

/** Every blob as it is served, whatever the order. */
async function contentOf(source: CatalogFiles): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { bytes } of walkMetas(source)) texts.push(bytes.toString());
  return texts.sort();
}

if (folder === undefined) test.skip('skipped: BOXCUTTER_CATALOGS does not name a folder of catalogs', () => undefined);
else {
  test('there are some', () => expect(names.length).toBeGreaterThan(0));

  describe.each(names)('%s', (name) => {
    const path = join(folder, name);
    const source = catalogFilesFromDirectory(path);

    test('is valid, without a mistake', async () => {
      const loaded = await loadCatalog(source);
      expect(loaded.issues).toEqual([]);
      expect(hasErrors(validateCatalog(loaded).issues)).toBe(false);
      expect(loaded.content.bundles.length).toBeGreaterThan(0);
      for (const { about } of loaded.content.bundles) expect(about?.displayName).not.toBe('');
    });

    test('every blob is read again from its place, and is what is served', async () => {
      const loaded = await loadCatalog(source);
      const { packages, channels, bundles, deprecations, others } = loaded.content;
      const places = new Set([...packages, ...channels, ...bundles, ...deprecations, ...others].map(({ place }: Blob) => JSON.stringify(place)));
      let count = 0;
      for await (const { blob, bytes } of walkMetas(source)) {
        expect(places.has(JSON.stringify(blob.place))).toBe(true);
        expect(JSON.parse(bytes.toString())).toEqual(await loaded.read(blob.place));
        count += 1;
      }
      expect(count).toBe(places.size);
    });

    test.each(['json', 'yaml'] as const)('rendered again as %s it has the same content, and the same text the next time', async (syntax) => {
      const { blobs, issues } = await renderReferences([path]);
      expect(issues).toEqual([]);
      const files = catalogFiles(blobs, syntax);
      const rendered = catalogFilesFromMap(name, files);
      expect(await contentOf(rendered)).toEqual(await contentOf(source));
      const again: typeof blobs[number][] = [];
      for await (const { bytes } of walkMetas(rendered)) again.push(JSON.parse(bytes.toString()) as typeof blobs[number]);
      expect(catalogFiles(again, syntax)).toEqual(files);
    });

    test('every entry of every channel is in each form of the graph', async () => {
      const { content } = await loadCatalog(source);
      const { graph, unreadable } = upgradeGraphOf(catalogOf(content));
      const listed = content.channels.flatMap((channel) => channel.entries.map((entry) => entry.name));
      expect([unreadable, listed.length > 0]).toEqual([[], true]);
      const page = graphPage(graph, { source: name, v0: false, remarks: [] });
      for (const text of [mermaidOf(graph), dotOf(graph), svgOf(graph, { v0: false }), page]) {
        expect(listed.filter((entry) => !text.includes(entry))).toEqual([]);
      }
    });

    test('what a client reads from a server of it is the same content, whole and package by package', async () => {
      const home = mkdtempSync(join(tmpdir(), 'boxcutter-real-catalog-'));
      const shelf = new CatalogShelf();
      const store = new CatalogStore({ directory: join(home, 'served'), compressed: true });
      const service = new CatalogService([{ name, source: path }], { shelf, store, intervalMs: 1_000_000, onNote: () => undefined });
      try {
        await service.start();
        const server = await listen(catalogHandler(shelf));
        try {
          const address = `${server.url}/catalogs/${name}`;
          const whole = await fetch(`${address}/api/v1/all`);
          const expected = await contentOf(source);
          expect((await whole.text()).split('\n').slice(0, -1).map((line) => `${line}\n`).sort()).toEqual(expected);
          const { loaded, close } = await openCatalog(address, { store: new CatalogStore({ directory: join(home, 'read') }) });
          expect(loaded.content.bundles.map((bundle) => bundle.name).sort())
            .toEqual((await loadCatalog(source)).content.bundles.map((bundle) => bundle.name).sort());
          await close();
          for (const one of loaded.content.packages) {
            const part = await (await fetch(`${address}/api/v1/metas?package=${encodeURIComponent(one.name)}`)).text();
            // Also what declares the package, which upstream leaves out: docs/catalog-server.md.
            const own = expected.filter((line) => {
              const { schema, package: of, name: itself } = JSON.parse(line) as Record<string, unknown>;
              return of === one.name || (schema === 'olm.package' && itself === one.name);
            });
            expect(part.split('\n').slice(0, -1).map((line) => `${line}\n`).sort()).toEqual(own);
          }
        } finally {
          await server.close(0);
        }
      } finally {
        await service.stop();
        await shelf.close();
        rmSync(home, { recursive: true, force: true });
      }
    });

    test('every edge is followed, and every package can be installed', async () => {
      const catalog = catalogOf((await loadCatalog(source)).content);
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
  });
}

/** From a bundle to one that may follow it, in a channel. */
function* edgesOf({ channels, bundles }: CatalogPackage): Generator<readonly [from: CatalogBundle, to: CatalogBundle, channel: string]> {
  for (const { name: channel, entries: listed } of channels.values()) {
    for (const { name, replaces, skips, skipRange } of listed.values()) {
      const to = bundles.get(name);
      if (to === undefined) continue;
      const direct = [...(replaces === undefined ? [] : [replaces]), ...skips].flatMap((one) => bundles.get(one) ?? []);
      const range = skipRange === undefined ? undefined : parseSkipRange(skipRange);
      const ranged = range !== undefined && 'range' in range
        ? [...bundles.values()].filter(({ version }) => version !== undefined && isInSkipRange(range.range, version.version)) : [];
      for (const from of new Set([...direct, ...ranged])) yield [from, to, channel];
    }
  }
}

/**
 * Real catalogs: each loads without a mistake, passes, and every blob is found again at its place. The folder with them is named by
 * BOXCUTTER_CATALOGS (the continuous integration sets it), with one catalog a subfolder.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Blob, catalogFilesFromDirectory, loadCatalog, validateCatalog, walkMetas } from '../../../lib/catalog';
import { hasErrors } from '../../../lib/issue';

const folder = process.env['BOXCUTTER_CATALOGS'];
const names = folder === undefined ? [] : readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

if (folder === undefined) test.skip('skipped: BOXCUTTER_CATALOGS does not name a folder of catalogs', () => undefined);
else {
  describe.each(names)('%s', (name) => {
    const source = catalogFilesFromDirectory(join(folder, name));

    test('passes, without a mistake', async () => {
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
  });
}

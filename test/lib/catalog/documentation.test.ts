/** docs/catalog-validation.md has every code, and none that does not exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogWording } from '../../../lib/catalog';

test('docs/catalog-validation.md has every finding about catalogs', () => {
  const text = readFileSync(join(__dirname, '../../../docs/catalog-validation.md'), 'utf8');
  const documented = [...text.matchAll(/^\| `(catalog-[a-z0-9-]+)` \| [ew] \|/gm)].map(([, code]) => code);
  expect(documented.sort()).toEqual(Object.keys(catalogWording).filter((code) => code.startsWith('catalog-')).sort());
});

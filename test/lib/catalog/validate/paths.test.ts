/** Bundles that a catalog names by their paths: while it is being worked on, and later. */
import { validateCatalog } from '../../../../lib/catalog';
import { bundle, channel, load, pack } from './catalogs';

const withImage = (image: string) => load([pack('p'), channel('s', ['p.v1.0.0']), bundle('1.0.0', { image })]);

async function validated(image: string, allowsPaths?: true) {
  const { passed, findings } = validateCatalog(await withImage(image), allowsPaths === undefined ? {} : { allowsPaths });
  return { passed, codes: findings.map(({ code, severity }) => `${severity} ${code}`), hints: findings.map(({ hint = '' }) => hint) };
}

test.each(['./bundles/p.v1.0.0', '../p.v1.0.0'])('%s is advice while the catalog is being worked on, and else an error', async (image) => {
  expect(await validated(image, true)).toMatchObject({ passed: true, codes: ['warning catalog-image-path'] });
  expect(await validated(image)).toMatchObject({ passed: false, codes: ['error catalog-image-name'], hints: [expect.stringContaining('--image-name')] });
});

test.each(['/bundles/p', '~/p', 'C:\\p'])('%s is no path within the reach of the catalog, and always an error', async (image) => {
  expect((await validated(image, true)).codes).toContain('error catalog-image-name');
});

test('images are judged as ever', async () => {
  expect(await validated('example.io/P:v1', true)).toMatchObject({ passed: false });
  expect((await validated('example.io/p:v1', true)).codes).toEqual(['warning catalog-unpinned-image']);
});

test('related images are never paths', async () => {
  const loaded = await load([pack('p'), channel('s', ['p.v1.0.0']), bundle('1.0.0', { relatedImages: [{ name: 'x', image: './x' }] })]);
  expect(validateCatalog(loaded, { allowsPaths: true })).toMatchObject({ passed: false });
});

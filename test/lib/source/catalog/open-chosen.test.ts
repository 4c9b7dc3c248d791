/** From a bundle that a catalog chose to a source. */
import { resolve } from 'node:path';
import { compile, configure, openChosen, type ChosenImage } from '../../../../lib/source';

const surroundings = { onNote: () => undefined };
const folder = resolve(__dirname, '../../../../examples/from-bundle');
const catalog = { name: 'own', where: folder, packageName: 'guestbook-operator', channels: ['stable'], policy: 'CatalogProvided' as const };

const chosen = (more: Partial<ChosenImage> = {}): ChosenImage => ({
  name: 'guestbook-operator.v0.3.0', image: './bundle', folder, catalog,
  properties: [{ type: 'olm.gvk', value: { group: 'g.example', version: 'v1', kind: 'Guestbook' } }, { type: 'olm.package', value: {} }], ...more,
});

test('a path that is relative to the catalog is opened, and put on record as the catalog knows it', async () => {
  const source = await openChosen(chosen(), { namespace: 'shop' }, surroundings);
  const { resolved } = await compile(await configure(source, { namespace: 'shop' }, surroundings), surroundings);
  expect(resolved.bundle).toEqual({
    name: 'guestbook-operator.v0.3.0', namespace: 'shop', catalog, properties: [{ type: 'olm.gvk', value: { group: 'g.example', version: 'v1', kind: 'Guestbook' } }],
  });
});

test.each<[string, Partial<ChosenImage>, string, RegExp]>([
  ['a path of this machine, from a catalog from elsewhere', { folder: undefined as never, image: '../secret' }, 'catalog-image-path', /names a path, \.\.\/secret/],
  ['an absolute path', { image: '/etc' }, 'catalog-image-path', /names a path, \/etc/],
  ['a path of a home', { image: '~/x' }, 'catalog-image-path', /names a path/],
  ['a path of Windows', { image: 'C:\\x' }, 'catalog-image-path', /names a path/],
  ['no image', { image: '' }, 'catalog-image-missing', /names no image, and the catalog does not carry its manifests/],
  ['an image that is no reference', { image: 'Not An Image' }, 'image-reference-invalid', /Not An Image/],
  ['another package', { catalog: { ...catalog, packageName: 'keda' } }, 'catalog-bundle-differs', /says that \.\/bundle is keda .*, but it is guestbook-operator/],
  ['another version', { version: '9.0.0' }, 'catalog-bundle-differs', /is guestbook-operator 9\.0\.0 .*, but it is guestbook-operator/],
])('%s is refused', async (_, more, code, message) => {
  const { folder: _folder, ...rest } = chosen(more);
  const given = 'folder' in more ? rest : chosen(more);
  await expect(openChosen(given, { namespace: 'shop' }, surroundings)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

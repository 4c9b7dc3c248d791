import { Testing } from 'cdk8s';
import { Catalog, CatalogBundle, Channel } from 'cdk8s-boxcutter';
import { catalogOf, loadBlobs, resolveBundle } from 'cdk8s-boxcutter/catalog';
import { declareCatalog } from './catalog';

test('package, bundles, channels and upgrade graph', () => {
  const catalog = declareCatalog(Testing.app());
  expect(Testing.synth(catalog)).toMatchSnapshot();
  expect(catalog.toYaml()).toMatchSnapshot();
});

test.each([
  ['1.0.0', ['stable'], 'notes.v1.1.0'],
  ['1.0.1', ['stable'], 'notes.v1.1.0'],
  ['1.1.0', ['fast'], 'notes.v2.0.0'],
])('who has %s of %s gets the newest that an edge leads to', (version, channels, expected) => {
  const { blobs } = declareCatalog(Testing.app());
  const { content } = loadBlobs(blobs.map((blob) => ({ blob, source: 'notes' })));
  const resolution = resolveBundle({
    catalogs: [{ name: 'notes', priority: 0, labels: {}, catalog: catalogOf(content) }],
    packageName: 'notes', channels, policy: 'CatalogProvided', installed: { name: `notes.v${version}`, version },
  });
  expect(resolution).toMatchObject({ bundle: { name: expected } });
});

test('a graph that strands users is refused', () => {
  const app = Testing.app();
  const catalog = new Catalog(app, 'notes', { defaultChannel: 'stable' });
  const [one, two] = ['1.0.0', '2.0.0'].map((version) =>
    new CatalogBundle(catalog, version, { image: `registry.example/notes-bundle:v${version}`, version })) as [CatalogBundle, CatalogBundle];
  new Channel(catalog, 'stable').add(one).add(two);
  expect(() => Testing.synth(catalog)).toThrow(/multiple channel heads found in graph: notes\.v1\.0\.0, notes\.v2\.0\.0/);
});

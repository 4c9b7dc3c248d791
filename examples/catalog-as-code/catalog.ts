import { App } from 'cdk8s';
import { Catalog, CatalogBundle, Channel, PackageBundle } from 'cdk8s-boxcutter';
import { Notes } from './notes';

/** The catalog of the package: what it says of each version is read from the package itself. */
export function declareCatalog(app: App): Catalog {
  const catalog = new Catalog(app, 'notes', { defaultChannel: 'stable', description: new Notes().description });
  // Bundles are built by themselves (`boxcutter bundle build`); here only the catalog is written.
  const builds = new App();
  const publish = (version: string, deprecated?: string): CatalogBundle => new CatalogBundle(catalog, version, {
    image: `registry.example/notes-bundle:v${version}`,
    bundle: new PackageBundle(builds, version, { package: new Notes(), version, namespace: 'notes-system', config: { replicas: 2 } }),
    ...(deprecated === undefined ? {} : { deprecated }),
  });

  const first = publish('1.0.0', 'Notes can be lost. Upgrade to 1.0.1 or newer.');
  const fixed = publish('1.0.1');
  const newer = publish('1.1.0');
  const next = publish('2.0.0');

  // From 1.0.0 the way to 1.1.0 is direct as well.
  new Channel(catalog, 'stable', { chain: [first, fixed] }).add(newer, { replaces: fixed, skips: [first] });
  new Channel(catalog, 'fast', { chain: [newer, next] });
  return catalog;
}

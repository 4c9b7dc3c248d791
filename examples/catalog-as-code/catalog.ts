import { App } from 'cdk8s';
import { Catalog, CatalogBundle, Channel, PackageBundle } from 'cdk8s-boxcutter';
import { Notes } from './notes';

/** One version of the package, as its users pull it. */
export function declareBundle(app: App, version: string): PackageBundle<Notes['configSchema']> {
  return new PackageBundle(app, version, { package: new Notes(), version, namespace: 'notes-system', config: { replicas: 2 } });
}

/** The catalog of the package: what it says of each version is read from the package itself. */
export function declareCatalog(app: App): Catalog {
  const catalog = new Catalog(app, 'notes', { defaultChannel: 'stable', description: new Notes().description });
  // Bundles are written by themselves (`bundles.ts`); here they are only read, for what the catalog says of them.
  const read = new App();
  const publish = (version: string, deprecated?: string): CatalogBundle => new CatalogBundle(catalog, version, {
    image: `registry.example/notes-bundle:v${version}`,
    bundle: declareBundle(read, version),
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

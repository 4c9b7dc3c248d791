/** What `--from` names: the version that is installed, or the name of its bundle. */
import {
  type CatalogBundle, formatVersionRelease, type InstalledPackage, isBulky, type NamedCatalog, type Property, type VersionRelease,
  versionRelease,
} from '../../../../catalog';
import { defined } from '../../../../defined';
import { BoxcutterError } from '../../../../errors';

export interface InstalledFrom extends InstalledPackage {
  /** No catalog has it, so its name is not known. */
  readonly isGuessed: boolean;
}

/** @throws BoxcutterError `catalog-installed-version` (input): no bundle has the name, and it is no version */
export function installedFrom(from: string, packageName: string, catalogs: readonly NamedCatalog[]): InstalledFrom {
  const bundles = catalogs.flatMap(({ catalog }) => [...catalog?.packages.get(packageName)?.bundles.values() ?? []]);
  const found = bundles.find(({ name }) => name === from)
    ?? bundles.find(({ version }) => version !== undefined && formatVersionRelease(version) === from)
    ?? bundles.find(({ version }) => version?.version.raw === from);
  if (found?.version !== undefined) return installedAs(found, found.version);
  if (versionRelease(from) !== undefined) {
    return { packageName, name: `${packageName}.v${from}`, version: from, properties: [], isGuessed: true };
  }
  const message = `${from} is neither the name of a bundle of package ${packageName} nor a version.`;
  throw new BoxcutterError('catalog-installed-version', 'input', message, {
    hint: 'Write the version that is installed, like 1.4.2, or the name of its bundle.', details: { packageName, from },
  });
}

function installedAs({ name, package: packageName, properties }: CatalogBundle, { version, release }: VersionRelease): InstalledFrom {
  const kept = properties.filter((property): property is Property => !isBulky(property));
  return { packageName, name, version: version.raw, properties: kept, isGuessed: false, ...defined({ release }) };
}

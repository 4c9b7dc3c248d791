/** Catalogs in memory, and extensions as their records show them. */
import type { CatalogChoice, InstalledBundle } from '../../../../../lib/api';
import { catalogOf, type CatalogBundle, type NamedCatalog } from '../../../../../lib/catalog';
import { defined } from '../../../../../lib/defined';
import type { InstalledExtension } from '../../../../../lib/runtime';
import type { OpenedCatalogs } from '../../../../../lib/source';

const place = { file: 'catalog.json', document: 1, line: 1, offset: 0, length: 1 };

export interface Release {
  readonly version: string;
  readonly replaces?: string;
  readonly needs?: readonly { readonly packageName: string; readonly versionRange: string }[];
}

/** A package with one channel `stable`. */
export function catalogWith(name: string, packages: Readonly<Record<string, readonly Release[]>>): NamedCatalog {
  const blobs = Object.entries(packages).map(([packageName, releases]) => ({
    package: { schema: 'olm.package' as const, name: packageName, defaultChannel: 'stable', properties: [], place },
    channel: {
      schema: 'olm.channel' as const, name: 'stable', package: packageName, properties: [], place,
      entries: releases.map(({ version, replaces }) => ({
        name: `${packageName}.v${version}`, skips: [], ...defined({ replaces: replaces === undefined ? undefined : `${packageName}.v${replaces}` }),
      })),
    },
    bundles: releases.map(({ version, needs = [] }) => ({
      schema: 'olm.bundle' as const, name: `${packageName}.v${version}`, package: packageName, image: `example.com/${packageName}:${version}`,
      relatedImages: [], place,
      properties: [
        { type: 'olm.package', value: { packageName, version } }, ...needs.map((value) => ({ type: 'olm.package.required', value })),
      ],
    })),
  }));
  const content = {
    packages: blobs.map((blob) => blob.package), channels: blobs.map((blob) => blob.channel), bundles: blobs.flatMap((blob) => blob.bundles),
    deprecations: [], others: [],
  };
  return { name, priority: 0, labels: {}, catalog: catalogOf(content) };
}

export function openedWith(...catalogs: readonly NamedCatalog[]): OpenedCatalogs {
  return {
    catalogs,
    sourceOf: (name) => ({ name, where: `./${name}`, priority: 0 }),
    folderOf: () => undefined,
    carrying: () => Promise.resolve(undefined),
    property: (_catalog: string, _bundle: CatalogBundle) => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}

export const choice = (packageName: string, more: Partial<CatalogChoice> = {}): CatalogChoice =>
  ({ name: 'own', where: './own', packageName, policy: 'CatalogProvided', ...more });

export function extension(packageName: string, version: string, more: Partial<InstalledBundle> & Partial<Pick<InstalledExtension, 'extension' | 'stateNamespace'>> = {}): InstalledExtension {
  const { extension: name = packageName, stateNamespace = 'here', ...rest } = more;
  const revision = { revision: 1, version, bundle: { name: `${packageName}.v${version}`, version, properties: [], ...rest } };
  return { extension: name, stateNamespace, packageName, newest: revision, complete: revision, rolledBackFrom: [], paused: false, deleting: false };
}

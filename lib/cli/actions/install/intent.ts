/** What a user wants of an extension, from the line and from its record; and what the solver is asked for it. Pure. */
import type { CatalogChoice, UpgradePolicy } from '../../../api';
import { CATALOG_NAME_LABEL, type InstalledPackage, type NamedCatalog, type PackageRequest } from '../../../catalog';
import { defined } from '../../../defined';
import type { InstalledExtension } from '../../../runtime';

export interface Intent {
  readonly extension: string;
  readonly packageName: string;
  readonly channels?: readonly string[];
  readonly version?: string;
  readonly policy: UpgradePolicy;
  /** Only this catalog. @default all that are named */
  readonly catalog?: string;
}

/** What the line says of how to choose. */
export interface ChoosingArgs {
  readonly version?: string | undefined;
  readonly channel?: readonly string[] | undefined;
  readonly upgradeConstraintPolicy?: string | undefined;
}

/** Of an install: the line says everything; what it does not say is not restricted. */
export function installIntent(extension: string, packageName: string, args: ChoosingArgs): Intent {
  return { extension, packageName, policy: 'CatalogProvided', ...saidBy(args) };
}

/** Of an upgrade: as it was installed, but for what the line says; an empty text takes a restriction away. */
export function upgradeIntent(extension: string, choice: CatalogChoice, args: ChoosingArgs): Intent {
  const { name, packageName, channels, version, policy } = choice;
  const said = saidBy(args);
  return { extension, packageName, policy, catalog: name, ...defined({ channels, version }), ...said };
}

function saidBy({ version, channel = [], upgradeConstraintPolicy }: ChoosingArgs): Partial<Intent> {
  const channels = channel.filter((name) => name !== '');
  return {
    ...defined({ version, policy: upgradeConstraintPolicy as UpgradePolicy | undefined }),
    ...(channel.length === 0 ? {} : { channels }),
  };
}

export function requestOf({ packageName, channels = [], version = '', policy, catalog }: Intent): PackageRequest {
  return {
    packageName,
    policy,
    ...(version === '' ? {} : { version }),
    ...(channels.length === 0 ? {} : { channels }),
    ...(catalog === undefined ? {} : { selector: { matchLabels: { [CATALOG_NAME_LABEL]: catalog } } }),
  };
}

/** What is put on record of it. */
export function choiceOf({ packageName, channels = [], version = '', policy }: Intent, catalog: string, where: string): CatalogChoice {
  return {
    name: catalog,
    where,
    packageName,
    ...(channels.length === 0 ? {} : { channels }),
    ...(version === '' ? {} : { version }),
    policy,
  };
}

/**
 * What is on the cluster, a package once: of several extensions of one package, the one that is meant. Where another extension has the
 * package and the one that is meant is not there yet, it begins anew. Extensions without version cannot be compared, and are left out.
 */
export function installedPackages(
  installed: readonly InstalledExtension[], catalogs: readonly NamedCatalog[], targets: readonly Target[],
): readonly InstalledPackage[] {
  const meant = new Map(targets.map((target) => [target.packageName, target]));
  const packages = new Map<string, InstalledPackage>();
  for (const one of installed) {
    const { packageName } = one;
    if (packageName === undefined || packages.has(packageName)) continue;
    const target = meant.get(packageName);
    if (target !== undefined && (target.extension !== one.extension || target.stateNamespace !== one.stateNamespace)) continue;
    const found = installedPackage(one, catalogs);
    if (found !== undefined) packages.set(packageName, found);
  }
  return [...packages.values()];
}

export interface Target {
  readonly extension: string;
  readonly stateNamespace: string;
  readonly packageName: string;
}

/** Undefined: no revision of it was complete, or its version is not known. */
export function installedPackage(
  { packageName, complete }: InstalledExtension, catalogs: readonly NamedCatalog[],
): InstalledPackage | undefined {
  const version = complete?.bundle?.version ?? complete?.version;
  if (packageName === undefined || complete === undefined || version === undefined) return undefined;
  const { bundle } = complete;
  const name = bundle?.name ?? nameIn(catalogs, packageName, version) ?? `${packageName}.v${version}`;
  return { packageName, name, version, ...defined({ release: bundle?.release }), properties: bundle?.properties ?? [] };
}

/** A record of an earlier version of boxcutter knows the version alone; a catalog knows which bundle that is. */
function nameIn(catalogs: readonly NamedCatalog[], packageName: string, version: string): string | undefined {
  const bundles = catalogs.flatMap(({ catalog }) => [...catalog?.packages.get(packageName)?.bundles.values() ?? []]);
  return bundles.find((bundle) => bundle.version?.version.raw === version)?.name;
}

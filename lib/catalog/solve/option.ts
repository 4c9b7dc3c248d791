/** What there may be of a package in the end: what is installed now, or a bundle of a catalog. */
import { compareCandidates, isDeprecated } from '../resolve/rank';
import { installedOf } from '../resolve/edge';
import { judgePackage, type Judged } from '../resolve/eligibility';
import type { ClusterView, UpgradePolicy } from '../resolve/request';
import { type BulkyProperty, isBulky, type Property } from '../model/blob';
import { asObject } from '../../api';
import type { CatalogBundle } from '../model/catalog';
import { compareVersionReleases, formatVersionRelease, type VersionRelease } from '../versions/version-release';
import { withLegacyRelease } from '../versions/legacy-release';
import { packagesNamed } from '../resolve/select';
import type { InstalledPackage } from './input';
import type { Need } from './need';
import { needsOf } from './need';
import type { NamedCatalog } from '../resolve/request';

export interface Option {
  readonly packageName: string;
  /** As it is written. */
  readonly version: string;
  readonly parsed: VersionRelease | undefined;
  /** The installed bundle itself: nothing changes. */
  readonly installed?: InstalledPackage;
  readonly catalog?: string;
  readonly bundle?: CatalogBundle;
  readonly isDeprecated: boolean;
  readonly properties: readonly (Property | BulkyProperty)[];
  readonly needs: readonly Need[];
  /** `group/version/kind` of each kind that it provides. */
  readonly kinds: ReadonlySet<string>;
}

/** Undefined: what it needs cannot be read, so it is no option. */
export function optionOf({ bundle, catalog, version }: Pick<Judged, 'bundle' | 'catalog' | 'version'>): Option | undefined {
  const needs = needsOf(bundle.properties);
  if (needs === undefined || version === undefined || bundle.version === undefined) return undefined;
  return {
    packageName: bundle.package,
    version: formatVersionRelease(bundle.version),
    parsed: version,
    catalog,
    bundle,
    isDeprecated: isDeprecated({ bundle }),
    properties: bundle.properties,
    needs,
    kinds: kindsOf(bundle.properties),
  };
}

/** What it needs and cannot be read is not asked for: it is installed, whatever that was. */
export function installedOption(installed: InstalledPackage): Option {
  const { packageName, version, release, properties } = installed;
  return {
    packageName,
    version: release === undefined || release === '' ? version : `${version}-${release}`,
    parsed: parsedVersion(installed),
    installed,
    isDeprecated: false,
    properties,
    needs: needsOf(properties) ?? [],
    kinds: kindsOf(properties),
  };
}

function parsedVersion({ name, version, release }: InstalledPackage): VersionRelease | undefined {
  return installedOf({ name, version, ...(release === undefined ? {} : { release }) })?.version;
}

/** The same version and release. */
export function isSameVersion(installed: InstalledPackage, bundle: CatalogBundle): boolean {
  const now = parsedVersion(installed);
  return now !== undefined && bundle.version !== undefined && compareVersionReleases(now, withLegacyRelease(bundle.version)) === 0;
}

/** Of a package that nobody asked for: every bundle that could be there, best first. What is installed already follows edges. */
export function optionsOf(
  packageName: string,
  { catalogs, installed, cluster }: {
    readonly catalogs: readonly NamedCatalog[]; readonly installed: InstalledPackage | undefined; readonly cluster: ClusterView | undefined;
  },
): readonly Option[] {
  const now = installed && installedOf({
    name: installed.name, version: installed.version, ...(installed.release === undefined ? {} : { release: installed.release }),
  });
  const policy: UpgradePolicy = 'CatalogProvided';
  const judged = installed !== undefined && now === undefined
    ? []
    : packagesNamed(packageName, catalogs).flatMap((found) => judgePackage(found, { channels: [], policy, installed: now, cluster }));
  const eligible = judged.filter(({ reasons }) => reasons.length === 0).sort(compareCandidates);
  return eligible
    .filter(({ bundle }) => installed === undefined || !isSameVersion(installed, bundle))
    .map(optionOf)
    .filter((option) => option !== undefined);
}

function kindsOf(properties: readonly (Property | BulkyProperty)[]): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const property of properties) {
    if (property.type !== 'olm.gvk' || isBulky(property)) continue;
    const { group, version, kind } = asObject(property.value) ?? {};
    if (typeof group === 'string' && typeof version === 'string' && typeof kind === 'string') kinds.add(`${group}/${version}/${kind}`);
  }
  return kinds;
}

/** What there may be of a package in the end: what is installed now, or a bundle of a catalog. */
import { defined } from '../../defined';
import { compareVersionReleases, formatVersionRelease, parseVersionRange, type VersionRelease, withLegacyRelease } from '../../semver';
import type { BulkyProperty, Property } from '../model/blob';
import type { CatalogBundle } from '../model/catalog';
import { kindKey, servedKinds } from '../model/served-kinds';
import { installedOf } from '../resolve/edge';
import { judgePackage, type Judged } from '../resolve/eligibility';
import { compareCandidates, isDeprecated } from '../resolve/rank';
import type { InstalledBundle } from '../resolve/installed-bundle';
import type { OwnReason, ReasonContext } from '../resolve/reason';
import type { ClusterView, NamedCatalog } from '../resolve/request';
import { packagesNamed, selectCatalogs } from '../resolve/select';
import type { InstalledPackage } from './input';
import type { Barred } from './fact';
import { type Need, needsOf } from './need';

export type Option = InstalledOption | CatalogOption;

interface CommonOption {
  readonly packageName: string;
  /** As it is written. */
  readonly version: string;
  readonly parsed: VersionRelease | undefined;
  readonly isDeprecated: boolean;
  readonly properties: readonly (Property | BulkyProperty)[];
  readonly needs: readonly Need[];
  /** `group/version/kind` of each kind that it provides. */
  readonly kinds: ReadonlySet<string>;
}

/** What is installed: nothing changes. */
export interface InstalledOption extends CommonOption {
  readonly installed: InstalledPackage;
  /** The same version in a catalog. */
  readonly catalog?: string;
  readonly bundle?: CatalogBundle;
}

export interface CatalogOption extends CommonOption {
  readonly installed?: never;
  readonly catalog: string;
  readonly bundle: CatalogBundle;
}

/** Options, in the order of their candidates; a version that needs what cannot be read is none. */
export function readableOptions(candidates: readonly Pick<Judged, 'bundle' | 'catalog' | 'version'>[]): {
  readonly options: readonly CatalogOption[];
  readonly unreadable: readonly string[];
} {
  const options: CatalogOption[] = [];
  const unreadable: string[] = [];
  for (const { bundle, catalog, version: parsed } of candidates) {
    const { package: packageName, version, properties } = bundle;
    if (version === undefined || parsed === undefined) continue;
    const text = formatVersionRelease(version);
    const needs = needsOf(properties);
    if (needs === undefined) {
      unreadable.push(text);
      continue;
    }
    const kinds = kindsOf(properties);
    options.push({ packageName, version: text, parsed, catalog, bundle, isDeprecated: isDeprecated({ bundle }), properties, needs, kinds });
  }
  return { options, unreadable };
}

/** Of any bundle, whether or not it may be installed: what it is, and not what it needs. */
export function subjectOf(
  { package: packageName, version, properties }: CatalogBundle,
): Pick<Option, 'packageName' | 'parsed' | 'kinds' | 'properties'> {
  return { packageName, parsed: version && withLegacyRelease(version), properties, kinds: kindsOf(properties) };
}

/** What it needs and cannot be read is not asked for: it is installed, whatever that was. */
export function installedOption(installed: InstalledPackage): InstalledOption {
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

/** As the resolver takes it. */
export function bundleOf({ name, version, release }: InstalledPackage): InstalledBundle {
  return { name, version, ...defined({ release }) };
}

function parsedVersion(installed: InstalledPackage): VersionRelease | undefined {
  return installedOf(bundleOf(installed))?.version;
}

/** The same version and release. */
export function isSameVersion(installed: InstalledPackage, bundle: CatalogBundle): boolean {
  const now = parsedVersion(installed);
  return now !== undefined && bundle.version !== undefined && compareVersionReleases(now, withLegacyRelease(bundle.version)) === 0;
}

/** A bundle that may not be installed. */
export interface BarredOption extends Pick<Option, 'packageName' | 'parsed' | 'kinds' | 'properties'>, Barred {}

export interface Options {
  /** Best first. */
  readonly options: readonly Option[];
  readonly barred: readonly BarredOption[];
  /** Versions that are no options because what they need cannot be read. */
  readonly unreadable: readonly string[];
}

/** Of a package that nobody asked for: every bundle that could be there. What is installed already follows edges. */
export function optionsOf(
  packageName: string,
  { catalogs, installed, cluster }: {
    readonly catalogs: readonly NamedCatalog[]; readonly installed: InstalledPackage | undefined; readonly cluster: ClusterView | undefined;
  },
): Options {
  const { version = '', channels = [], selector } = installed?.limits ?? {};
  const now = installed && installedOf(bundleOf(installed));
  const parsed = version === '' ? undefined : parseVersionRange(version);
  const isUnknown = (installed !== undefined && now === undefined) || (parsed !== undefined && 'problem' in parsed);
  if (isUnknown) return { options: [], barred: [], unreadable: [] };
  const { selected } = selectCatalogs({ catalogs, ...defined({ selector }) });
  const terms = { range: parsed?.range, channels, policy: 'CatalogProvided', installed: now, cluster } as const;
  const judged = packagesNamed(packageName, selected).flatMap((found) => judgePackage(found, terms));
  const others = judged.filter(({ bundle }) => installed === undefined || !isSameVersion(installed, bundle)).sort(compareCandidates);
  const context = { version, channels, ...defined({ installed: now?.bundle }) };
  const free = others.filter(({ reasons }) => reasons.length === 0);
  return {
    ...readableOptions(free),
    barred: barredOf(others, context),
  };
}

/** Of those that are not eligible for reasons of their own. */
export function barredOf(
  candidates: readonly Pick<Judged, 'bundle' | 'version' | 'reasons'>[], context: ReasonContext,
): readonly BarredOption[] {
  return candidates.flatMap(({ bundle: { package: packageName, version, properties }, version: parsed, reasons: all }) => {
    const reasons = all.filter((one): one is OwnReason => one.reason !== 'unmet-dependency');
    if (reasons.length === 0 || version === undefined) return [];
    return [{ packageName, parsed, properties, kinds: kindsOf(properties), version: formatVersionRelease(version), reasons, context }];
  });
}

function kindsOf(properties: readonly (Property | BulkyProperty)[]): ReadonlySet<string> {
  return new Set(servedKinds({ properties }).map(kindKey));
}

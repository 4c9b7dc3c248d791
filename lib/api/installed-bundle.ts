/**
 * Which bundle a revision was made of, and how a catalog chose it: what an upgrade goes on from, and what other extensions may depend on.
 * Kept with the revision, so that going back goes back to this, too.
 */
import { isJsonObject } from './object';

export interface InstalledBundle {
  /** `keda.v2.19.0`; by this name the upgrade edges of a catalog know it. */
  readonly name: string;
  /** With build metadata: `2.19.0+2`. */
  readonly version?: string;
  readonly release?: string;
  /** Where it was installed: its objects that name no namespace go there. */
  readonly namespace?: string;
  /** Image with digest. Absent: it did not come from a registry. */
  readonly reference?: string;
  /**
   * What it brings and needs, in the form of catalogs: `olm.gvk`, `olm.gvk.required`, `olm.package.required`, `olm.constraint`; at most
   * {@link MOST_PROPERTIES} with {@link MOST_PROPERTY_BYTES} in all.
   */
  readonly properties: readonly BundleProperty[];
  /** More properties than are kept: what it brings and needs is not known to the end. */
  readonly leftOut?: true;
  /** Absent: no catalog chose it, the user named it. */
  readonly catalog?: CatalogChoice;
}

export interface BundleProperty {
  readonly type: string;
  readonly value: unknown;
}

/** What a user asks of a catalog, once; upgrades follow it. */
export interface CatalogChoice {
  /** Name of the catalog that the bundle came from: a DNS label. */
  readonly name: string;
  /** Where that catalog is: folder, file, image, layout or URL, without credentials. */
  readonly where: string;
  readonly packageName: string;
  /** Only these. @default all channels of the package */
  readonly channels?: readonly string[];
  /** A range of versions as it was given: `>=2.18 <3`. @default all versions */
  readonly version?: string;
  /** Which upgrades are allowed: those with an edge in the catalog, or all. */
  readonly policy: UpgradePolicy;
}

export const UPGRADE_POLICIES = ['CatalogProvided', 'SelfCertified'] as const;

export type UpgradePolicy = typeof UPGRADE_POLICIES[number];

/** What the record of an extension keeps of a bundle. */
export const MOST_PROPERTIES = 500;
/** Bytes as JSON. */
export const MOST_PROPERTY_BYTES = 64 * 1024;
/** No channel, package or version is longer in what is kept. */
export const LONGEST_NAME = 253;
export const MOST_CHANNELS = 256;
export const LONGEST_RANGE = 512;
export const LONGEST_PLACE = 2048;

/** Types that say what a bundle brings and needs. */
const KEPT: ReadonlySet<string> = new Set(['olm.gvk', 'olm.gvk.required', 'olm.package.required', 'olm.constraint']);

/** What is kept of the properties of a bundle, in their order, each once. Pure. */
export function keptProperties(all: readonly BundleProperty[]): Pick<InstalledBundle, 'properties' | 'leftOut'> {
  const distinct = new Map(all.filter(({ type }) => KEPT.has(type)).map((property) => [JSON.stringify(property), property]));
  const properties: BundleProperty[] = [];
  let bytes = 0;
  for (const [text, property] of distinct) {
    bytes += Buffer.byteLength(text);
    if (properties.length === MOST_PROPERTIES || bytes > MOST_PROPERTY_BYTES) return { properties, leftOut: true };
    properties.push(property);
  }
  return { properties };
}

/** Has this the form of what is kept? It is read from where tenants may write. */
export function isInstalledBundle(value: unknown): value is InstalledBundle {
  if (!isJsonObject(value)) return false;
  const { name, version, release, namespace, reference, properties, leftOut, catalog } = value;
  return isShort(name) && isOptional(version, isShort) && isOptional(release, isShort) && isOptional(namespace, isShort)
    && isOptional(reference, (text) => isText(text, LONGEST_PLACE))
    && Array.isArray(properties) && properties.length <= MOST_PROPERTIES && properties.every(isProperty)
    && isOptional(leftOut, (flag) => flag === true) && isOptional(catalog, isCatalogChoice);
}

function isCatalogChoice(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { name, where, packageName, channels, version, policy } = value;
  return isShort(name) && isText(where, LONGEST_PLACE) && isShort(packageName)
    && isOptional(channels, (list) => Array.isArray(list) && list.length <= MOST_CHANNELS && list.every(isShort))
    && isOptional(version, (range) => isText(range, LONGEST_RANGE))
    && (UPGRADE_POLICIES as readonly unknown[]).includes(policy);
}

function isProperty(value: unknown): boolean {
  return isJsonObject(value) && isShort(value['type']) && value['value'] !== undefined;
}

function isShort(value: unknown): boolean {
  return isText(value, LONGEST_NAME);
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length <= most;
}

function isOptional(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === undefined || test(value);
}

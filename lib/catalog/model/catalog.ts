/**
 * A catalog as those see it who look something up: packages by name, with their channels and bundles. Made from content that need not be
 * valid, because one mistake in one package must not hide all others: what has no package, or a name that is taken, is left out, and the
 * validation says so.
 */
import type { VersionRelease } from '../../semver';
import type { BlobPlace, BulkyProperty, BundleSummary, ChannelEntry, Property, RelatedImage } from './blob';

export interface Catalog {
  /** By name, sorted. */
  readonly packages: ReadonlyMap<string, CatalogPackage>;
}

export interface CatalogPackage {
  readonly name: string;
  /** Empty where the package names none. */
  readonly defaultChannel: string;
  readonly description?: string;
  /** By name, sorted. */
  readonly channels: ReadonlyMap<string, CatalogChannel>;
  /** By name, sorted; also those that no channel lists. */
  readonly bundles: ReadonlyMap<string, CatalogBundle>;
  /** Message of the publisher. Absent: the package is not deprecated. */
  readonly deprecation?: string;
  readonly place: BlobPlace;
}

export interface CatalogChannel {
  readonly name: string;
  readonly package: string;
  /** By the name of the bundle, in the order of the blob. */
  readonly entries: ReadonlyMap<string, ChannelEntry>;
  readonly deprecation?: string;
  readonly place: BlobPlace;
}

export interface CatalogBundle {
  readonly name: string;
  readonly package: string;
  readonly image: string;
  /** Absent where the property `olm.package` is missing, there more than once, or holds no semantic version. */
  readonly version?: VersionRelease;
  readonly relatedImages: readonly RelatedImage[];
  readonly properties: readonly (Property | BulkyProperty)[];
  readonly about?: BundleSummary;
  readonly deprecation?: string;
  readonly place: BlobPlace;
}

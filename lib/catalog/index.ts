/**
 * File-based catalogs: what packages there are, in which versions, and which version may follow which. Entry point
 * `cdk8s-boxcutter/catalog`. Knows no network and no cluster; `lib/catalog-store` has what pulls, keeps and serves catalogs.
 */
export * from './compose';
export {
  catalogFilesFromDirectory, catalogFilesFromMap, CATALOG_LIMITS, type CatalogEntry, type CatalogFile, type CatalogFiles, type CatalogMeta,
  loadCatalog, type LoadedCatalog, type UnusableEntry, walkMetas,
} from './load';
export type {
  Blob, BlobPlace, BulkyProperty, BundleBlob, BundleSummary, CatalogContent, ChannelBlob, ChannelEntry, DeprecationEntry,
  DeprecationReference, DeprecationsBlob, IconSummary, PackageBlob, Property, RelatedImage,
} from './model/blob';
export { isBulky } from './model/blob';
export type { Catalog, CatalogBundle, CatalogChannel, CatalogPackage } from './model/catalog';
export { catalogOf } from './model/catalog-of';
export * from './render';
export * from './templates';
export { compareVersionReleases, formatVersionRelease, type VersionRelease, versionRelease } from './versions/version-release';
export * from './write';

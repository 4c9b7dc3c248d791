/** From bundles to the blobs that catalogs have of them. */
export { renderBundleBlob } from './bundle-blob';
export { CSV_METADATA, csvMetadata } from './csv-metadata';
export { renderWording, type RenderIssues } from './issues';
export { bundleFormatOf, MEDIA_TYPE_PROPERTY } from './bundle-format';
export { MIGRATION_LEVELS, type MigrationLevel } from './levels';
export { migrateBlob } from './migrate';
export { type BlobFiles, type CarryingBlob, filesOfBlob, type IncompleteBlob } from './objects-of-blob';
export type { PackageFace, RenderBlobOptions, RenderedBlob } from './options';
export { BUNDLE_OBJECT } from './property';

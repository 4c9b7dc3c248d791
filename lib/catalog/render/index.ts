/** From bundles to the blobs that catalogs have of them. */
export { renderBundleBlob, type RenderedBlob } from './bundle-blob';
export { CSV_METADATA, csvMetadata } from './csv-metadata';
export { renderWording, type RenderIssues } from './issues';
export { MEDIA_TYPE_PROPERTY } from './plain-blob';
export type { RenderBlobOptions } from './options';
export { BUNDLE_OBJECT } from './property';

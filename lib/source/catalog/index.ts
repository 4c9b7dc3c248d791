/** Making catalogs of what somebody names: bundles, catalogs, templates, compositions. */
export { blobsOf, catalogInImage, type CatalogReference, openReference, TEXT_FILE } from './reference';
export { type RenderCatalogOptions, type RenderedCatalog, renderReferences } from './render';

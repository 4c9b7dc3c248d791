/** Making catalogs of what somebody names: bundles, catalogs, templates, compositions. */
export { compositionTarget } from './composition-target';
export { blobsOf, catalogInImage, type CatalogReference, openReference, TEXT_FILE } from './reference';
export { type RenderCatalogOptions, type RenderedCatalog, renderReferences } from './render';

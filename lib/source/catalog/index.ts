/** Making catalogs of what somebody names: bundles, catalogs, templates, compositions. */
export { blobsOf, type CatalogReference, CONFIGS_LABEL, openReference } from './reference';
export { type RenderCatalogOptions, type RenderedCatalog, renderReferences } from './render';

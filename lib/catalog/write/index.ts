/** Catalogs as text and as files, the same bytes for the same content. */
export { inCatalogOrder, packageOfBlob } from './blob-order';
export { CATALOG_SYNTAXES, type CatalogSyntax, catalogFiles, writeBlob, writeCatalog } from './write';

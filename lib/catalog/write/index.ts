/** Catalogs as text and as files, the same bytes for the same content. */
export { inCatalogOrder, packageOfBlob } from './blob-order';
export { CATALOG_SYNTAXES, type CatalogSyntax, catalogFiles, writeBlob, writeCatalog } from './write';
export { catalogDockerfile, CONFIGS_FOLDER, CONFIGS_LABEL, type DockerfileOptions } from './dockerfile';

/**
 * Reading catalogs: a folder, a file, an image, or files in memory, document by document. Names, edges, versions and images are kept; the
 * bulk is read again from its place when somebody asks for it.
 */
export { type CatalogEntry, type CatalogFile, type CatalogFiles, isUsable, type UnusableEntry } from './files/catalog-files';
export { catalogFilesFromDirectory } from './files/directory';
export { catalogFilesFromMap } from './files/memory';
export { type CatalogLoadIssues } from './issues';
export { CATALOG_LIMITS, type CatalogLimits } from './limits';
export { type DeclaredBlob, loadBlobs } from './collect';
export { loadCatalog, type LoadedCatalog } from './load';
export { type CatalogMeta, walkMetas } from './meta-bytes';
export { loadWording } from './wording';

/** Looking something up in catalogs: finding packages by words, and what differs between two catalogs. */
export {
  type BundleDiff, type CatalogDiff, type ChannelDiff, type DeclaredEdge, diffCatalogs, isEmptyDiff, type ListChange, type PackageDiff,
  type Presence, type ValueChange,
} from './compare';
export { searchCatalog, type SearchField, type SearchHit, type SearchMatch } from './search';

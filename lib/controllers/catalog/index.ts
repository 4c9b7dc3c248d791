/** ClusterCatalog: catalog images, pulled by tag or digest, kept, served as catalogd serves them, and given to the resolver. */
export { type CatalogController, catalogController, type CatalogControllerOptions } from './controller';

/**
 * ClusterExtension: which bundle an extension should have, a revision made of it where one is due, and how it all stands. Rolling a
 * revision out is the matter of `revision/`.
 */
export type { CatalogSource } from './catalog-source';
export { extensionController, type ExtensionControllerOptions } from './controller';

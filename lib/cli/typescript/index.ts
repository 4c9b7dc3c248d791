/**
 * TypeScript from schemas: the types of a package's configuration, and constructs for the custom resources of CRDs. Text in, text out,
 * and files that are written. Schemas are their authors': nothing in them can become code, and what would take too long is refused.
 */
export { bundleModule } from './bundle-module';
export { crdOf, type Crd } from './crd';
export { crdClassNames, crdModule, crdModulePath } from './crd-module';
export { compareFiles, headOf, writeFiles, type FileState, type GeneratedFile } from './generated-files';
export { schemaToTypes } from './schema-to-types';

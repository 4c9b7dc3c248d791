/**
 * Checking a catalog as a whole: the rules of upstream, all findings at once, and advice beyond them. docs/catalog-validation.md lists all.
 */
export type { About, CatalogIssues } from './issues';
export { findingTree, type TreeFinding } from './tree';
export { catalogWording, validateCatalog, type ValidatedCatalog } from './check';
export { validationIssues, type ValidationOptions } from './validate';

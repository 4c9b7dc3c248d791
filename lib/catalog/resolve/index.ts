/**
 * Which bundle of a package is installed: the resolver of OLMv1, over catalogs in memory. It knows no network and no cluster, and gives
 * data: of every bundle of the package what became of it, so that `catalog why`, a plan and a status condition print the same result.
 */
export type { Edge } from './edge';
export type { LabelExpression, LabelSelector, SelectorProblem } from './label-selector';
export { isSelected, selectorProblem, selectorProblemText } from './label-selector';
export type {
  BrokenCatalog, CatalogProblem, ClusterView, DependencyCheck, DependencySubject, NamedCatalog, ReadableCatalog,
  ResolveRequest, UnmetDependency, UpgradePolicy,
} from './request';
export type { OwnReason, ReasonContext } from './reason';
export type { Behind, Candidate, Deprecations, Fate, Reason, Resolution, ResolutionFailure, Resolved, Unresolved } from './resolution';
export type { InstalledBundle } from './installed-bundle';
export { upgradePath } from './path';
export { behindText, edgeText, reasonText, versionText } from './reason-words';
export { resolveBundle } from './resolve-bundle';
export { CATALOG_NAME_LABEL } from './select';
export { failureWords } from './wording';

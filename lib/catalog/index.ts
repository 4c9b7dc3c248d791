/**
 * File-based catalogs: what packages there are, in which versions, and which version may follow which. Entry point
 * `cdk8s-boxcutter/catalog`. Knows no network and no cluster; `lib/catalog-store` has what pulls, keeps and serves catalogs.
 */
export * from './compose';
export * from './edit';
export {
  type DeclaredRange, dotOf, type DotOptions, type EdgeKind, type GraphChannel, type GraphChoice, type GraphEdge, type GraphNode,
  type GraphOfCatalog, type GraphOutsider, type GraphPackage, mermaidOf, type MermaidOptions, type UnreadableSkipRange, type UpgradeGraph,
  upgradeGraphOf,
} from './graph';
export {
  type BundleDiff, type CatalogDiff, type ChannelDiff, type DeclaredEdge, diffCatalogs, isEmptyDiff, type ListChange, type PackageDiff,
  type Presence, searchCatalog, type SearchField, type SearchHit, type SearchMatch, type ValueChange,
} from './look';
export {
  catalogFilesFromDirectory, catalogFilesFromMap, CATALOG_LIMITS, type CatalogEntry, type CatalogFile, type CatalogFiles,
  type CatalogLimits, type CatalogMeta, type DeclaredBlob, loadBlobs, loadCatalog, type LoadedCatalog, type UnusableEntry, walkMetas,
} from './load';
export {
  listBundles, listChannels, listPackages, type ListedBundle, type ListedChannel, type ListedPackage,
} from './look/list';
export type {
  Blob, BlobPlace, BulkyProperty, BundleBlob, BundleSummary, CatalogContent, ChannelBlob, ChannelEntry, DeprecationEntry,
  DeprecationReference, DeprecationsBlob, IconSummary, PackageBlob, Property, RelatedImage,
} from './model/blob';
export { isBulky } from './model/blob';
export type { Catalog, CatalogBundle, CatalogChannel, CatalogPackage } from './model/catalog';
export { catalogOf, undeclaredPackages } from './model/catalog-of';
export * from './render';
export * from './templates';
export type {
  Behind, BrokenCatalog, Candidate, CatalogProblem, ClusterView, DependencyCheck, DependencySubject, Deprecations, Edge, Fate,
  InstalledBundle, LabelExpression, LabelSelector, NamedCatalog, OwnReason, ReadableCatalog, Reason, ReasonContext, Resolution,
  ResolutionFailure, Resolved, ResolveRequest, SelectorProblem, UnmetDependency, Unresolved, UpgradePolicy,
} from './resolve';
export {
  behindText, CATALOG_NAME_LABEL, edgeText, failureWords, isSelected, reasonText, resolveBundle, selectorProblem, selectorProblemText,
  upgradePath, versionText,
} from './resolve';
export type {
  Barred, Explanation, Fact, InstalledPackage, InstallStep, KeepStep, Need, NeededBy, Offer, PackageRequest, PlanStep, Solution, SolveInput,
} from './solve';
export { dependencyCheck, explanationWords, factText, needsOf, needText, solve, unmetNeeds, type UnmetNeeds } from './solve';
export {
  catalogWording, type CatalogIssues, validateCatalog, type ValidatedCatalog, validationIssues, type ValidationOptions,
} from './validate';
export {
  type Bound, type BoundOperator, type Comparator, compareVersionReleases, formatVersionRelease, isInRange, isInSkipRange, type Operator,
  parseSkipRange, parseVersionRange, type RangeGroup, type RangeProblem, rangeProblemText, type SemanticVersion, type SkipRange,
  type SkipRangeProblem, skipRangeProblemText, strictVersionProblem, type VersionPart, type VersionProblem, versionProblemText,
  type VersionRange, type VersionRelease, versionRelease, withLegacyRelease, withSubstituteRelease,
} from '../semver';
export * from './write';

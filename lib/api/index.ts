/**
 * Our Kubernetes API: types, names, labels and CRDs (group olm.operatorframework.io), and the plain Kubernetes object.
 * Pure data: imports nothing but errors.
 */
export {
  DEFINITION_API_VERSION, type DefinedKind, type DefinedVersion, definedGroupKind, definedKindOf, holdsOthers, isClaim, isDefinition,
  isNamespace, isReadableDefinition, isVolume,
} from './definition';
export { isDnsLabel, isDnsSubdomain } from './dns';
export {
  type ContentSource, isSamePlace, MAX_URL_LENGTH, type RepositorySource, sourceText, type UrlSource, urlSource,
} from './content-source';
export { type HookMoment, type HookNotRun, isOfUpgrades, missedEvents, missedHooks } from './hook-not-run';
export { findRounded, mayBeRounded } from './rounded';
export {
  ignoredPathsOf, ignoredProblem, MAX_IGNORED_LENGTH, MAX_IGNORED_PATHS, type IgnoredPath, type IgnoredProblem, type IgnoredStep,
} from './ignored-fields';
export {
  type BundleProperty, type CatalogChoice, type InstalledBundle, isInstalledBundle, keptProperties, UPGRADE_POLICIES, type UpgradePolicy,
} from './installed-bundle';
export { isSchemaBound } from './schema-bounds';
export { findLossyInteger, type LossyInteger } from './lossy-integer';
export * from './names';
export * from './object';
export * from './probe';
export * from './policy-rule';
export { annotatedPolicy, isFadingJob, policyOfKind, REPLACEMENT_POLICIES } from './replacement';
export * from './revision';
export type {
  ClusterCatalog,
  ClusterCatalogSpec,
  ClusterCatalogStatus,
  ClusterExtension,
  ClusterExtensionRevision,
  ClusterExtensionRevisionSpec,
  ClusterExtensionRevisionStatus,
  ClusterExtensionSpec,
  ClusterExtensionStatus,
  Condition,
  PendingUpgradeSpec,
  RolloutSpec,
} from '../../imports/api';

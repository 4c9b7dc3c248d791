/**
 * Packages as they arrive: files in, a {@link Bundle} out, with issues for all that is wrong. Formats registry+v1, plain+v0 and
 * package+v1, and Helm charts.
 */
export type { BundleFiles, BundleObject, CommonBundle, ReadOptions, TypedValue } from './bundle';
export { type Bundle, formatOf, type ReadResult } from './list';
export type { BundleFormat } from './detect/known-formats';
export type { Format } from './format';
export type { RegistryBundle } from './registry-v1/bundle';
export type { PackageV1Bundle } from './package-v1/bundle';
export type { PlainBundle } from './plain-v0/bundle';
export type {
  ClusterServiceVersion,
  InstallModeType,
  OwnedDefinition,
  Permission,
  PolicyRule,
  StrategyDeployment,
  WebhookDefinition,
  WebhookType,
} from './registry-v1/cluster-service-version';
export { bundleFilesFromArchive } from './archive';
export { bundleFilesFromDirectory } from './files/directory';
export { bundleFilesOf } from './files/in-memory';
export { detectFormat } from './detect/detect-format';
export { imagesOf, imagesOfObject, type ImageUse } from './images';
export { inspectBundle, needsCertificates, suggestedNamespaceOf } from './inspect';
export type { BundleSummary } from './summary';
export {
  type Chart, type ChartBundle, type ChartDependency, type ChartMetadata, isChart, phasedObjects, releaseNameOf, type RenderedObject,
} from './helm';
export { LIMITS as BUNDLE_LIMITS } from './files/limits';
export { placeIssues } from './places';
export { readBundle } from './read';
export {
  type BundleSource,
  fetchBundles,
  type FetchOptions,
  type FetchResult,
  localBundle,
  type LocalBundle,
  type LockedBundle,
  lockedBundle,
  projectRoot,
} from './project';
export { isVersion, isSkipRange, nameOfVersion } from '../semver';
export { renderUnconfigured, tryRendering, type TriedRendering } from './try-rendering';
export { lintBundle, validateBundle } from './validate';
export {
  type BundleConfig,
  type BundleConfigOptions,
  checkBundleConfig,
  configSchemaOf,
  configuredNamespaces,
} from './config';
export { supportedInstallModes, targetNamespaces, type TargetNamespaces } from './registry-v1/config/install-modes';
export { renderBundle, renderBundleApart } from './render';
export { makesUpValues } from './makes-up';
export {
  type Constraint, constraintText, isMet, kindText, packageText, type RequiredKind, type RequiredPackage,
} from './metadata/required';
export { type BundleRequirements, isOlderKubernetes, requirementIssues, requirementsOf } from './requirements';
export type { CertificateProviderName, ClusterFacts, RenderOptions, RenderResult } from './rendering';
export {
  type BundleDocument,
  BUNDLE_FILES_KIND,
  type BundleMetadata,
  bundleNameOf,
  exportBundle,
  type ExportFormat,
  type ExportResult,
  type ExportSource,
  type FileTexts,
  filesOfDocument,
  isBundleDocument,
} from './export';
export { formatsWording } from './wording';

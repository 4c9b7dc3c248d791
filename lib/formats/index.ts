/**
 * Packages as they arrive: files in, a {@link Bundle} out, with findings for all that is wrong. Formats registry+v1 and plain+v0, and
 * Helm charts.
 */
export type { Bundle, BundleFiles, BundleFormat, BundleObject, Chart, ReadResult, TypedValue } from './bundle';
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
export { detectFormat } from './detect';
export { imagesOf, type ImageUse } from './images';
export { type BundleSummary, inspectBundle } from './inspect';
export { type ChartDependency, type ChartMetadata, releaseNameOf } from './helm';
export { LIMITS as BUNDLE_LIMITS } from './files/limits';
export { placeFindings } from './places';
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
export { isVersion, isVersionRange, nameOfVersion } from './metadata/version';
export { tryRendering, type TriedRendering } from './try-rendering';
export { lintBundle, validateBundle } from './registry-v1/validators';
export {
  type BundleConfig,
  type BundleConfigOptions,
  checkBundleConfig,
  configSchemaOf,
  configuredNamespaces,
  supportedInstallModes,
  targetNamespaces,
  type TargetNamespaces,
} from './config';
export { type CertificateProviderName, needsCertificates, renderBundle, type RenderOptions, type RenderResult } from './registry-v1/render';
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
export { type Finding, formatFinding, formatFindings } from '../schema';

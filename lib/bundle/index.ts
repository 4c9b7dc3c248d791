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
} from './cluster-service-version';
export { bundleFilesFromArchive } from './archive';
export { bundleFilesFromDirectory } from './directory';
export { bundleFilesOf } from './files';
export { detectFormat } from './format';
export { imagesOf, type ImageUse } from './images';
export { type BundleSummary, inspectBundle } from './inspect';
export { type ChartDependency, type ChartMetadata, releaseNameOf } from './helm';
export { LIMITS as BUNDLE_LIMITS } from './limits';
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
export { isVersion, isVersionRange, nameOfVersion } from './version';
export { tryRendering, type TriedRendering } from './try-rendering';
export { lintBundle, validateBundle } from './validators';
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
export { type CertificateProviderName, needsCertificates, renderBundle, type RenderOptions, type RenderResult } from './render';
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

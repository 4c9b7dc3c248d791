/**
 * Packages as they arrive: files in, a {@link Bundle} out, with findings for all that is wrong. Formats registry+v1 and plain+v0;
 * a Helm chart is recognised.
 */
export type { Bundle, BundleFiles, BundleFormat, BundleObject, ReadResult, TypedValue } from './bundle';
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
export { bundleFilesFromDirectory } from './directory';
export { bundleFilesOf } from './files';
export { detectFormat } from './format';
export { LIMITS as BUNDLE_LIMITS } from './limits';
export { readBundle } from './read';
export { isVersion, isVersionRange, nameOfVersion } from './version';
export { lintBundle, validateBundle } from './validators';
export {
  type BundleConfig,
  type BundleConfigOptions,
  checkBundleConfig,
  configSchemaOf,
  supportedInstallModes,
  targetNamespaces,
  type TargetNamespaces,
} from './config';
export { type CertificateProviderName, renderBundle, type RenderOptions, type RenderResult } from './render';
export { type Finding, formatFinding, formatFindings } from '../schema';

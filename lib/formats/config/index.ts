/**
 * What the user of a bundle may configure: the schema, the check, and which namespaces the operator then watches (S3; docs/configuration.md).
 */
export { type BundleConfig, type BundleConfigOptions, checkBundleConfig } from './check';
export { DEPLOYMENT_CONFIG_KEYS, deploymentConfigSchema } from '../registry-v1/config/deployment-config-schema';
export {
  configuredNamespaces,
  plainConfiguration,
  supportedInstallModes,
  targetNamespaces,
  type TargetNamespaces,
  watchNamespaceRule,
  type WatchNamespaceRule,
} from '../registry-v1/config/install-modes';
export { configSchemaOf } from './schema';

/** What the user of a bundle may configure: the schema, and the check (docs/configuration.md). */
export type { BundleConfig, BundleConfigOptions } from './authored';
export { checkBundleConfig, configSchemaOf, configuredNamespaces, leastConfiguration } from './check';

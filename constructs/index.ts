/**
 * The DSL: cdk8s constructs that describe extensions. They reach no network and no cluster; local files are read only by `Manifests` and by
 * what takes a bundle, when one is created. Everything declared in a `Revision` is synthesised as one ClusterExtensionRevision.
 */
export { BundleRevision, Revision } from './revision';
export type { BundleRevisionProps } from './revision';
export type { GroupKind, IgnoredFields, PhaseIgnoredFields, ProbeTarget, RevisionProbe, RevisionProps } from './revision-props';
export { Phase } from './phase';
export type { PhaseProps } from './phase';
export { Probe } from './probe';
export { UpgradeGate } from './content/upgrade-gate';
export { Package } from './package/package';
export type { PackageRevisionProps } from './package/package';
export type { ConfigInput, ConfigOf, ConfigSchema, GivenConfig, PlainConfigSchema, StandardConfigSchema } from './package/config-schema';
export { BundleContent } from './content/bundle-content';
export type { BundleContentProps } from './content/bundle-content';
export { ReadObjects } from './content/read-objects';
export { PackageBundle } from './package/package-bundle';
export type { PackageBundleProps } from './package/package-bundle';
export { ClusterApiProvider } from './package/cluster-api-provider';
export type { ClusterApiProviderProps, PlatformType } from './package/cluster-api-provider';
export type { BundleMetadata, ExportFormat } from '../lib/formats/export';
export { HelmChart } from './content/helm-chart';
export type { HelmChartProps } from './content/helm-chart';
export { Manifests } from './content/manifests';
export type { ManifestsProps } from './content/manifests';
export { ClusterExtension } from './cluster-extension';
export type { CatalogSource, ClusterExtensionProps, ConfigKey } from './cluster-extension';
export { ClusterCatalog } from './cluster-catalog';
export type { ClusterCatalogProps } from './cluster-catalog';
export { CustomResource } from './custom-resource';
export { Catalog } from './catalog/catalog';
export type { CatalogProps } from './catalog/catalog';
export { CatalogBundle } from './catalog/catalog-bundle';
export type { CatalogBundleProps, DescribedBundleProps, RenderedBundleProps } from './catalog/catalog-bundle';
export { Channel } from './catalog/channel';
export type { ChannelProps, UpgradeEdges } from './catalog/channel';

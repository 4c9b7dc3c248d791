/**
 * Helm charts as bundles: read without helm (metadata, values and their schema, vendored dependencies), rendered by the helm program, and
 * hooks put into phases. docs/charts.md says what is like in helm and what is not.
 */
export { type Chart, type ChartBundle, isChart } from './bundle';
export type { ChartDependency, ChartMetadata } from './metadata';
export { releaseNameOf } from './release-name';
export { phasedObjects } from './phased';
export type { RenderedObject } from './rendered';

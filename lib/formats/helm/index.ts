/**
 * Helm charts as bundles: read without helm (metadata, values and their schema, vendored dependencies), rendered by the helm program, and
 * hooks put into phases. docs/charts.md says what is like in helm and what is not.
 */
export type { ChartDependency, ChartMetadata } from './metadata';
export { readHelmChart } from './read-chart';
export { releaseNameOf } from './release-name';
export { type ChartOptions, renderChart, type RenderedChart } from './render-chart';
export { checkChartValues } from './values';

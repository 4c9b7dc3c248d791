/** A chart as a bundle. */
import type { JsonObject } from '../../api';
import type { BundleFiles, CommonBundle } from '../bundle';
import type { ChartMetadata } from './metadata';

/** A chart, with what helm needs to render it. */
export interface Chart extends ChartMetadata {
  /** All files, by their path in the chart. */
  readonly files: BundleFiles;
  /** `values.yaml`; empty when there is none, or when only helm can read it. */
  readonly values: JsonObject;
}

export interface ChartBundle extends CommonBundle {
  readonly format: 'helm';
  readonly chart: Chart;
}

/** Whether a bundle is a chart, for who takes nothing else. */
export function isChart<B extends CommonBundle>(bundle: B | ChartBundle): bundle is ChartBundle {
  return bundle.format === 'helm';
}

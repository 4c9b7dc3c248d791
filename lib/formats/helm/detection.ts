/** How charts are known: by their `Chart.yaml`, at the root or in the one folder that packed charts have. */
import type { Detection } from '../detect/detection';
import { CHART_FILE, isChartFile } from './chart-file';

export const helmDetection: Detection<'helm'> = {
  name: 'helm',
  mediaTypes: ['helm'],
  detect: (files) => files.paths().some(isChartFile),
  marks: (folder) => folder.has(CHART_FILE),
};

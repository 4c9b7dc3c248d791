/** How charts are known: by their `Chart.yaml`, at the root or in the one folder that packed charts have. */
import type { Detection } from '../detect/detection';
import { ANNOTATIONS_FILE } from '../metadata/file-names';
import { CHART_FILE, isChartFile } from './chart-file';

export const helmDetection: Detection<'helm'> = {
  name: 'helm',
  noun: 'Helm chart',
  mediaTypes: ['helm'],
  detect: (files) => files.paths().some(isChartFile),
  // Beside annotations, which say what the files are, it may be a part of something else.
  marks: (folder) => folder.has(CHART_FILE) && !folder.has(ANNOTATIONS_FILE),
};

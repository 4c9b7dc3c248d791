/** How charts are known: by their `Chart.yaml`, at the root or in the one folder that packed charts have. */
import { BoxcutterError } from '../../errors';
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
  writtenFiles: /^(?:crds|metadata)\/|^(?:Chart|requirements|values)\.yaml$|^values\.schema\.json$/,
  templates: 'templates',
  // helm reads `.helmignore` itself, with all its patterns; here it only keeps folders of editors and tools from being copied.
  hiddenFolders: { beside: CHART_FILE, except: ['.git'], exceptThoseIn: '.helmignore' },
  refusal: (folder, path) => (folder.has(CHART_FILE) && folder.has('templates') ? chartRefusal(path) : undefined),
};

function chartRefusal(path: string): BoxcutterError {
  return new BoxcutterError('manifests-are-a-chart', 'input', `${path} is a Helm chart, not a folder of manifests.`, {
    hint: 'In code, take it with HelmChart; or render it first with helm template.',
  });
}

/** Where a chart says what it is. */
export const CHART_FILE = 'Chart.yaml';

/** Whether it is the `Chart.yaml` of files with a chart: at the root, or one folder below. */
export function isChartFile(path: string): boolean {
  return /^(?:[^/]+\/)?Chart\.yaml$/.test(path);
}

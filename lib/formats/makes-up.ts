import { mayDiffer } from './helm/program/unstable';
import type { Bundle } from './list';

/** Whether rendering the bundle twice may give two results: templates of charts can make up passwords, certificates and times. */
export function makesUpValues(bundle: Bundle): boolean {
  return bundle.format === 'helm' && mayDiffer(bundle.chart.files);
}

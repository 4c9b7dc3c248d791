/** Bundles of which a test knows the format. */
import type { Bundle, ChartBundle, RegistryBundle } from '../../../lib/formats';

export function asRegistryBundle(bundle: Bundle | undefined): RegistryBundle {
  if (bundle?.format !== 'registry+v1') throw new Error(`This is not a registry+v1 bundle: ${String(bundle?.format)}`);
  return bundle;
}

export function asChart(bundle: Bundle | undefined): ChartBundle {
  if (bundle?.format !== 'helm') throw new Error(`This is not a chart: ${String(bundle?.format)}`);
  return bundle;
}

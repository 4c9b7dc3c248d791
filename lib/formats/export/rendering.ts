/** Rendering a bundle as its users will, without knowing what they configure. */
import type { Finding } from '../../schema/finding';
import type { Bundle } from '../bundle';
import { plainConfiguration } from '../config';
import { renderBundle } from '../registry-v1/render';

/**
 * What rendering says about a bundle that came from elsewhere. A chart is left to helm, and a configuration that the author's own schema
 * requires is left to the user.
 */
export function checkRendering(bundle: Bundle): readonly Finding[] {
  if (bundle.format === 'helm') return [];
  const { configSchema: _, ...rest } = bundle;
  const installNamespace = bundle.csv?.annotations['operatorframework.io/suggested-namespace'] ?? 'default';
  return renderBundle(rest, { installNamespace, config: plainConfiguration(bundle, installNamespace), certificates: 'cert-manager' }).findings;
}

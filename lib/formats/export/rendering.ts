/** Rendering a bundle as its users will, without knowing what they configure. */
import type { Issue } from '../../issue';
import { leastConfiguration } from '../config';
import { suggestedNamespaceOf } from '../inspect';
import { type Bundle, formatOf } from '../list';
import { renderBundle } from '../render';

/**
 * What rendering says about a bundle that came from elsewhere. Templates are left to the program that renders them, and a configuration
 * that the author's own schema requires is left to the user.
 */
export function checkRendering(bundle: Bundle): readonly Issue[] {
  if (formatOf(bundle).isTemplated) return [];
  const { configSchema: _, ...rest } = bundle;
  const installNamespace = suggestedNamespaceOf(bundle) ?? 'default';
  return renderBundle(rest, {
    installNamespace,
    config: leastConfiguration(bundle, installNamespace),
    certificates: 'cert-manager',
  }).issues;
}

/** Rendering a bundle as its users will, without knowing what they configure. */
import type { JsonObject } from '../../api';
import type { Finding } from '../../schema/finding';
import type { Bundle } from '../bundle';
import { watchNamespaceRule } from '../config/install-modes';
import { renderBundle } from '../render';

/** An operator that cannot watch everything is told what it watches: where it is itself, when that is allowed. */
export function plainConfiguration(bundle: Bundle, installNamespace: string): JsonObject {
  const rule = watchNamespaceRule(bundle);
  if (rule === undefined || rule === 'not-configurable' || !rule.required) return {};
  return { watchNamespace: rule.where === 'other-namespace' ? (installNamespace === 'watched' ? 'other' : 'watched') : installNamespace };
}

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

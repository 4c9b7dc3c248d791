/** Checking what a user configured for a bundle. */
import type { JsonObject } from '../../api';
import { type Bundle, formatOf } from '../list';
import type { BundleConfig, BundleConfigOptions } from './authored';

/**
 * Checks a configuration against the bundle's schema and fills in defaults. For registry+v1, whose rendering reads two keys, those are
 * checked against the generated schema also when the author gives one that says otherwise.
 *
 * @param config undefined counts as no configuration
 */
export function checkBundleConfig(bundle: Bundle, config: unknown, options: BundleConfigOptions): BundleConfig {
  return formatOf(bundle).checkConfig(bundle, config, options);
}

/**
 * JSON Schema of a bundle's configuration: the author's when there is one. For registry+v1 it is generated (draft-07, closed), with the key
 * `watchNamespace` by the table of install modes (docs/requirements.md, configuration) and `deploymentConfig` where the
 * bundle has deployments.
 *
 * @returns undefined for a bundle of another format whose author gives none: what it takes is not known
 */
export function configSchemaOf(bundle: Bundle): JsonObject | undefined {
  return bundle.configSchema ?? formatOf(bundle).ownSchema(bundle, 'full');
}

/**
 * Namespaces that a configuration of a bundle names, and which have to be there before it is installed: the operator's Roles go there, and
 * no package makes them. The install namespace is among them only when it is named.
 */
export function configuredNamespaces(bundle: Bundle, config: unknown): readonly string[] {
  return formatOf(bundle).configuredNamespaces(bundle, config);
}

/** A configuration for looking at a bundle without knowing what its users want: the least that rendering does with. */
export function leastConfiguration(bundle: Bundle, installNamespace: string): JsonObject {
  return formatOf(bundle).leastConfig(bundle, installNamespace);
}

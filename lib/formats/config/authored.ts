/** Checking a configuration against the schema that the author of a bundle gives, or what goes without one. */
import { isJsonObject, type JsonObject } from '../../api';
import { configIssue, validateConfig } from '../../config';
import type { Issue } from '../../issue';
import type { CommonBundle } from '../bundle';
import { bundleConfigIssue } from './wording';

export interface BundleConfigOptions {
  /** Namespace that the formats `isInstallNamespace` and `isNotInstallNamespace` compare with. */
  readonly installNamespace: string;
  /** Lets a configuration pass unchecked when the bundle has no schema for it (docs/requirements.md, configuration). */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;
}

/** With an error among the issues there is no `value`. */
export interface BundleConfig {
  readonly issues: readonly Issue[];
  /** The configuration with the defaults of the author's schema; a copy. */
  readonly value?: JsonObject;
}

/** By the author's schema alone. Without one nothing can be configured, unless the user lets it pass unchecked. */
export function checkByAuthor(bundle: CommonBundle, config: unknown, options: BundleConfigOptions): BundleConfig {
  const { name, configSchema } = bundle;
  if (configSchema === undefined) return withoutSchema(bundle, config, options);
  return checkBySchema(name, configSchema, config, options.installNamespace);
}

/** By any schema. */
export function checkBySchema(bundle: string, schema: JsonObject, config: unknown, installNamespace: string): BundleConfig {
  return validateConfig(schema, config, { bundle, installNamespace });
}

export function withoutSchema(
  { name, origin }: CommonBundle,
  config: unknown,
  { dangerouslyAcceptBundlesWithoutConfigSchema }: BundleConfigOptions,
): BundleConfig {
  const given = config ?? {};
  if (!isJsonObject(given)) return checkBySchema(name, { type: 'object', additionalProperties: {} }, given, '');
  if (Object.keys(given).length === 0) return { issues: [], value: {} };
  if (dangerouslyAcceptBundlesWithoutConfigSchema === true) {
    return { issues: [bundleConfigIssue('unchecked-config', { bundle: name }, { origin })], value: given };
  }
  const problems = [configIssue('config-unsupported', { bundle: name })];
  return { issues: [configIssue('invalid-config', { problems, mayPass: true }, { origin: { source: origin } })] };
}

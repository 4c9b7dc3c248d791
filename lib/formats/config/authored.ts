/** Checking a configuration against the schema that the author of a bundle gives, or what goes without one. */
import { isJsonObject, type JsonObject } from '../../api';
import { configIssue, configWording, validateConfig } from '../../config';
import { defined } from '../../defined';
import { type Finding, findingOf } from '../../issue';
import type { CommonBundle } from '../bundle';
import { bundleConfigFinding } from './wording';

export interface BundleConfigOptions {
  /** Namespace that the formats `isInstallNamespace` and `isNotInstallNamespace` compare with. */
  readonly installNamespace: string;
  /** Lets a configuration pass unchecked when the bundle has no schema for it (docs/requirements.md, configuration). */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;
}

/** With an error among the findings there is no `value`. */
export interface BundleConfig {
  readonly findings: readonly Finding[];
  /** The configuration with the defaults of the author's schema; a copy. */
  readonly value?: JsonObject;
}

/** By the author's schema alone. Without one nothing can be configured, unless the user lets it pass unchecked. */
export function checkByAuthor(bundle: CommonBundle, config: unknown, options: BundleConfigOptions): BundleConfig {
  const { name, configSchema } = bundle;
  if (configSchema === undefined) return withoutSchema(bundle, config, options);
  return checkBySchema(name, configSchema, config, options.installNamespace);
}

/** By any schema, with what is wrong in words. */
export function checkBySchema(bundle: string, schema: JsonObject, config: unknown, installNamespace: string): BundleConfig {
  const { issues, value } = validateConfig(schema, config, { bundle, installNamespace });
  return { findings: issues.map((issue) => findingOf(issue, configWording)), ...defined({ value }) };
}

export function withoutSchema(
  { name, origin }: CommonBundle,
  config: unknown,
  { dangerouslyAcceptBundlesWithoutConfigSchema }: BundleConfigOptions,
): BundleConfig {
  const given = config ?? {};
  if (!isJsonObject(given)) return checkBySchema(name, { type: 'object', additionalProperties: {} }, given, '');
  if (Object.keys(given).length === 0) return { findings: [], value: {} };
  if (dangerouslyAcceptBundlesWithoutConfigSchema === true) {
    return { findings: [bundleConfigFinding('unchecked-config', { bundle: name }, { origin })], value: given };
  }
  const problems = [configIssue('config-unsupported', { bundle: name })];
  return { findings: [findingOf(configIssue('invalid-config', { problems, mayPass: true }, { origin: { source: origin } }), configWording)] };
}

/** Checking what a user configured for a bundle. */
import { asObject, isJsonObject, type JsonObject } from '../../api';
import { CONFIG_ERROR_PREFIX, configWording, validateConfig } from '../../config';
import { defined } from '../../defined';
import { type Finding, findingOf } from '../../schema/finding';
import type { Bundle } from '../bundle';
import { checkChartValues } from '../helm/values';
import { problem, remark } from '../report';
import { generatedSchema } from './schema';

export interface BundleConfigOptions {
  /** Namespace that the formats `isInstallNamespace` and `isNotInstallNamespace` compare with. */
  readonly installNamespace: string;
  /** Lets a configuration pass unchecked when the bundle has no schema for it (S3). */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;
}

/** With an error among the findings there is no `value`. */
export interface BundleConfig {
  readonly findings: readonly Finding[];
  /** The configuration with the defaults of the author's schema; a copy. */
  readonly value?: JsonObject;
}

/**
 * Checks a configuration against the bundle's schema and fills in defaults. For registry+v1, whose rendering reads two keys, those are checked
 * against the generated schema also when the author gives one that says otherwise.
 *
 * @param config undefined counts as no configuration
 */
export function checkBundleConfig(bundle: Bundle, config: unknown, options: BundleConfigOptions): BundleConfig {
  if (bundle.chart !== undefined && bundle.configSchema !== undefined) {
    return checkChartValues({ name: bundle.name, values: bundle.chart.values, schema: bundle.configSchema }, config, options.installNamespace);
  }
  const own = generatedSchema(bundle);
  if (bundle.configSchema === undefined) return own === undefined ? withoutSchema(bundle, config, options) : check(bundle, own, config, options);
  const checked = check(bundle, bundle.configSchema, config, options);
  if (own === undefined || checked.value === undefined) return checked;
  const rendered = check(bundle, own, pick(checked.value, Object.keys(asObject(own['properties']) ?? {})), options);
  return rendered.value === undefined ? { findings: [...checked.findings, ...rendered.findings] } : checked;
}

function check(bundle: Bundle, schema: JsonObject, config: unknown, { installNamespace }: BundleConfigOptions): BundleConfig {
  const own = schema !== bundle.configSchema;
  // Preparing a schema takes longer than rendering most bundles, and the generated one fills in nothing.
  if (own && schema['required'] === undefined && (config === undefined || (isJsonObject(config) && Object.keys(config).length === 0))) {
    return { findings: [], value: {} };
  }
  const given = own ? withoutNullNamespace(config) : config;
  const { issues, value } = validateConfig(own ? narrowedTo(schema, given) : schema, given, { bundle: bundle.name, installNamespace });
  return { findings: issues.map((issue) => findingOf(issue, configWording)), ...defined({ value }) };
}

/** `watchNamespace: null` says the same as leaving it out: missing, where it is required. */
function withoutNullNamespace(config: unknown): unknown {
  if (!isJsonObject(config) || config['watchNamespace'] !== null) return config;
  const { watchNamespace: _, ...rest } = config;
  return rest;
}

/**
 * The generated schema without what the configuration does not use: the types of volumes alone take longer to prepare than all the rest.
 * Keys that are not given cannot be wrong, as none below is required.
 */
function narrowedTo(schema: JsonObject, config: unknown): JsonObject {
  const properties = asObject(schema['properties']);
  const deploymentConfig = asObject(properties?.['deploymentConfig']);
  const all = asObject(deploymentConfig?.['properties']);
  if (deploymentConfig === undefined || all === undefined) return schema;
  const used = asObject(asObject(config)?.['deploymentConfig']) ?? {};
  const narrowed = Object.fromEntries(Object.entries(all).map(([key, node]) => [key, Object.hasOwn(used, key) ? node : {}]));
  return { ...schema, properties: { ...properties, deploymentConfig: { ...deploymentConfig, properties: narrowed } } };
}

function pick(config: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([key]) => keys.includes(key)));
}

function withoutSchema(bundle: Bundle, config: unknown, { dangerouslyAcceptBundlesWithoutConfigSchema }: BundleConfigOptions): BundleConfig {
  const given = config ?? {};
  if (!isJsonObject(given)) return check(bundle, { type: 'object', additionalProperties: {} }, given, { installNamespace: '' });
  if (Object.keys(given).length === 0) return { findings: [], value: {} };
  const { name, origin } = bundle;
  if (dangerouslyAcceptBundlesWithoutConfigSchema === true) {
    const message = `bundle '${name}' has no configuration schema, so the configuration is not checked`;
    return { findings: [remark('unchecked-config', message, { origin })], value: given };
  }
  const hint = 'Leave the configuration out, or set dangerouslyAcceptBundlesWithoutConfigSchema to let it pass unchecked.';
  return { findings: [problem('invalid-config', `${CONFIG_ERROR_PREFIX}bundle '${name}' does not support configuration`, { origin, hint })] };
}

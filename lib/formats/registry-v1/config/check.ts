/** Checking a configuration of a registry+v1 bundle: by the author's schema, and by what rendering reads. */
import { asObject, isJsonObject, type JsonObject } from '../../../api';
import { type BundleConfig, type BundleConfigOptions, checkByAuthor, checkBySchema } from '../../config/authored';
import type { RegistryBundle } from '../bundle';
import { generatedSchema } from './schema';

/** Rendering reads two keys; they are checked against the generated schema also when the author gives one that says otherwise. */
export function checkRegistryConfig(bundle: RegistryBundle, config: unknown, options: BundleConfigOptions): BundleConfig {
  const own = generatedSchema(bundle);
  if (bundle.configSchema === undefined) return checkGenerated(bundle, own, config, options);
  const checked = checkByAuthor(bundle, config, options);
  if (checked.value === undefined) return checked;
  const rendered = checkGenerated(bundle, own, pick(checked.value, Object.keys(asObject(own['properties']) ?? {})), options);
  return rendered.value === undefined ? { issues: [...checked.issues, ...rendered.issues] } : checked;
}

function checkGenerated(
  { name }: RegistryBundle, schema: JsonObject, config: unknown, { installNamespace }: BundleConfigOptions,
): BundleConfig {
  // Preparing a schema takes longer than rendering most bundles, and the generated one fills in nothing.
  if (schema['required'] === undefined && (config === undefined || (isJsonObject(config) && Object.keys(config).length === 0))) {
    return { issues: [], value: {} };
  }
  const given = withoutNullNamespace(config);
  return checkBySchema(name, narrowedTo(schema, given), given, installNamespace);
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

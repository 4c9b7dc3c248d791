/** Checking a configuration by a schema of any library: by its JSON Schema, and then by what else the library checks. */
import type { Segment } from '../issue';
import { messageOf } from '../errors';
import { fieldText } from './messages/field-path';
import { configIssue } from './messages/issues';
import type { SchemaFault } from './schema/schema-fault';
import { jsonSchemaOf, standardOf } from './schema/standard';
import { type ConfigOptions, type ConfigResult, validateConfig } from './validate';

/**
 * As {@link validateConfig}, by a schema as an author of a package writes it. Its JSON Schema is the law; what the library checks beyond it
 * (refinements) is checked after it, here and nowhere else, as it does not travel with the package.
 * @param schema JSON Schema, or a schema of a library with Standard JSON Schema
 */
export function validateTypedConfig<Config>(schema: unknown, config: unknown, options: ConfigOptions): ConfigResult<Config> {
  const unusable = (reason: SchemaFault): ConfigResult<Config> => ({
    issues: [configIssue('invalid-config-schema', { bundle: options.bundle, reason })],
  });
  const json = jsonSchemaOf(schema);
  if (json.fault !== undefined) return unusable(json.fault);
  const checked = validateConfig<Config>(json.schema, config, options);
  if (checked.value === undefined) return checked;
  const { issues, value } = refineConfig<Config>(schema, checked.value, options);
  return value === undefined ? { issues: [...issues, ...checked.issues] } : { issues: checked.issues, value };
}

/**
 * What the library of a schema checks beyond its JSON Schema, for a configuration that fits that one and has its defaults.
 * @param schema as {@link validateTypedConfig} takes it
 */
export function refineConfig<Config>(schema: unknown, config: unknown, options: Pick<ConfigOptions, 'bundle'>): ConfigResult<Config> {
  const unusable = (reason: SchemaFault): ConfigResult<Config> => ({
    issues: [configIssue('invalid-config-schema', { bundle: options.bundle, reason })],
  });
  const validate = standardOf(schema)?.validate;
  if (validate === undefined) return { issues: [], value: config as Config };
  let result: StandardResult<Config> | Promise<unknown>;
  try {
    result = validate(config) as StandardResult<Config> | Promise<unknown>;
  } catch (error) {
    return unusable({ fault: 'throws', reason: messageOf(error).slice(0, 500) });
  }
  if ('then' in result) {
    result.catch(() => undefined);
    return unusable({ fault: 'asynchronous' });
  }
  if (result.issues !== undefined) {
    const problems = result.issues.map(({ message, path = [] }) =>
      configIssue('config-rule-broken', { reason: message }, { path: path.map(segmentOf) }));
    return { issues: [configIssue('invalid-config', { problems })] };
  }
  const changed = firstChange(config, result.value, []);
  if (changed !== undefined) return unusable({ fault: 'changes-value', field: fieldText(changed) });
  return { issues: [], value: result.value };
}

type StandardResult<Config> =
  | { readonly value: Config; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] }[] };

function segmentOf(step: PropertyKey | { readonly key: PropertyKey }): Segment {
  const key = typeof step === 'object' ? step.key : step;
  return typeof key === 'number' ? key : String(key);
}

/** Where a value is not as before; keys that are new are defaults, under a condition for instance, where JSON Schema fills in none. */
function firstChange(before: unknown, after: unknown, path: readonly Segment[]): readonly Segment[] | undefined {
  if (Object.is(before, after)) return undefined;
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return path;
  if (Array.isArray(before) !== Array.isArray(after) || Object.getPrototypeOf(after) === Date.prototype) return path;
  const now = after as Readonly<Record<string, unknown>>;
  if (Array.isArray(before) && before.length !== now['length']) return path;
  for (const [key, value] of Object.entries(before)) {
    const change = firstChange(value, now[key], [...path, Array.isArray(before) ? Number(key) : key]);
    if (change !== undefined) return change;
  }
  return undefined;
}

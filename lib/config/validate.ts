import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '../api';
import { messageOf } from '../errors';
import type { Finding } from '../schema/finding';
import { addFormats } from './formats';
import { CONFIG_ERROR_PREFIX, problemsOf } from './messages';
import { allowsNothing, openPlaces, unsupportedDialect } from './schema-shape';

export interface ConfigOptions {
  /** Name of the bundle in messages, like `argocd-operator.v0.6.0`. */
  readonly bundle: string;
  /** Namespace that the formats `isInstallNamespace` and `isNotInstallNamespace` compare with. */
  readonly installNamespace?: string;
}

/** With an error among the findings there is no `value`. */
export interface ConfigResult<Config> {
  readonly findings: readonly Finding[];
  /** The configuration with the defaults of the schema filled in; a copy. */
  readonly value?: Config;
}

/**
 * Checks a configuration and fills in defaults. All problems are reported, none stops the check.
 *
 * @param schema JSON Schema draft-07, or without `$schema`
 * @param config what the user gave; undefined counts as no configuration, which is checked as an empty object
 * @returns error findings, message with the prefix of S3: one for everything that is wrong with the configuration,
 *   joined by `; `, or one with code `invalid-config-schema`; warnings `open-config-schema` where unknown keys pass
 */
export function validateConfig<Config = JsonObject>(schema: unknown, config: unknown, options: ConfigOptions): ConfigResult<Config> {
  const dialect = unsupportedDialect(schema);
  if (dialect !== undefined) {
    return invalidSchema(options, `it uses JSON Schema ${JSON.stringify(dialect)}`, 'Write it in draft-07 (http://json-schema.org/draft-07/schema#).');
  }
  const isEmpty = config === undefined || (isJsonObject(config) && Object.keys(config).length === 0);
  if (!isEmpty && isJsonObject(config) && allowsNothing(schema)) return invalid([`bundle '${options.bundle}' does not support configuration`]);

  let validate: ValidateFunction;
  try {
    validate = newAjv(options).compile(schema as JsonObject);
  } catch (error) {
    return invalidSchema(options, messageOf(error), 'Correct the schema.');
  }
  const value: unknown = config === undefined ? {} : JSON.parse(JSON.stringify(config));
  const warnings = openPlaces(schema as JsonValue).map((path): Finding => ({
    code: 'open-config-schema',
    severity: 'warning',
    message: `the configuration schema of bundle '${options.bundle}' lets unknown keys pass`,
    path,
    hint: 'Set additionalProperties to false, so that misspelt keys are reported.',
  }));
  if (!validate(value)) {
    const failed = invalid<Config>(problemsOf(validate.errors as ErrorObject[]));
    return { findings: [...failed.findings, ...warnings] };
  }
  return { findings: warnings, value: value as Config };
}

function invalid<Config>(problems: readonly string[]): ConfigResult<Config> {
  return { findings: [{ code: 'invalid-config', severity: 'error', message: `${CONFIG_ERROR_PREFIX}${problems.join('; ')}`, path: '' }] };
}

function invalidSchema<Config>(options: ConfigOptions, why: string, hint: string): ConfigResult<Config> {
  const message = `bundle '${options.bundle}' is invalid: its configuration schema cannot be used: ${why}`;
  return { findings: [{ code: 'invalid-config-schema', severity: 'error', message, path: '', hint }] };
}

function newAjv(options: ConfigOptions): Ajv {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- takes 60 ms, which only those pay who have a configuration
  const ajvModule = require('ajv') as typeof import('ajv');
  // Schemas are their authors': what draft-07 ignores is ignored here too.
  const ajv = new ajvModule.Ajv({ allErrors: true, useDefaults: true, verbose: true, strict: false, logger: false });
  addFormats(ajv, options.installNamespace);
  return ajv;
}

import type { ErrorObject } from 'ajv';
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../api';
import { defined } from '../defined';
import { messageOf } from '../errors';
import { nearest } from '../schema';
import type { Finding } from '../schema/finding';
import { type Checker, compileSchema } from './compile';
import { type Filled, fillDefaults, presetsOf } from './defaults';
import { problemsOf } from './problems';
import { Refusal } from './refusal';
import { deeperThan, readSchema, type SchemaDocument } from './schema-document';
import { allowsNothing, openPlaces } from './schema-shape';
import { visit } from './visits';

/** What every message about a configuration begins with (S3). */
export const CONFIG_ERROR_PREFIX = 'invalid bundle configuration: ';

/** Characters of a configuration as JSON; an object of the API server takes 1.5 MiB in all. */
const MAX_CONFIG = 1024 * 1024;
const MAX_CONFIG_DEPTH = 100;
/** Problems that one message lists. */
const SHOWN = 100;
/** Keys that may have been meant. */
const NAMED = 3;

export interface ConfigOptions {
  /** Name of the bundle in messages, like `argocd-operator.v0.6.0`. */
  readonly bundle: string;
  /** Namespace that the formats `isInstallNamespace` and `isNotInstallNamespace` compare with. */
  readonly installNamespace?: string;
  /**
   * Fill in the defaults of the schema.
   * @default true
   */
  readonly fillDefaults?: boolean;
}

/** With an error among the findings there is no `value`. */
export interface ConfigResult<Config> {
  readonly findings: readonly Finding[];
  /** The configuration with the defaults of the schema filled in; a copy. */
  readonly value?: Config;
}

/**
 * Checks a configuration and fills in defaults. All problems are reported, none stops the check. Time and memory are bounded, whatever schema
 * and configuration are; nothing is fetched; secrets are not shown.
 *
 * @param schema JSON Schema draft-04, -06, -07, 2019-09 or 2020-12; draft-07 without `$schema`
 * @param config what the user gave; undefined counts as no configuration, which is checked as an empty object
 * @returns error findings, message with the prefix of S3: one for everything that is wrong with the configuration,
 *   joined by `; `, or one with code `invalid-config-schema`; warnings `open-config-schema` where unknown keys pass
 */
export function validateConfig<Config = JsonObject>(schema: unknown, config: unknown, options: ConfigOptions): ConfigResult<Config> {
  const document = readSchema(schema);
  if ('problem' in document) return failed([unusableSchema(document.problem, document.hint, options.bundle)]);
  const copied = copyOf(config);
  if ('problem' in copied) return failed([invalidConfig([copied.problem])]);
  const isEmpty = isJsonObject(copied.value) && Object.keys(copied.value).length === 0;
  if (!isEmpty && isJsonObject(copied.value) && allowsNothing(document.root)) {
    return failed([invalidConfig([`bundle '${options.bundle}' does not support configuration`])]);
  }
  const warnings = openWarnings(document, options.bundle);
  try {
    const { errors, value } = check(document, copied.value, options);
    if (errors.length > 0) return failed([...errors, ...warnings]);
    return { findings: warnings, value: value as Config };
  } catch (error) {
    if (error instanceof Refusal && error.of === 'configuration') return failed([invalidConfig([TOO_LARGE])]);
    return failed([unusableSchema(...reasonOf(error), options.bundle)]);
  }
}

const TOO_LARGE = 'it is so large that checking it by this schema would take too long';

interface Checked {
  readonly errors: readonly Finding[];
  readonly value: JsonValue;
}

function check(document: SchemaDocument, given: JsonValue, options: ConfigOptions): Checked {
  const { installNamespace, bundle } = options;
  const { value, filled }: Filled = options.fillDefaults === false ? { value: given, filled: [] } : fillDefaults(document, given);
  const visits = visit(document, value);
  if (visits.tooMany) return { errors: [invalidConfig([TOO_LARGE])], value };
  const checker = compileSchema(document, installNamespace);
  const errors = checker.check(value);
  if (errors.length === 0) return { errors: [], value };
  const explanation = { document, checker, config: value, installNamespace, isSecret: visits.isSecret };
  // What was filled in is not the user's mistake, unless it only lacks what the user has to give.
  const isDefault = (pointer: string): boolean => filled.some((above) => pointer === above || pointer.startsWith(`${above}/`));
  const isAuthors = ({ keyword, instancePath }: (typeof errors)[number]): boolean => keyword !== 'required' && isDefault(instancePath);
  const ofAuthor = problemsOf(errors.filter(isAuthors), explanation);
  const ofUser = problemsOf(errors.filter((error) => !isAuthors(error)), explanation);
  return {
    errors: [
      ...(ofUser.length === 0 ? [] : [invalidConfig(ofUser, misspelt(errors))]),
      ...(ofAuthor.length === 0 ? [] : [unusableSchema(`its defaults do not fit it: ${ofAuthor.join('; ')}`, 'Correct the defaults.', bundle)]),
    ],
    value,
  };
}

/**
 * Checks a schema without a configuration, for its author: whether it can be used at all, whether its defaults fit it, which of them are never
 * filled in, and where unknown keys pass.
 */
export function checkConfigSchema(schema: unknown, { bundle }: Pick<ConfigOptions, 'bundle'>): readonly Finding[] {
  const document = readSchema(schema);
  if ('problem' in document) return [unusableSchema(document.problem, document.hint, bundle)];
  try {
    const checker = compileSchema(document, undefined);
    return [...unfitDefaults(document, checker, bundle), ...openWarnings(document, bundle)];
  } catch (error) {
    return [unusableSchema(...reasonOf(error), bundle)];
  }
}

function unfitDefaults(document: SchemaDocument, checker: Checker, bundle: string): Finding[] {
  return presetsOf(document).flatMap(({ node, pointer, preset, used }): Finding[] => {
    const name = `the default at #${pointer}`;
    const visits = visit({ ...document, root: node }, preset);
    if (visits.tooMany) return [unusableSchema(`${name} is so large that checking it would take too long`, 'Shorten it.', bundle)];
    const errors = checker.checkBy(pointer, preset).filter(({ keyword }) => keyword !== 'required');
    if (errors.length > 0) {
      const problems = problemsOf(errors, { document, checker, config: preset, installNamespace: undefined, isSecret: visits.isSecret });
      return [unusableSchema(`${name} does not fit: ${problems.join('; ')}`, 'Correct the default.', bundle)];
    }
    const message = `${name} of the configuration schema of bundle '${bundle}' is never filled in`;
    const hint = 'Defaults count where they hold in any case: in properties, allOf and what these refer to.';
    return used ? [] : [{ code: 'unused-config-default', severity: 'warning', message, path: pointer, hint }];
  });
}

function openWarnings(document: SchemaDocument, bundle: string): Finding[] {
  return openPlaces(document.root as JsonValue).map((path): Finding => ({
    code: 'open-config-schema',
    severity: 'warning',
    message: `the configuration schema of bundle '${bundle}' lets unknown keys pass`,
    path,
    hint: 'Set additionalProperties to false, so that misspelt keys are reported.',
  }));
}

function copyOf(config: unknown): { readonly value: JsonValue } | { readonly problem: string } {
  if (config === undefined) return { value: {} };
  if (deeperThan(config, MAX_CONFIG_DEPTH)) return { problem: `it is nested deeper than ${MAX_CONFIG_DEPTH} levels` };
  const text = (JSON.stringify(config) as string | undefined) ?? 'null';
  return text.length > MAX_CONFIG ? { problem: `it has more than ${MAX_CONFIG} characters` } : { value: JSON.parse(text) as JsonValue };
}

function failed<Config>(findings: readonly Finding[]): ConfigResult<Config> {
  return { findings };
}

/** Keys that a schema does not know, and resemble one that it does. The messages are those of S3, so this is for the hint. */
function misspelt(errors: readonly ErrorObject[]): string | undefined {
  const meant = errors.flatMap(({ params, parentSchema }) => {
    const { additionalProperty, unevaluatedProperty } = params as { readonly additionalProperty?: string; readonly unevaluatedProperty?: string };
    const key = additionalProperty ?? unevaluatedProperty;
    const known = Object.keys(asObject((parentSchema as JsonObject | undefined)?.['properties']) ?? {});
    const near = key === undefined ? undefined : nearest(key, known);
    return near === undefined ? [] : [`"${near}"`];
  });
  const names = [...new Set(meant)].slice(0, NAMED);
  return names.length === 0 ? undefined : `Did you mean ${names.join(' and ')}?`;
}

function invalidConfig(problems: readonly string[], hint?: string): Finding {
  const rest = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
  const message = `${CONFIG_ERROR_PREFIX}${problems.slice(0, SHOWN).join('; ')}${rest}`;
  return { code: 'invalid-config', severity: 'error', message, path: '', ...defined({ hint }) };
}

function unusableSchema(why: string, hint: string, bundle: string): Finding {
  const message = `bundle '${bundle}' is invalid: its configuration schema cannot be used: ${why}`;
  return { code: 'invalid-config-schema', severity: 'error', message, path: '', hint };
}

/** Why ajv did not take a schema, and what to do. */
function reasonOf(error: unknown): [why: string, hint: string] {
  const { missingRef } = error as { readonly missingRef?: string };
  if (missingRef === undefined) return [messageOf(error).slice(0, 500), 'Correct the schema.'];
  return [`it refers to ${JSON.stringify(missingRef).slice(0, 200)}, which is not in it`, 'Nothing is fetched: put what it refers to under definitions.'];
}

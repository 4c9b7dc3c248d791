/** Checking a configuration by its schema, and the schema itself. */
import { isJsonObject, type JsonObject, type JsonValue } from '../api';
import { messageOf } from '../errors';
import { type Issue, pointerSegments } from '../issue';
import { type Checker, compileSchema } from './schema/compile';
import { type Filled, fillDefaults, presetsOf } from './schema/defaults';
import { configIssue } from './messages/issues';
import { problemsOf } from './messages/problems';
import { SchemaRefusal, TooSlow } from './schema/refusal';
import type { SchemaFault } from './schema/schema-fault';
import { deeperThan, readSchema, type SchemaDocument } from './schema/schema-document';
import { allowsNothing, openPlaces } from './schema/schema-shape';
import { visit } from './schema/visits';

/** Characters of a configuration as JSON; an object of the API server takes 1.5 MiB in all. */
const MAX_CONFIG = 1024 * 1024;
const MAX_CONFIG_DEPTH = 100;

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

/** With an error among the issues there is no `value`. */
export interface ConfigResult<Config> {
  readonly issues: readonly Issue[];
  /** The configuration with the defaults of the schema filled in; a copy. */
  readonly value?: Config;
}

/**
 * Checks a configuration and fills in defaults. All problems are reported, none stops the check. Time and memory are bounded, whatever
 * schema and configuration are; nothing is fetched; secrets are not shown.
 *
 * @param schema JSON Schema draft-04, -06, -07, 2019-09 or 2020-12; draft-07 without `$schema`
 * @param config what the user gave; undefined counts as no configuration, which is checked as an empty object
 * @returns errors: one `invalid-config` for everything that is wrong with the configuration, with an issue for each problem in its data,
 *   or one `invalid-config-schema`; warnings `open-config-schema` where unknown keys pass
 */
export function validateConfig<Config = JsonObject>(schema: unknown, config: unknown, options: ConfigOptions): ConfigResult<Config> {
  const document = readSchema(schema);
  if ('fault' in document) return failed([unusableSchema(document, options.bundle)]);
  const copied = copyOf(config);
  if ('problem' in copied) return failed([invalidConfig([copied.problem])]);
  const isEmpty = isJsonObject(copied.value) && Object.keys(copied.value).length === 0;
  if (!isEmpty && isJsonObject(copied.value) && allowsNothing(document.root)) {
    return failed([invalidConfig([configIssue('config-unsupported', { bundle: options.bundle })])]);
  }
  const warnings = openWarnings(document, options.bundle);
  try {
    const { errors, value } = check(document, copied.value, options);
    if (errors.length > 0) return failed([...errors, ...warnings]);
    return { issues: warnings, value: value as Config };
  } catch (error) {
    if (error instanceof TooSlow) return failed([invalidConfig([tooSlow])]);
    return failed([unusableSchema(faultOf(error), options.bundle)]);
  }
}

const tooSlow = configIssue('config-too-slow', {});

interface Checked {
  readonly errors: readonly Issue[];
  readonly value: JsonValue;
}

function check(document: SchemaDocument, given: JsonValue, options: ConfigOptions): Checked {
  const { installNamespace, bundle } = options;
  const { value, filled }: Filled = options.fillDefaults === false ? { value: given, filled: [] } : fillDefaults(document, given);
  const visits = visit(document, value);
  if (visits.tooMany) return { errors: [invalidConfig([tooSlow])], value };
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
      ...(ofUser.length === 0 ? [] : [invalidConfig(ofUser)]),
      ...(ofAuthor.length === 0 ? [] : [unusableSchema({ fault: 'unfit-defaults', problems: ofAuthor }, bundle)]),
    ],
    value,
  };
}

/**
 * Checks a schema without a configuration, for its author: whether it can be used at all, whether its defaults fit it, which of them are
 * never filled in, and where unknown keys pass.
 */
export function checkConfigSchema(schema: unknown, { bundle }: Pick<ConfigOptions, 'bundle'>): readonly Issue[] {
  const document = readSchema(schema);
  if ('fault' in document) return [unusableSchema(document, bundle)];
  try {
    const checker = compileSchema(document, undefined);
    return [...unfitDefaults(document, checker, bundle), ...openWarnings(document, bundle)];
  } catch (error) {
    return [unusableSchema(faultOf(error), bundle)];
  }
}

function unfitDefaults(document: SchemaDocument, checker: Checker, bundle: string): Issue[] {
  return presetsOf(document).flatMap(({ node, pointer, preset, used }): Issue[] => {
    const visits = visit({ ...document, root: node }, preset);
    if (visits.tooMany) return [unusableSchema({ fault: 'slow-default', pointer }, bundle)];
    const errors = checker.checkBy(pointer, preset).filter(({ keyword }) => keyword !== 'required');
    if (errors.length > 0) {
      const problems = problemsOf(errors, { document, checker, config: preset, installNamespace: undefined, isSecret: visits.isSecret });
      return [unusableSchema({ fault: 'unfit-default', pointer, problems }, bundle)];
    }
    return used ? [] : [configIssue('unused-config-default', { bundle }, { severity: 'warning', path: pointerSegments(pointer) })];
  });
}

function openWarnings(document: SchemaDocument, bundle: string): Issue[] {
  return openPlaces(document.root).map((path) => configIssue('open-config-schema', { bundle }, { severity: 'warning', path }));
}

function copyOf(config: unknown): { readonly value: JsonValue } | { readonly problem: Issue } {
  if (config === undefined) return { value: {} };
  if (deeperThan(config, MAX_CONFIG_DEPTH)) return { problem: configIssue('config-too-deep', { levels: MAX_CONFIG_DEPTH }) };
  const text = (JSON.stringify(config) as string | undefined) ?? 'null';
  if (text.length > MAX_CONFIG) return { problem: configIssue('config-too-long', { characters: MAX_CONFIG }) };
  return { value: JSON.parse(text) as JsonValue };
}

function failed<Config>(issues: readonly Issue[]): ConfigResult<Config> {
  return { issues };
}

function invalidConfig(problems: readonly Issue[]): Issue {
  return configIssue('invalid-config', { problems });
}

function unusableSchema(reason: SchemaFault, bundle: string): Issue {
  return configIssue('invalid-config-schema', { bundle, reason });
}

/** Why the validator did not take a schema. */
function faultOf(error: unknown): SchemaFault {
  if (error instanceof SchemaRefusal) return error.fault;
  const { missingRef: reference } = error as { readonly missingRef?: string };
  return reference === undefined ? {
    fault: 'not-compiled',
    reason: messageOf(error).slice(0, 500),
  } : { fault: 'unknown-reference', reference };
}

/** From ajv's errors to sentences in the wording of S3. */
import type { ErrorObject } from 'ajv';
import { describeFormat } from './formats';

/** What every message about a configuration begins with (S3). */
export const CONFIG_ERROR_PREFIX = 'invalid bundle configuration: ';

const LONGEST_VALUE = 60;

/** One problem each, in the order of the schema, without the prefix and without repetitions. */
export function problemsOf(errors: readonly ErrorObject[]): string[] {
  return [...new Set(withoutBranches(errors).map(problemOf))];
}

function problemOf(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const here = fieldOf(error.instancePath);
  const field = here === '' ? '' : ` for field '${here}'`;
  const value = (rule: string): string => `invalid value${field} ${rule} but got ${show(error)}`;
  switch (error.keyword) {
    case 'additionalProperties':
      return `unknown key '${join(here, String(params['additionalProperty']))}'`;
    case 'propertyNames':
      return `unknown key '${join(here, String(params['propertyName']))}'`;
    case 'required':
    case 'dependencies':
      return `missing required field '${join(here, String(params['missingProperty']))}'`;
    case 'false schema':
      return `unknown key '${here}'`;
    case 'type':
      return `invalid type${field} got ${typeOf(error.data)} expected ${expectedTypes(error).join(' or ')}`;
    case 'maximum':
      return value(`must be <= ${String(params['limit'])}`);
    case 'minimum':
      return value(`must be >= ${String(params['limit'])}`);
    case 'exclusiveMaximum':
      return value(`must be less than ${String(params['limit'])}`);
    case 'exclusiveMinimum':
      return value(`must be greater than ${String(params['limit'])}`);
    case 'multipleOf':
      return value(`must be a multiple of ${String(params['multipleOf'])}`);
    case 'enum':
      return value(`must be one of ${JSON.stringify(params['allowedValues'])}`);
    case 'const':
      return value(`must be ${JSON.stringify(params['allowedValue'])}`);
    case 'format':
      return value(describeFormat(String(params['format'])));
    case 'pattern':
      return value(`must match pattern ${JSON.stringify(params['pattern'])}`);
    case 'minLength':
    case 'maxLength':
      return value(`must have ${bound(error, 'character')}`);
    case 'minItems':
    case 'maxItems':
      return `invalid value${field} must have ${bound(error, 'item')} but got ${(error.data as readonly unknown[]).length}`;
    case 'minProperties':
    case 'maxProperties':
      return `invalid value${field} must have ${bound(error, 'key')} but got ${Object.keys(error.data as object).length}`;
    case 'anyOf':
    case 'oneOf':
      return value('must fit one of the forms that the schema allows');
    default:
      return value(error.message ?? `must fit "${error.keyword}"`);
  }
}

/**
 * ajv reports what is wrong with every branch of anyOf and oneOf, and then that no branch fits. Only the last is of use,
 * and where all branches just name types, it is a wrong type.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const result: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      const around = error.schemaPath.slice(0, -`/${error.keyword}`.length);
      const branches: ErrorObject[] = [];
      for (let last = result.at(-1); last && isInBranch(last, error, around); last = result.at(-1)) {
        branches.unshift(last);
        result.pop();
      }
      const types = branches.flatMap(expectedTypes);
      const onlyTypes = branches.length > 0 && branches.every((branch) => branch.keyword === 'type' && branch.instancePath === error.instancePath);
      result.push(onlyTypes ? { ...error, keyword: 'type', params: { type: [...new Set(types)] } } : error);
    } else if (error.keyword !== 'if') {
      result.push(error);
    }
  }
  return result;
}

/** What a branch reaches by $ref has a schema path of its own; it is told by not lying beside the combination. */
function isInBranch(candidate: ErrorObject, combination: ErrorObject, around: string): boolean {
  if (!candidate.instancePath.startsWith(combination.instancePath)) return false;
  return candidate.schemaPath.startsWith(`${combination.schemaPath}/`) || !candidate.schemaPath.startsWith(`${around}/`);
}

function expectedTypes(error: ErrorObject): string[] {
  const { type } = error.params as { readonly type?: string | readonly string[] };
  const types = typeof type === 'string' ? type.split(',') : [...(type ?? [])];
  return (error.parentSchema as { readonly nullable?: unknown } | undefined)?.nullable === true && !types.includes('null') ? [...types, 'null'] : types;
}

function bound(error: ErrorObject, unit: string): string {
  const { limit } = error.params as { readonly limit: number };
  return `at ${error.keyword.startsWith('min') ? 'least' : 'most'} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
}

function show(error: ErrorObject): string {
  if (isSecret(error.parentSchema)) return 'another (not shown)';
  // Objects and lists may hold what their own schemas mark as secret, or what no schema names.
  if (typeof error.data === 'object' && error.data !== null) return typeOf(error.data);
  const text = JSON.stringify(error.data);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** Whether the schema of a value, or one of the forms that it may have, says so. */
function isSecret(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { writeOnly, format, anyOf, oneOf, allOf } = schema as Readonly<Record<string, unknown>>;
  return writeOnly === true || format === 'password' || [anyOf, oneOf, allOf].some((forms) => Array.isArray(forms) && forms.some(isSecret));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** `/a/b~1c/0` as `a.b/c[0]`. */
function fieldOf(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

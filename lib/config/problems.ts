/** From ajv's errors to sentences in the wording of S3. */
import type { ErrorObject } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '../api';
import { explainChoice } from './choices';
import { fieldOf, joinField, partsOf } from './field-path';
import { describeFormat } from './formats';
import { formsOf, nameForm } from './forms';
import { type Explanation, LONGEST_LIST, LONGEST_VALUE, oneOfValues, sentence, shortJson, typeProblem } from './wording';

/** Levels of combinations within combinations that are gone into. */
const MAX_LEVELS = 8;

/** One problem each, in the order of the schema, without the prefix and without repetitions. */
export function problemsOf(errors: readonly ErrorObject[], explanation: Explanation, around = '', level = 0): string[] {
  return [...new Set(errors.flatMap((error) => problemOf({ ...error, instancePath: `${around}${error.instancePath}` }, explanation, level)))];
}

function problemOf(error: ErrorObject, explanation: Explanation, level: number): string[] {
  const { keyword, instancePath, data } = error;
  switch (keyword) {
    // These sum up what other errors say.
    case 'if':
    case 'propertyNames':
    case 'discriminator':
      return [];
    case 'anyOf':
    case 'oneOf':
      return level < MAX_LEVELS
        ? explainChoice(error, explanation, (errors) => problemsOf(errors, explanation, instancePath, level + 1))
        : [sentence(error, explanation, 'must fit one of the forms that the schema allows')];
    case 'unevaluatedProperties':
    case 'additionalProperties':
    case 'required':
    case 'dependencies':
    case 'dependentRequired':
      return [keyProblem(error, fieldOf(instancePath, explanation.config))];
    case 'false schema':
      return [forbidden(instancePath, explanation.config)];
    case 'type':
      return [wrongType(error, explanation)];
    default:
      return [sentence(error, explanation, ruleOf(error, explanation), countOf(error, data as JsonValue))];
  }
}

function keyProblem(error: ErrorObject, field: string): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (unknown !== undefined) return `unknown key '${joinField(field, String(unknown))}'`;
  const missing = `missing required field '${joinField(field, String(params['missingProperty']))}'`;
  const because = params['property'];
  return error.keyword === 'required' || because === undefined ? missing : `${missing}, which '${joinField(field, String(because))}' needs`;
}

function forbidden(pointer: string, config: JsonValue): string {
  const field = fieldOf(pointer, config);
  return field.endsWith(']') && /^\d+$/.test(partsOf(pointer).at(-1) ?? '') ? `invalid value for field '${field}' must not be there` : `unknown key '${field}'`;
}

function wrongType(error: ErrorObject, explanation: Explanation): string {
  const { type } = error.params as { readonly type?: string | readonly string[] };
  const types = typeof type === 'string' ? type.split(',') : [...(type ?? [])];
  const nullable = (error.parentSchema as { readonly nullable?: unknown } | undefined)?.nullable === true && !types.includes('null');
  return typeProblem(error, [...types, ...(nullable ? ['null'] : [])], explanation);
}

function ruleOf(error: ErrorObject, explanation: Explanation): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  const limit = String(params['limit']);
  switch (error.keyword) {
    case 'maximum':
      return `must be <= ${limit}`;
    case 'minimum':
      return `must be >= ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'exclusiveMinimum':
      return `must be greater than ${limit}`;
    case 'multipleOf':
      return `must be a multiple of ${String(params['multipleOf'])}`;
    case 'enum':
      return oneOfValues(params['allowedValues'] as readonly JsonValue[]);
    case 'const':
      return `must be ${shortJson(params['allowedValue'] as JsonValue, LONGEST_LIST)}`;
    case 'format':
      return describeFormat(String(params['format']), explanation.installNamespace);
    case 'pattern':
      return `must match pattern ${JSON.stringify(params['pattern'])}`;
    case 'minLength':
    case 'maxLength':
      return `must have ${bound(error, 'character')}`;
    case 'minItems':
    case 'maxItems':
    case 'additionalItems':
    case 'items':
    case 'unevaluatedItems':
      return `must have ${bound(error, 'item')}`;
    case 'minProperties':
    case 'maxProperties':
      return `must have ${bound(error, 'key')}`;
    case 'uniqueItems':
      return `must not hold the same item twice, as items ${String(params['j'])} and ${String(params['i'])} are`;
    case 'contains':
      return containsRule(params, `${whatOf(error.schema, explanation)}`);
    case 'not':
      return `must not be ${whatOf(error.schema, explanation)}`;
    default:
      return `must fit "${error.keyword}" of the schema`;
  }
}

function containsRule({ minContains, maxContains }: Readonly<Record<string, unknown>>, what: string): string {
  const least = `must hold at least ${String(minContains)} item${minContains === 1 ? '' : 's'}`;
  return `${least}${maxContains === undefined ? '' : ` and at most ${String(maxContains)}`} of the form: ${what}`;
}

/** What a schema describes, in a few words. */
function whatOf(schema: unknown, { document }: Explanation): string {
  const [form] = formsOf(document, [schema as JsonValue]);
  if (form === undefined) return 'what the schema says';
  if (form.types === undefined && form.values === undefined && form.required.length + form.fixed.size === 0) return constraintOf(schema as JsonValue);
  return nameForm(form);
}

/** A schema without types or keys, as it is written. */
function constraintOf(schema: JsonValue): string {
  const rules = isJsonObject(schema) ? Object.entries(schema).filter(([key]) => key !== 'description') : [];
  return rules.map(([key, value]) => `${key} ${shortJson(value, LONGEST_VALUE)}`).join(' and ') || 'anything';
}

/** What stands for the value where its size is what is wrong; empty where nothing has to be said of it. */
function countOf({ keyword }: ErrorObject, data: JsonValue): string | undefined {
  switch (keyword) {
    case 'minItems':
    case 'maxItems':
    case 'additionalItems':
    case 'items':
    case 'unevaluatedItems':
      return String((data as readonly JsonValue[]).length);
    case 'minProperties':
    case 'maxProperties':
      return String(Object.keys(data as JsonObject).length);
    case 'uniqueItems':
    case 'contains':
      return '';
    default:
      return undefined;
  }
}

function bound(error: ErrorObject, unit: string): string {
  const { limit, len } = error.params as { readonly limit?: number; readonly len?: number };
  const count = limit ?? len ?? 0;
  return `at ${error.keyword.startsWith('min') ? 'least' : 'most'} ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** From errors of the validator to issues, one for each problem. */
import type { ErrorObject } from 'ajv';
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import type { Issue } from '../../issue';
import { nearest } from '../../schema';
import { explainChoice } from './choices';
import { brokenRule, type Explanation, wrongType } from './explanation';
import { segmentsOf } from './field-path';
import { formsOf, type FormSketch, sketchOf } from './forms';
import { configIssue, type Rule, type Shown } from './issues';

/** Levels of combinations within combinations that are gone into. */
const MAX_LEVELS = 8;
/** Keys of a schema among which the one that was meant is looked for, and characters of what is looked for. */
const SEARCHED = 300;
const LONGEST_SOUGHT = 100;

/** In the order of the schema. */
export function problemsOf(errors: readonly ErrorObject[], explanation: Explanation, around = '', level = 0): Issue[] {
  return errors.flatMap((error) => problemOf({ ...error, instancePath: `${around}${error.instancePath}` }, explanation, level));
}

function problemOf(error: ErrorObject, explanation: Explanation, level: number): Issue[] {
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
        : [brokenRule(error, explanation, { rule: 'some-form' })];
    case 'unevaluatedProperties':
    case 'additionalProperties':
    case 'required':
    case 'dependencies':
    case 'dependentRequired':
      return [keyProblem(error, explanation)];
    case 'false schema':
      return [forbidden(error, explanation)];
    case 'type':
      return [typeProblem(error, explanation)];
    default:
      return [brokenRule(error, explanation, ruleOf(error, explanation), countOf(error, data as JsonValue))];
  }
}

function keyProblem({ keyword, instancePath, params, parentSchema }: ErrorObject, { config }: Explanation): Issue {
  const named = params as Readonly<Record<string, unknown>>;
  const path = segmentsOf(instancePath, config);
  const unknown = named['additionalProperty'] ?? named['unevaluatedProperty'];
  if (unknown !== undefined) {
    const near = nearKey(String(unknown), parentSchema as JsonValue | undefined);
    return configIssue('config-unknown-key', defined({ near }), { path: [...path, String(unknown)] });
  }
  const property = named['property'];
  const neededBy = keyword === 'required' || property === undefined ? undefined : [...path, String(property)];
  return configIssue('config-missing-field', { ...defined({ neededBy }) }, { path: [...path, String(named['missingProperty'])] });
}

/** The key of a schema that was probably meant. A schema with very many keys is not searched: each of the mistakes would search it. */
function nearKey(key: string, schema: JsonValue | undefined): string | undefined {
  const known = Object.keys(asObject(asObject(schema)?.['properties']) ?? {});
  return known.length > SEARCHED || key.length > LONGEST_SOUGHT ? undefined : nearest(key, known);
}

function forbidden(error: ErrorObject, explanation: Explanation): Issue {
  const path = segmentsOf(error.instancePath, explanation.config);
  if (typeof path.at(-1) !== 'number') return configIssue('config-unknown-key', {}, { path });
  return configIssue('config-invalid-value', { broken: { rule: 'absent' } }, { path });
}

function typeProblem(error: ErrorObject, explanation: Explanation): Issue {
  const { type } = error.params as { readonly type?: string | readonly string[] };
  const types = typeof type === 'string' ? type.split(',') : [...(type ?? [])];
  const nullable = (error.parentSchema as { readonly nullable?: unknown } | undefined)?.nullable === true && !types.includes('null');
  return wrongType(error, [...types, ...(nullable ? ['null'] : [])], explanation);
}

const limits = { maximum: 'at-most', minimum: 'at-least', exclusiveMaximum: 'below', exclusiveMinimum: 'above' } as const;

const units = {
  minLength: 'character', maxLength: 'character',
  minItems: 'item', maxItems: 'item', additionalItems: 'item', items: 'item', unevaluatedItems: 'item',
  minProperties: 'key', maxProperties: 'key',
} as const;

function ruleOf({ keyword, params: given, schema }: ErrorObject, explanation: Explanation): Rule {
  const params = given as Readonly<Record<string, unknown>>;
  if (isKeyOf(keyword, limits)) return { rule: limits[keyword], limit: Number(params['limit']) };
  if (isKeyOf(keyword, units)) {
    const count = Number(params['limit'] ?? params['len'] ?? 0);
    return { rule: 'size', bound: keyword.startsWith('min') ? 'least' : 'most', count, unit: units[keyword] };
  }
  switch (keyword) {
    case 'multipleOf':
      return { rule: 'multiple-of', limit: Number(params['multipleOf']) };
    case 'enum':
      return { rule: 'one-of', values: params['allowedValues'] as readonly JsonValue[] };
    case 'const':
      return { rule: 'equals', value: params['allowedValue'] as JsonValue };
    case 'format':
      return { rule: 'format', format: String(params['format']), ...defined({ installNamespace: explanation.installNamespace }) };
    case 'pattern':
      return { rule: 'pattern', pattern: String(params['pattern']) };
    case 'uniqueItems':
      return { rule: 'no-repetition', items: [Number(params['j']), Number(params['i'])] };
    case 'contains': {
      const most = params['maxContains'] === undefined ? undefined : Number(params['maxContains']);
      return { rule: 'contains', least: Number(params['minContains']), ...defined({ most }), form: sketchOfSchema(schema, explanation) };
    }
    case 'not':
      return { rule: 'not', form: sketchOfSchema(schema, explanation) };
    default:
      return { rule: 'keyword', keyword };
  }
}

function isKeyOf<T extends object>(key: string, table: T): key is keyof T & string {
  return Object.hasOwn(table, key);
}

/** What a schema describes; a schema without types or keys, as it is written. */
function sketchOfSchema(schema: unknown, { document }: Explanation): FormSketch {
  const [form] = formsOf(document, [schema as JsonValue]);
  if (form === undefined) return { rules: [] };
  if (form.types !== undefined || form.values !== undefined || form.required.length + form.fixed.size > 0) return sketchOf(form);
  return { rules: isJsonObject(schema) ? Object.entries(schema).filter(([key]) => key !== 'description') : [] };
}

/** What stands for the value where its size is what is wrong. */
function countOf({ keyword }: ErrorObject, data: JsonValue): Shown | 'nothing' | undefined {
  if (keyword === 'uniqueItems' || keyword === 'contains') return 'nothing';
  const unit = isKeyOf(keyword, units) ? units[keyword] : undefined;
  if (unit === 'item') return { count: (data as readonly JsonValue[]).length };
  return unit === 'key' ? { count: Object.keys(data as JsonObject).length } : undefined;
}
